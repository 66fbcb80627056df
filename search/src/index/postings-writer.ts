import { addDictionaryTerm, createDictionary, type DictionaryWriter, finishDictionary } from './dictionary.ts'
import { writeDocs } from './docs.ts'
import { filledPart, type GrowableArray, growable8, growable32, push, reserveRoom } from './growable-array.ts'
import { POSITION_BLOCK } from './layout.ts'
import { writeMasks } from './masks.ts'

// A posting is a term in one paper: the paper's number, the impact, a mask of the fields in which the term occurs (see
// `MASKS` in layout.ts), and the positions. Only words of titles, abstracts and keywords have positions, so that a term
// may have some in one segment and none in another.

/** Sections of a segment while its terms and postings are written, term by term. */
export interface PostingsWriter {
  /** Number of papers of the segment. */
  doc_count: number
  dictionary: DictionaryWriter
  docs: GrowableArray<Uint8Array>
  impacts: GrowableArray<Uint8Array>
  masks: GrowableArray<Uint8Array>
  position_blocks: GrowableArray<Uint32Array>
  positions: GrowableArray<Uint8Array>
  /** The current term's postings, up to `term_papers`. */
  term_docs: Uint16Array
  term_impacts: Uint8Array
  term_masks: Uint8Array
  term_papers: number
  /** Index in `position_blocks` of the current term's first block. */
  term_block: number
}

/** Expected sizes of sections, which grow beyond. */
type SectionSizes = Partial<Record<'docs' | 'impacts' | 'masks' | 'position_blocks' | 'positions', number>>

/** Creates empty sections for a segment of `docCount` papers. */
export function createPostings(docCount: number, sizes: SectionSizes = {}): PostingsWriter {
  return {
    doc_count: docCount,
    dictionary: createDictionary(),
    docs: growable8(sizes.docs),
    impacts: growable8(sizes.impacts),
    masks: growable8(sizes.masks),
    position_blocks: growable32(sizes.position_blocks),
    positions: growable8(sizes.positions),
    term_docs: new Uint16Array(docCount),
    term_impacts: new Uint8Array(docCount),
    term_masks: new Uint8Array(docCount),
    term_papers: 0,
    term_block: 0,
  }
}

/** Begins the positions of the current term's next posting, which the caller then appends to `positions`. */
export function beginPositions({ term_papers, position_blocks, positions }: PostingsWriter): void {
  if (term_papers % POSITION_BLOCK === 0) push(position_blocks, positions.length)
}

/** Adds a posting to the current term; its papers ascend. */
export function addPosting(writer: PostingsWriter, doc: number, impact: number, mask: number): void {
  const { term_papers } = writer
  writer.term_docs[term_papers] = doc
  writer.term_impacts[term_papers] = impact
  writer.term_masks[term_papers] = mask
  writer.term_papers = term_papers + 1
}

/**
 * Ends the current term, whose bytes are `start` to `end` (exclusive) of `bytes`; without postings it is omitted. Terms
 * end in ascending byte order.
 */
export function endTermPostings(
  writer: PostingsWriter,
  bytes: Uint8Array,
  start: number,
  end: number,
  hasPositions: boolean,
): void {
  const { term_papers: papers, term_block, docs, masks, impacts, position_blocks } = writer
  if (papers === 0) return
  const starts = {
    posting: impacts.length,
    doc: docs.length,
    position_block: term_block,
    mask: masks.length,
  }
  writeImpacts(writer)
  writeDocs(writer.term_docs, papers, writer.doc_count, docs)
  const mask = writeMasks(writer.term_masks, papers, masks)
  addDictionaryTerm(writer.dictionary, bytes, start, end, { papers, hasPositions, mask }, starts)
  writer.term_papers = 0
  writer.term_block = position_blocks.length
}

/** Appends the impacts of the term that is being written. */
function writeImpacts({ impacts, term_impacts, term_papers }: PostingsWriter): void {
  reserveRoom(impacts, term_papers)
  const { array, length } = impacts
  for (let posting = 0; posting < term_papers; posting += 1)
    array[length + posting] = term_impacts[posting] ?? 0
  impacts.length += term_papers
}

/** Returns the sections. */
export function finishPostings(writer: PostingsWriter) {
  return {
    ...finishDictionary(writer.dictionary),
    docs: filledPart(writer.docs),
    impacts: filledPart(writer.impacts),
    masks: filledPart(writer.masks),
    position_blocks: filledPart(writer.position_blocks),
    positions: filledPart(writer.positions),
  }
}

import { foldedText, forEachWord } from '../analysis/analyze.ts'
import { addColumns, createColumns, finishColumns } from './columns.ts'
import { authorsOf, type IndexDocument } from './document.ts'
import { addExactTerms, addNames, addTitles, addWorkNames, createNameCache } from './fields.ts'
import { filledPart, type GrowableArray, growable32, push } from './growable-array.ts'
import {
  addOccurrence,
  addWord,
  BOUNDARY_SHIFT,
  createInverter,
  type Inverter,
  NO_POSITION,
  recycleInverter,
  sortOccurrences,
} from './inverter.ts'
import { MASKS, type SegmentData, TEXT_GAP } from './layout.ts'
import { documentWeights, writePostings } from './postings.ts'
import { type FieldWeights, type IndexRecord, schemaNamed } from './schema.ts'
import { packSegment } from './segment-bytes.ts'
import { termNumber } from './term-table.ts'
import type { AllMemory } from './values.ts'

/** Builds a segment of the index: a paper is analyzed when it is added, and its text is not kept. */
export interface SegmentBuilder {
  /** Returns the number of papers added. */
  count: () => number
  /** Adds a paper, at most `MAX_DOCS` in total, and returns its number in the segment. */
  add: (document: IndexDocument) => number
  /**
   * Creates the segment and empties the builder.
   *
   * @param id identifies the segment.
   * @param outdated numbers in the segment of papers that were changed or deleted before they became searchable.
   */
  finish: (id: number, outdated: Iterable<number>) => SegmentData
  /** Frees the builder's memory; it must not be used afterwards. */
  end: () => void
}

/**
 * Creates a builder of segments.
 *
 * @param values the facets' values so far; new ones are added.
 * @param weights weights of words by field.
 */
export function createBuilder(
  values: AllMemory,
  weights: FieldWeights = schemaNamed('papers').weights,
): SegmentBuilder {
  let draft = createDraft(createInverter(), values)
  return {
    count: () => draft.columns.seq.length,
    add(document) {
      const doc = draft.columns.seq.length
      const { inverter, names, columns } = draft
      const { work } = document
      readTexts(draft, work, doc)
      addColumns(columns, document, addNames(inverter, names, work, authorsOf(work), doc))
      addExactTerms(inverter, work, doc)
      return doc
    },
    finish(id, outdated) {
      const data = finishSegment(draft, weights, id, outdated)
      draft = createDraft(recycleInverter(draft.inverter), values)
      return data
    },
    end() {
      const { terms, term, location, field } = draft.inverter
      releaseArrays([terms.bytes.array, terms.starts.array, terms.slots, term, location, field])
    },
  }
}

/** Builds a segment of all given papers, at most `MAX_DOCS`. */
export function buildSegment(id: number, documents: IndexDocument[], values: AllMemory): SegmentData {
  const builder = createBuilder(values)
  for (const document of documents) builder.add(document)
  return builder.finish(id, [])
}

/** Initial capacity in papers; most segments have few papers. */
const FIRST_PAPERS = 64

/** The papers added to a builder since its last segment. */
type SegmentDraft = ReturnType<typeof createDraft>

/** Creates the state of building a segment, without papers. */
function createDraft(inverter: Inverter, values: AllMemory) {
  return {
    inverter,
    names: createNameCache(),
    columns: createColumns(values),
    /** Number of words in each field of each paper. */
    lengths: {
      title: growable32(FIRST_PAPERS),
      abstract: growable32(FIRST_PAPERS),
      keyword: growable32(FIRST_PAPERS),
    },
  }
}

/** Sorts and weighs the occurrences of a draft and packs everything into a segment. Its arrays are used up. */
function finishSegment(
  { inverter, columns, lengths }: SegmentDraft,
  fieldWeights: FieldWeights,
  id: number,
  outdated: Iterable<number>,
): SegmentData {
  const count = columns.seq.length
  const deleted = new Uint32Array(Math.ceil(count / 32))
  for (const doc of outdated) deleted[doc >>> 5] = (deleted[doc >>> 5] ?? 0) | (1 << (doc & 31))
  const floats = (list: GrowableArray<Uint32Array>) => Float32Array.from(filledPart(list))
  const { title, abstract, keyword } = lengths
  const weights = documentWeights(
    { title: floats(title), abstract: floats(abstract), keyword: floats(keyword) },
    fieldWeights,
  )
  const sorted = sortOccurrences(inverter)
  const postings = writePostings(inverter.terms, sorted, weights)
  releaseArrays([sorted.location, sorted.field])
  const head = { id, doc_count: count, term_count: inverter.terms.count }
  return packSegment(head, { ...postings, ...finishColumns(columns), deleted })
}

/** Frees the memory of large arrays at once instead of waiting for the garbage collector. */
function releaseArrays(arrays: { buffer: ArrayBufferLike }[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/**
 * Adds the texts of a paper to the inverter, and its lengths and `field_ends` to the draft. Positions count on through
 * all texts, with `TEXT_GAP` between two of them.
 */
function readTexts(
  { inverter, lengths, columns: { field_ends } }: SegmentDraft,
  work: IndexRecord,
  doc: number,
): void {
  let base = 0
  let field: number = MASKS.title
  const positionInPaper = (position: number) => Math.min(base + position, NO_POSITION)
  /** Adds a text of the current field and returns its number of words. */
  const addText = (text: string | null, folded = foldedText(text ?? '')): number => {
    if (!text) return 0
    const count = forEachWord(
      folded,
      (entry, position) => addWord(inverter, entry, doc, positionInPaper(position), field),
      (term, position, boundary) => {
        const number = termNumber(inverter.terms, '', term)
        addOccurrence(inverter, number, doc, positionInPaper(position), field | (boundary << BOUNDARY_SHIFT))
      },
    )
    base += count + TEXT_GAP
    return count
  }
  const endField = () => push(field_ends, Math.min(base, NO_POSITION))
  const [title, title_zh] = [foldedText(work.title), foldedText(work.title_zh ?? '')]
  if (work.named_by_title) {
    addTitles(inverter, title, title_zh, doc)
    addWorkNames(inverter, work, doc)
  }
  const titleLength = addText(work.title, title)
  endField()
  push(lengths.title, titleLength + addText(work.title_zh, title_zh))
  endField()
  field = MASKS.abstract
  push(lengths.abstract, addText(work.abstract) + addText(work.abstract_zh))
  endField()
  field = MASKS.keyword
  let length = 0
  for (const keyword of work.keywords) length += addText(keyword)
  push(lengths.keyword, length)
}

import { readFile } from 'node:fs/promises'
import { changedSpans } from '@scinav/contract/changed-spans'
import { openArchive } from '../../archive.ts'
import { rewriteArchive } from '../../rewrite-archive.ts'
import { addComment, addCommentAround } from './add-comment.ts'
import { encodeXml } from './comments-part.ts'
import { createLocator, type TextRange, textFlow, wholeRange } from './locate-text.ts'
import { type BlockFinder, type OpenDocument, openDocument } from './open-docx.ts'
import { ancestorsOf, type PartEdits } from './part-edits.ts'
import { replaceText } from './replace-text.ts'
import type { Authorship } from './word-markup.ts'
import { writePart } from './write-part.ts'

/**
 * A comment on a range of a document. Offsets count UTF-16 units in the text of the block; `end` is exclusive, and
 * equal to `start` for a comment on the whole paragraph.
 */
export interface DocxAnnotation {
  /** Index in the blocks of the parsed document. */
  block: number
  start: number
  end: number
  /** The text of the comment, one line per paragraph. */
  comment: string
  /** Suggested text for a range of the same block, to be written as a tracked change. */
  replacement?: { start: number; end: number; text: string }
}

/** A Word file with comments. */
export interface AnnotatedDocx {
  bytes: Buffer
  /** Number of annotations whose replacement became a tracked change; the others state it in their comment. */
  changed: number
}

/** Number of annotations that are written into a file; further ones are ignored. */
const MAX_ANNOTATIONS = 10_000

/**
 * Writes annotations into a Word file: each as a comment on its range, with the replacement as a tracked change. Runs
 * are divided where a range begins or ends within one, and keep their format; all other bytes of the file stay. When
 * the range is not found in the file, its paragraph gets the comment; when it is in a footnote or endnote, the mark of
 * the note does.
 *
 * @throws UnreadableDocument as `parseDocx` does.
 */
export async function annotateDocx(
  path: string,
  annotations: readonly DocxAnnotation[],
  authorship: Authorship,
): Promise<AnnotatedDocx> {
  const archive = await openArchive(path)
  try {
    const document = await openDocument(archive, authorship)
    const comments: string[] = []
    let changed = 0
    for (const annotation of annotations.slice(0, MAX_ANNOTATIONS)) {
      const isChanged = applyReplacement(document, annotation)
      if (isChanged) changed += 1
      const id = document.nextId()
      const quoted = placeComment(document, annotation, id)
      const suggestion =
        annotation.replacement && !isChanged ? `建议改为：${annotation.replacement.text}` : ''
      const text = [quoted, annotation.comment, suggestion].filter((line) => line !== '').join('\n')
      comments.push(document.commentMarkup(id, text))
    }
    const files = document.addComments(comments.join(''))
    for (const { path, edits } of document.parts) {
      const text = writePart(edits)
      if (text !== null) files.set(path, encodeXml(text))
    }
    return { bytes: rewriteArchive(await readFile(path), files), changed }
  } finally {
    archive.close()
  }
}

/** Writes the replacement of an annotation, if any, as a tracked change, and returns whether that was possible. */
function applyReplacement(document: OpenDocument, { block, replacement }: DocxAnnotation): boolean {
  const finder = blockFinder(document, block)
  if (!replacement || !finder) return false
  const { start, end, text } = replacement
  const before = document.blocks[block]?.text.slice(start, end) ?? ''
  const ranges = changedSpans(before, text).map((span) => ({
    range: finder.find(start + span.start, start + span.end),
    text: span.text,
  }))
  const part = ranges[0]?.range && partOf(document, ranges[0].range)
  return part ? replaceText(part, ranges) : false
}

/** Returns the finder of a block; undefined for an index or a block without paragraphs. */
function blockFinder({ finders, blocks }: OpenDocument, index: number): BlockFinder | undefined {
  const block = blocks[index]
  if (!block?.paragraphs) return undefined
  const cached = finders.get(index)
  if (cached) return cached
  const flow = textFlow(block.paragraphs)
  const finder = { flow, find: createLocator({ block, flow }) }
  finders.set(index, finder)
  return finder
}

/** Returns the part that contains a range. */
const partOf = ({ parts }: OpenDocument, { flow }: TextRange): PartEdits | undefined => {
  const [piece] = flow.pieces
  return piece && parts.find(({ edits }) => edits.source.spans.has(piece.element))?.edits
}

/**
 * Puts a comment on the range of an annotation, else on its paragraph, else on the nearest one with text.
 *
 * @returns for a range in a note, where Word allows no comments, a line that quotes it; '' otherwise
 */
function placeComment(document: OpenDocument, { block, start, end }: DocxAnnotation, id: number): string {
  const exact = start < end ? blockFinder(document, block)?.find(start, end) : null
  const placed = exact && commentRange(document, exact, id)
  if (typeof placed === 'string') return placed
  for (const index of nearestFirst(block, document.blocks.length)) {
    const flow = blockFinder(document, index)?.flow
    const range = flow && wholeRange(flow)
    const quoted = range && commentRange(document, range, id)
    if (typeof quoted === 'string') return quoted
  }
  return ''
}

/** Length at which the quotation of a note in a comment is cut. */
const MAX_QUOTED_CHARS = 80

/**
 * Puts a comment on a range. Returns what `placeComment` returns, or null when the comment could not be placed because
 * the range is in a note that has no mark in the text.
 */
function commentRange(document: OpenDocument, range: TextRange, id: number): string | null {
  const part = partOf(document, range)
  const main = document.parts[0]?.edits
  if (!part || !main) return null
  if (part === main) {
    addComment(part, range, id)
    return ''
  }
  const [piece] = range.flow.pieces
  const note = piece && ancestorsOf(part, piece.element).find(({ name }) => /^w:(?:foot|end)note$/.test(name))
  const mark = note && document.noteMarks.get(`${note.name} ${note.attributes['w:id']}`)
  if (!mark) return null
  addCommentAround(main, mark, id)
  const text = range.flow.text.slice(range.start, range.end)
  const cut = text.length > MAX_QUOTED_CHARS ? `${text.slice(0, MAX_QUOTED_CHARS)}…` : text
  return `${note.name === 'w:footnote' ? '脚注' : '尾注'}「${cut}」`
}

/** Yields the indices from 0 to `count` − 1 by their distance from `index`, the nearest first. */
function* nearestFirst(index: number, count: number): Generator<number> {
  const origin = Math.min(Math.max(index, 0), count - 1)
  yield origin
  for (let distance = 1; distance < count; distance += 1) {
    if (origin - distance >= 0) yield origin - distance
    if (origin + distance < count) yield origin + distance
  }
}

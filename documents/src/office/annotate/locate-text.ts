// Finds ranges of the parsed text of a block in the text of the file that it was read from, before it was cleaned.
import type { Block } from '../../document.ts'
import type { ParagraphSource } from '../docx.ts'
import type { TextPiece } from '../docx-text.ts'

/** A range of the text that a block was read from; `end` is exclusive. */
export interface TextRange {
  flow: TextFlow
  start: number
  end: number
  /** False when the text sought begins or ends within a ligature, which the range then includes whole. */
  isExact: boolean
}

/** The text of a block before it was cleaned: that of its paragraphs, each on a line of its own. */
export interface TextFlow {
  text: string
  /** The elements that the text comes from, with their offsets in it. */
  pieces: (TextPiece & { paragraph: ParagraphSource })[]
}

/** Joins the paragraphs of a block, with a line break between them, which belongs to no piece. */
export function textFlow(paragraphs: readonly ParagraphSource[]): TextFlow {
  const pieces: TextFlow['pieces'] = []
  const lines: string[] = []
  let offset = 0
  for (const paragraph of paragraphs) {
    for (const { element, start, end } of paragraph.pieces)
      pieces.push({ element, start: start + offset, end: end + offset, paragraph })
    lines.push(paragraph.text)
    offset += paragraph.text.length + 1
  }
  return { text: lines.join('\n'), pieces }
}

/** A text without anything that cleaning may change, so that parsed text can be found in the text of the file. */
interface ComparableText {
  text: string
  /** For each unit of `text`, the offset of its character in the original text. */
  offsets: Uint32Array
  /** For each unit of `text`, the length of that character. */
  lengths: Uint8Array
}

/** Matches a character that is left out: white space, or one that is not visible. */
const IGNORED_CHARACTER = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\u2800]/u
/** Matches frequent characters that decomposition does not change. */
const PLAIN_CHARACTER = /[!-~\u4e00-\u9fff]/

/** Removes white space and invisible characters, and decomposes the rest (NFKD). */
function comparableText(text: string): ComparableText {
  const parts: string[] = []
  const offsets: number[] = []
  const lengths: number[] = []
  let offset = 0
  for (const character of text) {
    const form = searchForm(character)
    if (form !== '') parts.push(form)
    for (let unit = 0; unit < form.length; unit += 1) {
      offsets.push(offset)
      lengths.push(character.length)
    }
    offset += character.length
  }
  return { text: parts.join(''), offsets: Uint32Array.from(offsets), lengths: Uint8Array.from(lengths) }
}

/** Returns the comparable form of a character, which may be '' or several characters. */
function searchForm(character: string): string {
  if (PLAIN_CHARACTER.test(character)) return character
  return IGNORED_CHARACTER.test(character) ? '' : character.normalize('NFKD').replace(/\s/g, '')
}

/** A parsed block and the text it was read from. */
export interface LocatableBlock {
  block: Pick<Block, 'text'>
  flow: TextFlow
}

/**
 * Returns a function that takes a range of the parsed text of a block and returns the same range of the text it was
 * read from; null when it is not there, as for list numbers, which Word only displays.
 */
export function createLocator({
  block,
  flow,
}: LocatableBlock): (start: number, end: number) => TextRange | null {
  const parsed = comparableText(block.text)
  const source = comparableText(flow.text)
  // Usually the whole block is found at once; otherwise each range is sought by itself.
  const isPrefix = source.text.startsWith(parsed.text)
  return (start, end) => {
    if (start < 0 || end > block.text.length || start > end) return null
    const from = firstIndexAtLeast(parsed.offsets, start)
    const to = firstIndexAtLeast(parsed.offsets, end)
    const sourceFrom = isPrefix ? from : findSameOccurrence(parsed.text, source.text, from, to)
    if (sourceFrom === -1) return null
    const sourceTo = sourceFrom + to - from
    const startGap = gapAt(source, sourceFrom, flow.text)
    const endGap = gapAt(source, sourceTo, flow.text)
    const sourceStart = moveIntoGap(start, gapAt(parsed, from, block.text), startGap, 'end')
    const sourceEnd = moveIntoGap(end, gapAt(parsed, to, block.text), endGap, 'start')
    const range = { start: start === end ? sourceEnd : Math.min(sourceStart, sourceEnd), end: sourceEnd }
    const isExact = !isWithinCharacter(source, sourceFrom) && !isWithinCharacter(source, sourceTo)
    return hasPieces(flow, range) ? { flow, ...range, isExact } : null
  }
}

/** Returns whether a unit of a comparable text comes from the same character as the one before it. */
const isWithinCharacter = ({ offsets }: ComparableText, index: number): boolean =>
  index > 0 && index < offsets.length && offsets[index] === offsets[index - 1]

/** The ignored characters between two units of a comparable text, as a range of the original text; may be empty. */
interface Gap {
  start: number
  end: number
}

/** Returns the gap before a unit of a comparable text. */
const gapAt = ({ offsets, lengths }: ComparableText, index: number, text: string): Gap => ({
  start: index === 0 ? 0 : (offsets[index - 1] ?? 0) + (lengths[index - 1] ?? 0),
  end: offsets[index] ?? text.length,
})

/**
 * Moves an offset in a gap to the corresponding gap of another text.
 *
 * @param preferred where it goes in the other gap when its own gap is empty, so that it is both start and end
 */
function moveIntoGap(offset: number, from: Gap, to: Gap, preferred: 'start' | 'end'): number {
  const other = preferred === 'start' ? 'end' : 'start'
  if (offset === from[preferred]) return to[preferred]
  if (offset === from[other]) return to[other]
  return Math.min(to.start + Math.max(0, offset - from.start), to.end)
}

/** Returns the index of the first offset that is at least `least` (binary search). */
function firstIndexAtLeast(offsets: Uint32Array, least: number): number {
  let [low, high] = [0, offsets.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((offsets[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** Bounds how many occurrences are counted when a text occurs more than once. */
const MAX_OCCURRENCES = 1_000

/**
 * Returns the offset in `source` of the text from `from` to `to` of `parsed`, or −1. The third occurrence in `parsed`
 * is taken for the third one in `source`, or for its last one when it has fewer.
 */
function findSameOccurrence(parsed: string, source: string, from: number, to: number): number {
  const text = parsed.slice(from, to)
  let at = source.indexOf(text)
  let earlier = parsed.indexOf(text)
  for (let count = 0; earlier < from && count < MAX_OCCURRENCES; count += 1) {
    const next = source.indexOf(text, at + 1)
    if (next === -1) break
    at = next
    earlier = parsed.indexOf(text, earlier + 1)
  }
  return at
}

/** Returns the pieces of a flow that a range touches, in order; an empty range touches those that it is inside of. */
export const piecesIn = (
  { pieces }: TextFlow,
  { start, end }: { start: number; end: number },
): TextFlow['pieces'] => pieces.filter((piece) => piece.start < end && piece.end > start)

/** Returns whether a range contains text of an element or, when it is empty, follows some. */
const hasPieces = (flow: TextFlow, { start, end }: { start: number; end: number }): boolean =>
  flow.pieces.some((piece) => piece.start < end && piece.end > Math.min(start, end - 1))

/** Returns the range from the first to the last text of a flow, null when it has none. */
export function wholeRange(flow: TextFlow): TextRange | null {
  const pieces = flow.pieces.filter(({ start, end }) => end > start)
  const [first, last] = [pieces[0], pieces.at(-1)]
  return first && last ? { flow, start: first.start, end: last.end, isExact: true } : null
}

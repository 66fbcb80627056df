import type { Block } from '../../document.ts'
import type { ParagraphSource } from '../docx.ts'
import type { TextPiece } from '../docx-text.ts'

/** A range of the text that a block was read from; `end` is behind its last character. */
export interface TextRange {
  flow: TextFlow
  start: number
  end: number
  /** Whether it begins and ends where the text in question does, and not before or behind a ligature that this cuts. */
  isExact: boolean
}

/** The text of a block as the file has it: that of its paragraphs, with the parts it comes from. */
export interface TextFlow {
  text: string
  pieces: (TextPiece & { paragraph: ParagraphSource })[]
}

/** Joins the paragraphs of a block, each on a line of its own. */
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

/** A text reduced to what cleaning it does not change, with the offset from which each of its units comes. */
interface ComparableText {
  text: string
  offsets: Uint32Array
  /** Length of the character at each of `offsets`. */
  lengths: Uint8Array
}

const IGNORED_CHARACTER = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\u2800]/u
const PLAIN_CHARACTER = /[!-~\u4e00-\u9fff]/

/** Removes white space and invisible characters, and takes the rest apart into its compatible forms (NFKD). */
function comparableText(text: string): ComparableText {
  const parts: string[] = []
  const offsets: number[] = []
  const lengths: number[] = []
  let offset = 0
  for (const sign of text) {
    const form = PLAIN_CHARACTER.test(sign) ? sign : IGNORED_CHARACTER.test(sign) ? '' : decompose(sign)
    if (form !== '') parts.push(form)
    for (let unit = 0; unit < form.length; unit += 1) {
      offsets.push(offset)
      lengths.push(sign.length)
    }
    offset += sign.length
  }
  return { text: parts.join(''), offsets: Uint32Array.from(offsets), lengths: Uint8Array.from(lengths) }
}

const decompose = (sign: string): string => sign.normalize('NFKD').replace(/\s/g, '')

/** A finished block with its text in the file. */
export interface LocatableBlock {
  block: Pick<Block, 'text'>
  flow: TextFlow
}

/**
 * Returns a function that finds the text from `start` to `end` of a block (offsets as in its `text`) in the text it was
 * read from; null when it is not there, which happens for the numbers that Word counts.
 */
export function createLocator({
  block,
  flow,
}: LocatableBlock): (start: number, end: number) => TextRange | null {
  const shown = comparableText(block.text)
  const source = comparableText(flow.text)
  const isBeginning = source.text.startsWith(shown.text)
  return (start, end) => {
    if (start < 0 || end > block.text.length || start > end) return null
    const from = firstFrom(shown.offsets, start)
    const to = firstFrom(shown.offsets, end)
    const at = isBeginning ? from : findSameOccurrence(shown.text, source.text, from, to)
    if (at === -1) return null
    const gaps = [gapAt(shown, from, block.text), gapAt(source, at, flow.text)] as const
    const endGaps = [gapAt(shown, to, block.text), gapAt(source, at + to - from, flow.text)] as const
    const until = moveIntoGap(end, ...endGaps)
    const range = {
      start: start === end ? until : Math.min(until, moveIntoGap(start, ...gaps, true)),
      end: until,
    }
    const isExact = !isWithinCharacter(source, at) && !isWithinCharacter(source, at + to - from)
    return hasPieces(flow, range) ? { flow, ...range, isExact } : null
  }
}

/** Returns whether a unit of a comparable text comes from the same character as the one before it. */
const isWithinCharacter = ({ offsets }: ComparableText, index: number): boolean =>
  index > 0 && index < offsets.length && offsets[index] === offsets[index - 1]

/** White space and invisible characters between two compared units, which may be none. */
interface Gap {
  start: number
  end: number
}

/** Returns the gap before a unit of a comparable text. */
const gapAt = ({ offsets, lengths }: ComparableText, index: number, text: string): Gap => ({
  start: index === 0 ? 0 : (offsets[index - 1] ?? 0) + (lengths[index - 1] ?? 0),
  end: offsets[index] ?? text.length,
})

/** Moves an offset from a gap to the same gap of another text; one at both ends of the gap goes to its start, or end. */
function moveIntoGap(offset: number, from: Gap, to: Gap, prefersEnd = false): number {
  if (offset === (prefersEnd ? from.end : from.start)) return prefersEnd ? to.end : to.start
  if (offset === (prefersEnd ? from.start : from.end)) return prefersEnd ? to.start : to.end
  return Math.min(to.start + Math.max(0, offset - from.start), to.end)
}

/** Returns the index of the first offset that is at least `least` (binary search). */
function firstFrom(offsets: Uint32Array, least: number): number {
  let [low, high] = [0, offsets.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((offsets[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** Bounds how many equal places are counted when a text occurs more than once. */
const MAX_OCCURRENCES = 1_000

/** Returns where the text from `from` to `to` stands in `source`: the third time if it is the third time in `shown`. */
function findSameOccurrence(shown: string, source: string, from: number, to: number): number {
  const text = shown.slice(from, to)
  let at = source.indexOf(text)
  let earlier = shown.indexOf(text)
  for (let count = 0; earlier < from && count < MAX_OCCURRENCES; count += 1) {
    const next = source.indexOf(text, at + 1)
    if (next === -1) break
    at = next
    earlier = shown.indexOf(text, earlier + 1)
  }
  return at
}

/** Returns the parts that a range covers. */
export const piecesIn = (
  { pieces }: TextFlow,
  { start, end }: { start: number; end: number },
): TextFlow['pieces'] => pieces.filter((piece) => piece.start < end && piece.end > start)

/** Returns whether a range has text of the file, or, when it is empty, follows some. */
const hasPieces = (flow: TextFlow, { start, end }: { start: number; end: number }): boolean =>
  flow.pieces.some((piece) => piece.start < end && piece.end > Math.min(start, end - 1))

/** Returns the range of all text of a flow, null when it has none. */
export function wholeRange(flow: TextFlow): TextRange | null {
  const pieces = flow.pieces.filter(({ start, end }) => end > start)
  const [first, last] = [pieces[0], pieces.at(-1)]
  return first && last ? { flow, start: first.start, end: last.end, isExact: true } : null
}

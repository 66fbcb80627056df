import type { BodyMetrics } from '../page/body-metrics.ts'
import type { TextRow } from '../page/reading-order.ts'

/** Largest step between lines of a paragraph, as a multiple of the leading: in general, and next to a formula. */
export const MAX_STEP = 1.3
const MAX_TALL_STEP = 1.75

/** Returns whether a row begins a paragraph after the row before it in reading order. */
export function beginsParagraph(row: TextRow, before: TextRow, body: BodyMetrics): boolean {
  return row.column === before.column && row.above !== null
    ? beginsBelow(row, before, body)
    : !continuesBeyondColumn(row, before, body)
}

/** Matches the end of a sentence, with a citation such as [3, 4] after it. */
const SENTENCE_END = /[。.!?;:][”"’')\]]?(?:\[[\d,\s–-]{1,20}\])?$/
/** Largest difference in size within a paragraph, as a share of the body size. */
const MAX_SIZE_DIFFERENCE = 0.12

/** Returns whether a row begins a paragraph below another row of the same column. */
function beginsBelow(row: TextRow, before: TextRow, body: BodyMetrics): boolean {
  const isAfterSentence = SENTENCE_END.test(before.line.text)
  if (
    Math.abs(row.line.size - before.line.size) > MAX_SIZE_DIFFERENCE * body.size ||
    hasSpaceBetween(row, before, body)
  )
    return true
  if (endsEarly(before) && isAfterSentence) return true
  if (!hasIndent(row)) return false
  // Below an unindented row, an indent begins a paragraph if paragraphs of this text do so, or a sentence has ended.
  if (!hasIndent(before)) return body.isIndented || isAfterSentence
  // Below an indented row, which may be of an indented passage, only if that row is a whole paragraph: it ends early.
  return body.isIndented && !isFullLine(before)
}

/** Leading of rows larger than the body: at most a multiple of that of the body, at least a multiple of their size. */
const MAX_LEADING_RATIO = 1.2
const MIN_LEADING_RATIO = 1.05

/** Returns whether there is more space between two rows than within a paragraph. */
function hasSpaceBetween(row: TextRow, before: TextRow, { leading: usual, size }: BodyMetrics): boolean {
  const growth = Math.min(MAX_LEADING_RATIO, row.line.size / size)
  const leading = Math.max(usual * growth, row.line.size * MIN_LEADING_RATIO)
  const maxStep = leading * (isTallLine(row, before) ? MAX_TALL_STEP : MAX_STEP)
  return (row.above ?? 0) > maxStep
}

/**
 * A word that is farther off the baseline, in ems, or larger, as a share of the size of its line, makes a line tall.
 */
const MIN_SHIFT_EM = 0.25
const MIN_TALL_RATIO = 1.15

/** Returns whether two rows are of one sentence, and a formula or an index in one of them increases their distance. */
const isTallLine = (row: TextRow, before: TextRow): boolean =>
  !SENTENCE_END.test(before.line.text) &&
  [row, before].some(({ line }) =>
    line.words.some(
      (word) =>
        Math.abs(word.y - line.y) > MIN_SHIFT_EM * line.size || word.style.size > line.size * MIN_TALL_RATIO,
    ),
  )

/**
 * Distances from the right edge, in ems: below the first a line reaches it, below the second it is flush with it, and
 * above the third it ends early.
 */
const FULL_LINE_EM = 1.6
const FLUSH_LINE_EM = 0.12
const EARLY_END_EM = 3

/** Returns whether a line ends well before the right edge. */
const endsEarly = ({ line, column }: TextRow): boolean => line.x1 < column.right - EARLY_END_EM * line.size

/** Bounds of the indent of a first line, in ems. */
const MIN_INDENT_EM = 0.8
const MAX_INDENT_EM = 5

/** Returns whether a row has the indent of a first line. */
const hasIndent = ({ line, column }: TextRow): boolean => {
  const indent = line.x0 - column.left
  return indent > MIN_INDENT_EM * line.size && indent < MAX_INDENT_EM * line.size
}

/** Returns whether a line reaches the right edge, as all but the last line of a paragraph do. */
const isFullLine = ({ line, column }: TextRow): boolean => line.x1 > column.right - FULL_LINE_EM * line.size

/** Returns whether a row in another column or page continues the paragraph of the row before. */
function continuesBeyondColumn(row: TextRow, before: TextRow, body: BodyMetrics): boolean {
  const { text } = row.line
  if (Math.abs(row.line.size - before.line.size) > MAX_SIZE_DIFFERENCE * body.size) return false
  // The sentence is unfinished, unless an indent after a short line shows that it just lacks its full stop.
  if (!SENTENCE_END.test(before.line.text)) return !(body.isIndented && hasIndent(row) && !isFullLine(before))
  // What looked like the end of a sentence was an abbreviation.
  if (/^\p{Ll}/u.test(text)) return true
  // A sentence has ended. Where paragraphs begin with an indent, its absence shows that the paragraph goes on;
  // elsewhere only a line up to the very edge does.
  return body.isIndented ? !hasIndent(row) && isFullLine(before) : isFlushRight(before)
}

/**
 * Returns whether a line ends exactly at the right edge, as justified lines within a paragraph do and last lines
 * rarely do.
 */
const isFlushRight = ({ line, column }: TextRow): boolean =>
  line.x1 > column.right - FLUSH_LINE_EM * line.size

import type { BodyMetrics } from './body-metrics.ts'
import type { TextRow } from './reading-order.ts'

const BULLET = /^(?:[•·●○▪■◦‣∙*–—-]|[\uF0A7\uF0B7])\s*(?=\S)/u
const ENUMERATOR =
  /^(?:\(\s*(?:\d{1,2}|[a-z]|[ivx]{1,4}|[一二三四五六七八九十]{1,2})\s*\)|(?:\d{1,2}|[a-z])\)|\d{1,2}\.(?!\d)|[①-⑳])\s*(?=\S)/
const CLOSING_PUNCTUATION = /[。.!?:;”"’')\]]$/
const SENTENCE_END = /[。.!?;:][”"’')\]]?(?:\[[\d,\s–-]{1,20}\])?$/

const hasItemMark = ({ line }: TextRow): boolean => BULLET.test(line.text) || ENUMERATOR.test(line.text)

/** Returns whether a row is the first of a list item: it has a mark, and an indent or a neighbour with a mark. */
export function beginsItem(
  row: TextRow,
  before: TextRow | undefined,
  next: TextRow | undefined,
  item: TextRow | null = null,
): boolean {
  const { line, column } = row
  if (!hasItemMark(row)) return false
  if (/^[•●○▪■◦‣∙]/.test(line.text)) return true
  const hanging = next?.column === column && next.line.x0 > line.x0 + 4 && !hasItemMark(next)
  const indented = line.x0 > column.left + 0.5 * line.size
  const afterItem = before !== undefined && hasItemMark(before)
  const aligned = [item, afterItem ? before : null].some(
    (other) => other && Math.abs(line.x0 - other.line.x0) < 2,
  )
  const ended =
    before === undefined || row.above === null || aligned || CLOSING_PUNCTUATION.test(before.line.text)
  if (/^\d{1,2}\./.test(line.text) && !indented && !hanging && !aligned) return false
  return ended && (indented || hanging || aligned || afterItem || (next !== undefined && hasItemMark(next)))
}

/** Returns whether a row continues a list item below its first row, indented behind its mark. */
export const hangsBelow = (row: TextRow, item: TextRow, body: BodyMetrics): boolean => {
  const indent = row.line.x0 - item.line.x0
  return (
    row.column === item.column &&
    (row.above ?? 0) <= body.leading * 1.3 &&
    indent > 2 &&
    indent < 4 * row.line.size
  )
}

const isIndented = ({ line, column }: TextRow): boolean => {
  const indent = line.x0 - column.left
  return indent > 0.8 * line.size && indent < 5 * line.size
}

/** Returns whether a line reaches the right edge, as all but the last line of a paragraph do. */
const isFullLine = ({ line, column }: TextRow): boolean => line.x1 > column.right - 1.6 * line.size

/**
 * Returns whether a line ends exactly at the right edge, as justified lines within a paragraph do and last lines
 * rarely do.
 */
const isFlushRight = ({ line, column }: TextRow): boolean => line.x1 > column.right - 0.12 * line.size

const endsEarly = ({ line, column }: TextRow): boolean => line.x1 < column.right - 3 * line.size

/** Returns whether there is more space between two rows than a formula in one of them needs. */
function hasSpaceBetween(row: TextRow, before: TextRow, { leading: usual, size }: BodyMetrics): boolean {
  const leading = Math.max(usual * Math.min(1.2, row.line.size / size), row.line.size * 1.05)
  const step = row.above ?? 0
  return step > leading * (isTallLine(row, before) ? 1.75 : 1.3)
}

/** Returns whether a row begins a paragraph below another row of the same column. */
function beginsBelow(row: TextRow, before: TextRow, body: BodyMetrics): boolean {
  const ended = SENTENCE_END.test(before.line.text)
  if (Math.abs(row.line.size - before.line.size) > 0.12 * body.size || hasSpaceBetween(row, before, body))
    return true
  if (endsEarly(before) && ended) return true
  if (!isIndented(row)) return false
  return isIndented(before) ? body.indented && !isFullLine(before) : body.indented || ended
}

/** Returns whether a formula or an index in one of two rows of a sentence increases their distance. */
const isTallLine = (row: TextRow, before: TextRow): boolean =>
  !SENTENCE_END.test(before.line.text) &&
  [row, before].some(({ line }) =>
    line.words.some(
      (word) => Math.abs(word.y - line.y) > 0.25 * line.size || word.style.size > line.size * 1.15,
    ),
  )

/** Returns whether a row in another column or page continues the paragraph of the row before. */
function continuesBeyondColumn(row: TextRow, before: TextRow, body: BodyMetrics): boolean {
  const { text } = row.line
  if (Math.abs(row.line.size - before.line.size) > 0.12 * body.size) return false
  if (!SENTENCE_END.test(before.line.text)) return !(body.indented && isIndented(row) && !isFullLine(before))
  if (/^\p{Ll}/u.test(text)) return true
  return body.indented ? !isIndented(row) && isFullLine(before) : isFlushRight(before)
}

/** Returns whether a row begins a paragraph after the row before it in reading order. */
export function beginsParagraph(row: TextRow, before: TextRow, body: BodyMetrics): boolean {
  return row.column === before.column && row.above !== null
    ? beginsBelow(row, before, body)
    : !continuesBeyondColumn(row, before, body)
}

// Recognizes the items of lists by their marks and indents.
import type { BodyMetrics } from '../page/body-metrics.ts'
import type { TextRow } from '../page/reading-order.ts'
import { MAX_STEP } from './paragraphs.ts'

/** Matches the end of a text that a list item may follow. */
const CLOSING_PUNCTUATION = /[。.!?:;”"’')\]]$/
/** Matches a bullet that no text other than a list item begins with. */
const UNMISTAKABLE_BULLET = /^[•●○▪■◦‣∙]/
/** Matches a number such as `3.`, which at the left edge rather belongs to a heading, or ends the sentence before. */
const PLAIN_NUMBER = /^\d{1,2}\./
/** The least indent of the text behind a mark, or of the mark itself. */
const MIN_HANGING_INDENT_PT = 4
const MIN_MARK_INDENT_EM = 0.5
/** Rows whose left edges differ by less are aligned. */
const ALIGNMENT_TOLERANCE_PT = 2

/**
 * Returns whether a row is the first of a list item: it has a mark, and an indent or a neighbor with a mark. An
 * unmistakable bullet is enough by itself.
 *
 * @param before the row before in reading order
 * @param next the row after in reading order
 * @param lastItem the first row of the item before, if the list is open
 */
export function beginsItem(
  row: TextRow,
  before: TextRow | undefined,
  next: TextRow | undefined,
  lastItem: TextRow | null = null,
): boolean {
  const { line, column } = row
  if (!hasItemMark(row)) return false
  if (UNMISTAKABLE_BULLET.test(line.text)) return true
  const hasHangingIndent =
    next?.column === column && next.line.x0 > line.x0 + MIN_HANGING_INDENT_PT && !hasItemMark(next)
  const isIndented = line.x0 > column.left + MIN_MARK_INDENT_EM * line.size
  const isAfterMark = before !== undefined && hasItemMark(before)
  const isAligned = [lastItem, isAfterMark ? before : null].some(
    (other) => other && Math.abs(line.x0 - other.line.x0) < ALIGNMENT_TOLERANCE_PT,
  )
  /** Whether its position sets it off from running text. */
  const isSetOff = isIndented || hasHangingIndent || isAligned
  if (PLAIN_NUMBER.test(line.text) && !isSetOff) return false
  const isAfterEnd =
    before === undefined || row.above === null || isAligned || CLOSING_PUNCTUATION.test(before.line.text)
  return isAfterEnd && (isSetOff || isAfterMark || (next !== undefined && hasItemMark(next)))
}

/** Matches the sign of a list item before its text. */
const BULLET = /^(?:[•·●○▪■◦‣∙*–—-]|[\uF0A7\uF0B7])\s*(?=\S)/u
/** Matches the number of a list item before its text: (2), (b), (iv), （三）, 2), b), 2., ②. */
const ENUMERATOR =
  /^(?:\(\s*(?:\d{1,2}|[a-z]|[ivx]{1,4}|[一二三四五六七八九十]{1,2})\s*\)|(?:\d{1,2}|[a-z])\)|\d{1,2}\.(?!\d)|[①-⑳])\s*(?=\S)/

/** Returns whether a row begins with the sign or number of a list item. */
const hasItemMark = ({ line }: TextRow): boolean => BULLET.test(line.text) || ENUMERATOR.test(line.text)

/** Largest indent of a list item's text behind its mark. */
const MAX_ITEM_INDENT_EM = 4

/** Returns whether a row continues a list item below its first row, indented behind its mark. */
export const hangsBelow = (row: TextRow, item: TextRow, body: BodyMetrics): boolean => {
  const indent = row.line.x0 - item.line.x0
  return (
    row.column === item.column &&
    (row.above ?? 0) <= body.leading * MAX_STEP &&
    indent > ALIGNMENT_TOLERANCE_PT &&
    indent < MAX_ITEM_INDENT_EM * row.line.size
  )
}

import type { BodyMetrics } from '../page/body-metrics.ts'
import { isSameSize } from '../page/lines.ts'
import type { ColumnRow, TextColumn } from '../page/reading-order.ts'

/** Matches the kind and the number of a caption: 图 3, 续表 2-1, Fig. 4, Table IV, Algorithm 1. */
const CAPTION_START =
  /^(?:续?(?:图|表)|figure|fig\.|table|scheme|algorithm|listing|plate)\s*(?:[a-z]?\d{1,3}(?:[-.–]\d{1,3})?|[ivxl]{1,5}(?=[.:\s]|$))/i
/** Step from which there is space above a row, as a multiple of the leading. */
const MIN_SPACE_ABOVE = 1.2
/** Size below which a row is small print, as a share of the body size. */
const SMALL_PRINT_RATIO = 0.97
/** Bounds the rows of a caption after its first. */
const MAX_CONTINUATION_ROWS = 11

/**
 * Returns the captions of a column, each with its continuation rows. A row that begins like a caption is one when it
 * is in small print, centered, or below some space and bold or with punctuation after its number.
 */
export function findCaptions(
  column: TextColumn,
  rows: readonly ColumnRow[],
  body: BodyMetrics,
): ColumnRow[][] {
  const captions: ColumnRow[][] = []
  rows.forEach((row, at) => {
    const { line } = row
    if (!beginsCaption(line.text)) return
    const before = rows[at - 1]
    const hasSpaceAbove = !before || line.y - before.line.y > body.leading * MIN_SPACE_ABOVE
    const isSmall = line.size < body.size * SMALL_PRINT_RATIO
    const isBold = line.words[0]?.style.bold === true && body.style?.bold !== true
    const isPunctuated = /^\s?[.:|]/.test(line.text.replace(CAPTION_START, ''))
    if (!isSmall && !isCentered(row, column) && !(hasSpaceAbove && (isBold || isPunctuated))) return
    captions.push([row, ...continuationRows(rows.slice(at + 1, at + 1 + MAX_CONTINUATION_ROWS), row, column)])
  })
  return captions
}

/** Matches what follows the number of a caption, but not that of a sentence which mentions a figure. */
const AFTER_CAPTION_NUMBER = /^(?:$|\s*[.:|—–]|\s*[\p{Script=Han}]|\s{1,3}[\p{Lu}\p{N}(])/u
/** Matches what follows the number in a sentence that mentions a figure: Figure 3 shows, 图 3 所示. */
const SENTENCE_VERB =
  /^\s*(?:shows?|is|are|presents?|lists?|gives?|and|to|中|所示|给出|显示|列出|表明|说明|可见|可以)/i

/** Returns whether a line begins a caption, such as 图 3 or Table 2., followed by a name and not by a verb. */
export function beginsCaption(text: string): boolean {
  const number = CAPTION_START.exec(text)
  if (!number) return false
  const rest = text.slice(number[0].length)
  return AFTER_CAPTION_NUMBER.test(rest) && !SENTENCE_VERB.test(rest)
}

/** Largest difference of the space left and right of a centered row, as a share of the width of its column. */
const MAX_CENTER_OFFSET = 0.12
/** Minimum indent of a centered row, in points. */
const MIN_CENTER_INDENT = 8

/** Returns whether a row is indented and stands in the middle of its column. */
const isCentered = ({ line }: ColumnRow, { left, right }: TextColumn): boolean =>
  Math.abs(line.x0 - left - (right - line.x1)) < MAX_CENTER_OFFSET * (right - left) &&
  line.x0 > left + MIN_CENTER_INDENT

/** Largest step between the rows of a caption, in ems. */
const MAX_STEP_EM = 1.6
/** How far a row that continues may end before the right edge of the column, in ems, or of the first row, in points. */
const MAX_FREE_EM = 3
const MAX_SHORTER = 20

/**
 * Returns the rows that continue a caption: of the same size and weight and close below each other, until a short row
 * ends the caption.
 */
function continuationRows(rows: readonly ColumnRow[], first: ColumnRow, column: TextColumn): ColumnRow[] {
  const continuation: ColumnRow[] = []
  const { size, x1, style } = first.line
  let before = first
  for (const row of rows) {
    const isBeforeFull = before.line.x1 > Math.max(column.right - MAX_FREE_EM * size, x1 - MAX_SHORTER)
    const isAlike = isSameSize(row.line.size, size) && row.line.style.bold === style.bold
    const isClose = row.line.y - before.line.y <= size * MAX_STEP_EM
    // The same caption in a second language is a caption of its own.
    if (!isBeforeFull || !isAlike || !isClose || row.parts.length > 2 || beginsCaption(row.line.text)) break
    continuation.push(row)
    before = row
  }
  return continuation
}

import type { BodyMetrics } from './body-metrics.ts'
import type { ColumnRow, TextColumn } from './reading-order.ts'

const CAPTION_START =
  /^(?:续?(?:图|表)|figure|fig\.|table|scheme|algorithm|listing|plate)\s*(?:[a-z]?\d{1,3}(?:[-.–]\d{1,3})?|[ivxl]{1,5}(?=[.:\s]|$))/i
/** Matches what follows the number of a caption, but not that of a sentence which mentions a figure. */
const AFTER_CAPTION_NUMBER = /^(?:$|\s*[.:|—–]|\s*[\p{Script=Han}]|\s{1,3}[\p{Lu}\p{N}(])/u
const SENTENCE_VERB =
  /^\s*(?:shows?|is|are|presents?|lists?|gives?|and|to|中|所示|给出|显示|列出|表明|说明|可见|可以)/i

/** Returns whether a line begins a caption, such as 图 3 or Table 2., followed by a name and not by a verb. */
export function beginsCaption(text: string): boolean {
  const number = CAPTION_START.exec(text)
  if (!number) return false
  const rest = text.slice(number[0].length)
  return AFTER_CAPTION_NUMBER.test(rest) && !SENTENCE_VERB.test(rest)
}

const isCentred = ({ line }: ColumnRow, { left, right }: TextColumn): boolean =>
  Math.abs(line.x0 - left - (right - line.x1)) < 0.12 * (right - left) && line.x0 > left + 8

/** Returns the captions of a column, each with its continuation rows. */
export function findCaptions(
  column: TextColumn,
  rows: readonly ColumnRow[],
  body: BodyMetrics,
): ColumnRow[][] {
  const captions: ColumnRow[][] = []
  rows.forEach((row, at) => {
    if (!beginsCaption(row.line.text)) return
    const before = rows[at - 1]
    const apart = !before || row.line.y - before.line.y > body.leading * 1.2
    const small = row.line.size < body.size * 0.97
    const bold = row.line.words[0]?.style.bold === true && body.style?.bold !== true
    const marked = /^\s?[.:|]/.test(row.line.text.replace(CAPTION_START, ''))
    if (!small && !isCentred(row, column) && !(apart && (bold || marked))) return
    captions.push([row, ...captionRows(rows.slice(at + 1, at + 12), row, column)])
  })
  return captions
}

/** Returns the rows below with the same size and leading, until a short row ends the caption. */
function captionRows(rows: readonly ColumnRow[], first: ColumnRow, column: TextColumn): ColumnRow[] {
  const found: ColumnRow[] = []
  let before = first
  for (const row of rows) {
    const step = row.line.y - before.line.y
    const full = before.line.x1 > Math.max(column.right - 3 * first.line.size, first.line.x1 - 20)
    const alike =
      Math.abs(row.line.size - first.line.size) < 0.3 && row.line.style.bold === before.line.style.bold
    const english = beginsCaption(row.line.text)
    if (english || !full || !alike || step > first.line.size * 1.6 || row.parts.length > 2) break
    found.push(row)
    before = row
  }
  return found
}

import type { Column, Row } from './flow.ts'
import type { Body } from './metrics.ts'
import type { Rule } from './page-content.ts'

const SMALLER = 0.94
const labels =
  /^(?:收稿日期|修回日期|基金项目|基金资助|资助项目|作者简介|通[信讯]作者|第一作者|引用格式|corresponding author|received|e-?mail)/i
const marks = /^(?:[①-⑳]|[*∗†‡§¶]|\[?\d{1,2}\]?(?![\d.:]))/

/** Whether the line begins with the mark of a note: a raised number, a star, a number in a circle, or a usual label. */
function beginsNote({ line }: Row): boolean {
  const first = line.words[0]
  const second = line.words[1]
  if (labels.test(line.text)) return true
  const raised =
    first && second && first.style.size < second.style.size * 0.9 && /^[\d*∗†‡§]{1,3}$/.test(first.text)
  return raised === true || /^[*∗†‡§¶]/.test(line.text)
}

const hasRule = (rules: readonly Rule[], column: Column, first: Row, before: Row | undefined): boolean =>
  rules.some(
    (rule) =>
      rule.across &&
      rule.y0 < first.line.y &&
      rule.y0 > (before?.line.y ?? column.y0 - 30) - 1 &&
      first.line.y - rule.y0 < 26 &&
      Math.abs(rule.x0 - column.left) < 6,
  )

/** The first row of the small print at a column's end, as far as it is one size smaller than the text. */
function smallPrint(rows: readonly Row[], body: Body): number {
  let at = rows.length
  while (at > 0 && (rows[at - 1]?.line.size ?? body.size) < body.size * SMALLER) at--
  return at
}

/**
 * Footnotes of a column: small print at its end that begins below a rule or with the mark of a note, one list of rows a
 * note.
 */
export function footnotesOf(
  column: Column,
  rows: readonly Row[],
  rules: readonly Rule[],
  body: Body,
): Row[][] {
  const from = smallPrint(rows, body)
  for (let at = from; at < rows.length; at++) {
    const row = rows[at]
    if (!row) break
    if (!hasRule(rules, column, row, rows[at - 1]) && !beginsNote(row)) continue
    if (rows.length - at > 0.7 * column.rows.length && column.rows.length > 6) continue
    return parted(rows.slice(at))
  }
  return []
}

function parted(rows: readonly Row[]): Row[][] {
  const notes: Row[][] = []
  const byMark = marks.test(rows[0]?.line.text ?? '')
  for (const row of rows) {
    const begins =
      beginsNote(row) || (byMark && marks.test(row.line.text) && row.line.x0 < (rows[0]?.line.x0 ?? 0) + 3)
    const last = notes.at(-1)
    if (!last || begins) notes.push([row])
    else last.push(row)
  }
  return notes
}

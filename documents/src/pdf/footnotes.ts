import type { BodyMetrics } from './body-metrics.ts'
import type { DrawnRule } from './page-content.ts'
import type { ColumnRow, TextColumn } from './reading-order.ts'

const MAX_SIZE_RATIO = 0.94
const NOTE_LABEL =
  /^(?:收稿日期|修回日期|基金项目|基金资助|资助项目|作者简介|通[信讯]作者|第一作者|引用格式|corresponding author|received|e-?mail)/i
const NOTE_MARK = /^(?:[①-⑳]|[*∗†‡§¶]|\[?\d{1,2}\]?(?![\d.:]))/

/**
 * Returns whether a line begins with the mark of a note, which is a raised number or a symbol, or with a usual label.
 */
function beginsNote({ line }: ColumnRow): boolean {
  const first = line.words[0]
  const second = line.words[1]
  if (NOTE_LABEL.test(line.text)) return true
  const raised =
    first && second && first.style.size < second.style.size * 0.9 && /^[\d*∗†‡§]{1,3}$/.test(first.text)
  return raised === true || /^[*∗†‡§¶]/.test(line.text)
}

const hasRule = (
  rules: readonly DrawnRule[],
  column: TextColumn,
  first: ColumnRow,
  before: ColumnRow | undefined,
): boolean =>
  rules.some(
    (rule) =>
      rule.isHorizontal &&
      rule.y0 < first.line.y &&
      rule.y0 > (before?.line.y ?? column.y0 - 30) - 1 &&
      first.line.y - rule.y0 < 26 &&
      Math.abs(rule.x0 - column.left) < 6,
  )

/** Returns the index of the first row of the small print at the end of a column. */
function smallPrintStart(rows: readonly ColumnRow[], body: BodyMetrics): number {
  let at = rows.length
  while (at > 0 && (rows[at - 1]?.line.size ?? body.size) < body.size * MAX_SIZE_RATIO) at--
  return at
}

/**
 * Matches the number in `1 Lind, Eva: …`, without the full stop of a list; Chinese text may follow its number
 * directly.
 */
const noteNumber = /^(\d{1,3})(?:\s+(?=[\p{Lu}《“‘"«„])|\s*(?=\p{Script=Han}))/u

/** Minimum rows of a column for numbered notes: fewer rows are the affiliations below a title. */
const MIN_ROWS = 8

/** Returns whether the rows from `at` on begin with consecutive numbers, as notes do whose numbers are not raised. */
function isCounted(rows: readonly ColumnRow[], at: number): boolean {
  if (rows.length < MIN_ROWS) return false
  const numbers = rows.slice(at).flatMap(({ line }) => noteNumber.exec(line.text)?.[1] ?? [])
  const [first, second] = numbers.map(Number)
  const begins = noteNumber.test(rows[at]?.line.text ?? '')
  return begins && first !== undefined && second === first + 1 && !rows.slice(0, at).some(isListHeading)
}

const isListHeading = ({ line }: ColumnRow): boolean =>
  /^(?:[\d.]{0,4}\s?)(?:references|bibliography|literature|works cited|参\s?考\s?文\s?献|文献)\s?[:：]?$/i.test(
    line.text,
  )

/**
 * Returns the footnotes of a column, one list of rows per note: small print at its end that begins below a rule, with
 * the mark of a note or with consecutive numbers; or rows of any size below a rule with such numbers.
 */
export function findFootnotes(
  column: TextColumn,
  rows: readonly ColumnRow[],
  rules: readonly DrawnRule[],
  body: BodyMetrics,
): ColumnRow[][] {
  const from = smallPrintStart(rows, body)
  for (const [at, row] of rows.entries()) {
    const isBelowRule = hasRule(rules, column, row, rows[at - 1])
    if (
      at < from
        ? !(isBelowRule && isCounted(rows, at))
        : !(isBelowRule || beginsNote(row) || isCounted(rows, at))
    )
      continue
    if (rows.length - at > 0.7 * column.rows.length && column.rows.length > 6) continue
    return splitFootnotes(rows.slice(at))
  }
  return []
}

const numberAt = (text: string): number | null => {
  const number = NOTE_MARK.test(text) ? /^\[?(\d{1,2})/.exec(text)?.[1] : undefined
  return number === undefined ? null : Number(number)
}
const isCircled = (text: string): boolean => /^[①-⑳]/.test(text)

/**
 * Splits notes where one of them begins. A continuation line may also begin with a number, but hardly with that of
 * the next note.
 */
function splitFootnotes(rows: readonly ColumnRow[]): ColumnRow[][] {
  const notes: ColumnRow[][] = []
  const { text: start = '', x0: left = 0 } = rows[0]?.line ?? {}
  let number = numberAt(start)
  const isNext = ({ line: { text, x0 } }: ColumnRow) =>
    x0 < left + 3 && (isCircled(start) ? isCircled(text) : number !== null && numberAt(text) === number + 1)
  for (const row of rows) {
    const last = notes.at(-1)
    if (!last || beginsNote(row) || isNext(row)) {
      notes.push([row])
      number = numberAt(row.line.text) ?? number
    } else last.push(row)
  }
  return notes
}

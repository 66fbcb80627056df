import { anyOf } from '../../words/word-lists.ts'
import type { BodyMetrics } from '../page/body-metrics.ts'
import type { DrawnRule } from '../page/page-content.ts'
import type { ColumnRow, TextColumn } from '../page/reading-order.ts'

/** Largest share of a column that its footnotes may take, unless the column has at most so many rows. */
const MAX_NOTES_SHARE = 0.7
const MAX_NOTES_ROWS = 6

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
  const smallPrint = smallPrintStart(rows, body)
  const start = rows.findIndex((row, at) => {
    const isBelowRule = hasRuleAbove(rules, column, row, rows[at - 1])
    const isSmall = at >= smallPrint
    const beginsNotes = isSmall
      ? isBelowRule || beginsNote(row) || hasConsecutiveNumbers(rows, at)
      : isBelowRule && hasConsecutiveNumbers(rows, at)
    const isMostOfColumn =
      rows.length - at > MAX_NOTES_SHARE * column.rows.length && column.rows.length > MAX_NOTES_ROWS
    return beginsNotes && !isMostOfColumn
  })
  return start < 0 ? [] : splitFootnotes(rows.slice(start))
}

/** Size below which a row is small print, as a share of the body size. */
const SMALL_PRINT_RATIO = 0.94

/** Returns the index of the first row of the small print at the end of a column; the number of rows without any. */
function smallPrintStart(rows: readonly ColumnRow[], body: BodyMetrics): number {
  let at = rows.length
  while (at > 0 && (rows[at - 1]?.line.size ?? body.size) < body.size * SMALL_PRINT_RATIO) at--
  return at
}

/** Distance of a rule above the first note, in points, and how far it may begin from the edge of the column. */
const MAX_RULE_DISTANCE = 26
const MAX_RULE_OFFSET = 6
/** How far a rule may be above a column that begins with its notes, in points. */
const MAX_RULE_OVERHANG = 30

/** Returns whether the rule that separates footnotes is just above a row, with no other row between them. */
const hasRuleAbove = (
  rules: readonly DrawnRule[],
  column: TextColumn,
  first: ColumnRow,
  before: ColumnRow | undefined,
): boolean =>
  rules.some(
    (rule) =>
      rule.isHorizontal &&
      rule.y0 < first.line.y &&
      rule.y0 > (before?.line.y ?? column.y0 - MAX_RULE_OVERHANG) - 1 &&
      first.line.y - rule.y0 < MAX_RULE_DISTANCE &&
      Math.abs(rule.x0 - column.left) < MAX_RULE_OFFSET,
  )

/** Size below which a first word is raised, as a share of the size of the word after it. */
const MAX_RAISED_RATIO = 0.9
/** Matches the labels of unnumbered notes on first pages. */
const NOTE_LABEL = new RegExp(`^${anyOf('sections/unnumbered-notes')}`, 'i')

/**
 * Returns whether a line begins with the mark of a note, which is a raised number or a symbol, or with a usual label.
 */
function beginsNote({ line }: ColumnRow): boolean {
  const first = line.words[0]
  const second = line.words[1]
  if (NOTE_LABEL.test(line.text)) return true
  const hasRaisedMark =
    first !== undefined &&
    second !== undefined &&
    first.style.size < second.style.size * MAX_RAISED_RATIO &&
    /^[\d*∗†‡§]{1,3}$/.test(first.text)
  return hasRaisedMark || /^[*∗†‡§¶]/.test(line.text)
}

/**
 * Matches the number in `1 Lind, Eva: …`, but not that of a list, which has a full stop (`1. Lind`). Chinese text may
 * follow its number directly.
 */
const NOTE_NUMBER = /^(\d{1,3})(?:\s+(?=[\p{Lu}《“‘"«„])|\s*(?=\p{Script=Han}))/u
/** Minimum rows of a column for numbered notes: fewer rows are the affiliations below a title. */
const MIN_ROWS = 8

/**
 * Returns whether the row at `at` begins with a number and the next numbered row with the following one, as notes do
 * whose numbers are not raised.
 */
function hasConsecutiveNumbers(rows: readonly ColumnRow[], at: number): boolean {
  if (rows.length < MIN_ROWS) return false
  const numbers = rows.slice(at).flatMap(({ line }) => NOTE_NUMBER.exec(line.text)?.[1] ?? [])
  const [first, second] = numbers.map(Number)
  const begins = NOTE_NUMBER.test(rows[at]?.line.text ?? '')
  return begins && first !== undefined && second === first + 1 && !rows.slice(0, at).some(isReferencesHeading)
}

/** Returns whether a row is the heading of a list of references, whose entries are numbered like notes. */
const isReferencesHeading = ({ line }: ColumnRow): boolean =>
  /^(?:[\d.]{0,4}\s?)(?:references|bibliography|literature|works cited|参\s?考\s?文\s?献|文献)\s?[:：]?$/i.test(
    line.text,
  )

/** Indent up to which a row may begin a note, in points. */
const MAX_NOTE_INDENT = 3

/**
 * Splits rows into notes, at each row that begins one by its mark or by the number after that of the note before; a
 * continuation line may also begin with a number, but hardly with that one.
 */
function splitFootnotes(rows: readonly ColumnRow[]): ColumnRow[][] {
  const notes: ColumnRow[][] = []
  const { text: start = '', x0: left = 0 } = rows[0]?.line ?? {}
  /** The number of the last note that has one. */
  let number = leadingNumber(start)
  const isNext = ({ line: { text, x0 } }: ColumnRow) =>
    x0 < left + MAX_NOTE_INDENT &&
    (isCircled(start) ? isCircled(text) : number !== null && leadingNumber(text) === number + 1)
  for (const row of rows) {
    const last = notes.at(-1)
    if (!last || beginsNote(row) || isNext(row)) {
      notes.push([row])
      number = leadingNumber(row.line.text) ?? number
    } else last.push(row)
  }
  return notes
}

/** Matches the mark with which a note begins. */
const NOTE_MARK = /^(?:[①-⑳]|[*∗†‡§¶]|\[?\d{1,2}\]?(?![\d.:]))/

/** Returns the number with which a note begins, or null. */
const leadingNumber = (text: string): number | null => {
  const number = NOTE_MARK.test(text) ? /^\[?(\d{1,2})/.exec(text)?.[1] : undefined
  return number === undefined ? null : Number(number)
}

/** Returns whether a text begins with a number in a circle. */
const isCircled = (text: string): boolean => /^[①-⑳]/.test(text)

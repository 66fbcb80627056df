import type { BodyMetrics } from '../page/body-metrics.ts'
import type { TextRow } from '../page/reading-order.ts'

/**
 * Matches signs that cells of a table hardly contain: equalities, sums, products, integrals, roots and derivatives.
 * `OPERATOR` also has those that cells do contain, such as ±, < and ≥.
 */
const FORMULA_ONLY_SIGN = /[=≈≃≅≡∑∏∫∮√∂∇∝]/u

/**
 * Returns whether lines are formulas and not, as the space between their terms suggests, cells of a table. At least
 * half of them contain a sign of formulas, or one does while no line has words and all together have few digits.
 */
export function areFormulas(lines: readonly { text: string }[]): boolean {
  const formulas = lines.filter(
    (line) => FORMULA_ONLY_SIGN.test(line.text) && /\p{L}/u.test(line.text) && isWordless(line),
  )
  if (formulas.length === 0) return false
  return formulas.length >= lines.length / 2 || (lines.every(isWordless) && hasFewDigits(lines))
}

/** Share of letters of words from which a line is prose; a formula may contain a word or two. */
const MAX_PROSE_SHARE = 0.2
/** Bounds the length of a formula line, in UTF-16 units. */
const MAX_FORMULA_CHARS = 240

/** Returns whether a line is short enough for a formula and has hardly any words. */
const isWordless = ({ text }: { text: string }): boolean =>
  text.length <= MAX_FORMULA_CHARS && proseShare(text) < MAX_PROSE_SHARE

/** Matches names of functions, and words between the cases of a formula. */
const FUNCTION_NAME =
  /(?<!\p{L})(?:sin|cos|tan|cot|sinh|cosh|tanh|exp|log|ln|max|min|sup|inf|lim|arg|det|mod|rank|tr|diag|sgn|softmax|argmax|argmin|if|for|and|otherwise|subject|to|s\.t)(?!\p{L})/gu
/** Matches letters of words: three or more together, or Chinese. */
const PROSE_LETTERS = /\p{Script=Han}+|(?<!\p{L})\p{L}\p{Ll}{2,}/gu

/** Returns the share of a text, 0–1, that the letters of words take, without names of functions and spaces. */
const proseShare = (text: string): number => {
  const rest = text.replace(FUNCTION_NAME, '')
  const words = rest.match(PROSE_LETTERS) ?? []
  const length = rest.replace(/\s/g, '').length
  return words.reduce((sum, word) => sum + word.length, 0) / Math.max(1, length)
}

/** Share of digits, in all lines together, from which lines are cells of a table. */
const MAX_DIGIT_SHARE = 0.4

/** Returns whether less than `MAX_DIGIT_SHARE` of the text of lines are digits, spaces aside. */
function hasFewDigits(lines: readonly { text: string }[]): boolean {
  const text = lines.map((line) => line.text).join('')
  const digits = text.match(/\d/g)?.length ?? 0
  return digits < MAX_DIGIT_SHARE * text.replace(/\s/g, '').length
}

/** Returns the rows of displayed formulas, including the parts above and below their main rows. */
export function findFormulaRows(rows: readonly TextRow[], body: BodyMetrics): Set<TextRow> {
  const found = new Set<TextRow>()
  rows.forEach((row, at) => {
    if (found.has(row) || !isFormula(row)) return
    found.add(row)
    for (const direction of [-1, 1] as const)
      for (const part of adjacentFormulaRows(rows, at, direction, body)) found.add(part)
  })
  return found
}

/** Matches operators and relations; a minus or a slash alone also occurs in prose. */
const OPERATOR = /[=≈≃≅≡≠≤≥≪≫∼∝±×÷∑∏∫∮√∂∇∈∉⊂⊆∪∩∀∃→←↦⇒⇔∞<>]/u
/** Matches the number of an equation at the end of a line: (3), (A.2), (4-1a). */
const EQUATION_NUMBER = /\(\s?(?:[A-Z]\.?)?\d{1,3}(?:[.-]\d{1,3})?[a-z]?\s?\)$/

/** Returns whether a row consists of terms and is set apart from the text by its indent or by an equation number. */
function isFormula(row: TextRow): boolean {
  const { text } = row.line
  const unnumbered = text.replace(EQUATION_NUMBER, '')
  if (!isWordless(row.line) || !OPERATOR.test(unnumbered) || !/\p{L}/u.test(unnumbered)) return false
  return isIndented(row) || unnumbered.length < text.length
}

/** Minimum indent of a displayed formula, in ems. */
const MIN_INDENT_EM = 1.2

/** Returns whether a row has the indent of a displayed formula. */
const isIndented = ({ line, column }: TextRow): boolean => line.x0 > column.left + MIN_INDENT_EM * line.size

/** Yields the rows that belong to the formula at `at`, from the nearest on, downwards (1) or upwards (−1). */
function* adjacentFormulaRows(
  rows: readonly TextRow[],
  at: number,
  direction: 1 | -1,
  body: BodyMetrics,
): Generator<TextRow> {
  for (let neighbor = rows[at], next = at + direction; neighbor; next += direction) {
    const row = rows[next]
    const step = direction === 1 ? row?.above : neighbor.above
    if (!belongsToFormula(row, neighbor, step, body)) return
    yield row
    neighbor = row
  }
}

/** Bounds the step between the rows of a formula, as a multiple of the leading of the body. */
const MAX_STEP_LEADINGS = 1.6

/**
 * Returns whether a row is part of the formula above or below it: a bound of a sum, a denominator, a tall bracket.
 *
 * @param step distance of the two rows, in points; null or undefined when unknown, which counts as too far
 */
const belongsToFormula = (
  row: TextRow | undefined,
  neighbor: TextRow,
  step: number | null | undefined,
  body: BodyMetrics,
): row is TextRow =>
  row !== undefined &&
  row.column === neighbor.column &&
  isIndented(row) &&
  isWordless(row.line) &&
  (step ?? Number.POSITIVE_INFINITY) < body.leading * MAX_STEP_LEADINGS

/**
 * Returns whether a row begins another formula after `last`, a row of a formula: in another column, or with an operator
 * after an equation number.
 */
export const beginsFormula = (row: TextRow, last: TextRow): boolean =>
  row.column !== last.column || (EQUATION_NUMBER.test(last.line.text) && OPERATOR.test(row.line.text))

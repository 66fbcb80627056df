import type { BodyMetrics } from './body-metrics.ts'
import type { TextRow } from './reading-order.ts'

/** Matches operators and relations; a minus or a slash alone also occurs in prose. */
const OPERATOR = /[=≈≃≅≡≠≤≥≪≫∼∝±×÷∑∏∫∮√∂∇∈∉⊂⊆∪∩∀∃→←↦⇒⇔∞<>]/u
const EQUATION_NUMBER = /\(\s?(?:[A-Z]\.?)?\d{1,3}(?:[.-]\d{1,3})?[a-z]?\s?\)$/
/** Matches names of functions, and words between the cases of a formula. */
const FUNCTION_NAME =
  /(?<!\p{L})(?:sin|cos|tan|cot|sinh|cosh|tanh|exp|log|ln|max|min|sup|inf|lim|arg|det|mod|rank|tr|diag|sgn|softmax|argmax|argmin|if|for|and|otherwise|subject|to|s\.t)(?!\p{L})/gu
/** Matches letters of words: three or more together, or Chinese. */
const PROSE_LETTERS = /\p{Script=Han}+|(?<!\p{L})\p{L}\p{Ll}{2,}/gu
const MAX_PROSE_SHARE = 0.2
/** Bounds the length of a formula line, in UTF-16 units. */
const MAX_FORMULA_CHARS = 240

const proseShare = (text: string): number => {
  const bare = text.replace(FUNCTION_NAME, '').replace(/\s/g, '')
  const words = text.replace(FUNCTION_NAME, '').match(PROSE_LETTERS) ?? []
  return words.reduce((sum, word) => sum + word.length, 0) / Math.max(1, bare.length)
}

const isWordlessRow = ({ line }: TextRow): boolean =>
  line.text.length <= MAX_FORMULA_CHARS && proseShare(line.text) < MAX_PROSE_SHARE

const isIndented = ({ line, column }: TextRow): boolean => line.x0 > column.left + 1.2 * line.size

/** Matches relations and large operators, without ± and <, which cells of a table also contain. */
const RELATION_SIGN = /[=≈≃≅≡∑∏∫∮√∂∇∝]/u

const isWordlessLine = ({ text }: { text: string }): boolean =>
  text.length <= MAX_FORMULA_CHARS && proseShare(text) < MAX_PROSE_SHARE

/** Share of digits from which lines are cells of a table. */
const MAX_DIGIT_SHARE = 0.4

/**
 * Returns whether lines are formulas, however their terms are spaced: half of them contain a relation, or one does
 * and none has words. They are then no cells of a table.
 */
export function areFormulas(lines: readonly { text: string }[]): boolean {
  const formulas = lines.filter(
    (line) => RELATION_SIGN.test(line.text) && /\p{L}/u.test(line.text) && isWordlessLine(line),
  )
  const text = lines.map((line) => line.text).join('')
  const digits = text.match(/\d/g)?.length ?? 0
  const isAllTerms = lines.every(isWordlessLine) && digits < MAX_DIGIT_SHARE * text.replace(/\s/g, '').length
  return formulas.length > 0 && (isAllTerms || formulas.length >= lines.length / 2)
}

/** Returns whether a row consists of terms and is set apart from the text by its indent or by an equation number. */
function isFormula(row: TextRow): boolean {
  const { text } = row.line
  const terms = text.replace(EQUATION_NUMBER, '')
  if (!isWordlessRow(row) || !OPERATOR.test(terms) || !/\p{L}/u.test(terms)) return false
  return isIndented(row) || terms.length < text.length
}

/** Returns whether a row is part of the formula next to it: a bound of a sum, a denominator, a tall bracket. */
const belongsToFormula = (
  row: TextRow | undefined,
  beside: TextRow,
  step: number | null | undefined,
  body: BodyMetrics,
): row is TextRow =>
  row !== undefined &&
  row.column === beside.column &&
  isIndented(row) &&
  isWordlessRow(row) &&
  (step ?? Number.POSITIVE_INFINITY) < body.leading * 1.6

/** Yields the rows that belong to a formula, from `at` in one direction. */
function* adjacentFormulaRows(
  rows: readonly TextRow[],
  at: number,
  way: 1 | -1,
  body: BodyMetrics,
): Generator<TextRow> {
  for (let beside = rows[at], next = at + way; beside; next += way) {
    const row = rows[next]
    const step = way === 1 ? row?.above : beside.above
    if (!belongsToFormula(row, beside, step, body)) return
    yield row
    beside = row
  }
}

/** Returns the rows of displayed formulas, including the parts above and below their main rows. */
export function findFormulaRows(rows: readonly TextRow[], body: BodyMetrics): Set<TextRow> {
  const found = new Set<TextRow>()
  rows.forEach((row, at) => {
    if (found.has(row) || !isFormula(row)) return
    found.add(row)
    for (const way of [-1, 1] as const)
      for (const part of adjacentFormulaRows(rows, at, way, body)) found.add(part)
  })
  return found
}

/** Returns whether a row begins another formula after `last`, a row of a formula. */
export const beginsFormula = (row: TextRow, last: TextRow): boolean =>
  row.column !== last.column || (EQUATION_NUMBER.test(last.line.text) && OPERATOR.test(row.line.text))

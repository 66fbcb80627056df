import type { TextRow } from './items.ts'
import type { Body } from './metrics.ts'

/** What relates or works on terms; a minus or a slash alone stands in prose, too. */
const operator = /[=≈≃≅≡≠≤≥≪≫∼∝±×÷∑∏∫∮√∂∇∈∉⊂⊆∪∩∀∃→←↦⇒⇔∞<>]/u
const equationNumber = /\(\s?(?:[A-Z]\.?)?\d{1,3}(?:[.-]\d{1,3})?[a-z]?\s?\)$/
/** Names of functions, and what stands between the cases of a formula. */
const functions =
  /(?<!\p{L})(?:sin|cos|tan|cot|sinh|cosh|tanh|exp|log|ln|max|min|sup|inf|lim|arg|det|mod|rank|tr|diag|sgn|softmax|argmax|argmin|if|for|and|otherwise|subject|to|s\.t)(?!\p{L})/gu
/** Letters of words: three and more together, or Chinese. */
const prose = /\p{Script=Han}+|(?<!\p{L})\p{L}\p{Ll}{2,}/gu
const MOST_PROSE = 0.2
/** Longer lines are no formula, whatever they hold. */
const LONGEST = 240

const shareOfProse = (text: string): number => {
  const bare = text.replace(functions, '').replace(/\s/g, '')
  const words = text.replace(functions, '').match(prose) ?? []
  return words.reduce((sum, word) => sum + word.length, 0) / Math.max(1, bare.length)
}

const isWordless = ({ line }: TextRow): boolean =>
  line.text.length <= LONGEST && shareOfProse(line.text) < MOST_PROSE

const isIndented = ({ line, column }: TextRow): boolean => line.x0 > column.left + 1.2 * line.size

/** What states that terms are equal, or works on them: figures of a table have ± and < as well. */
const states = /[=≈≃≅≡∑∏∫∮√∂∇∝]/u

const hasNoWords = ({ text }: { text: string }): boolean =>
  text.length <= LONGEST && shareOfProse(text) < MOST_PROSE

/** So many digits are figures of a table. */
const MOST_DIGITS = 0.4

/**
 * Whether some lines are formulas, however their terms stand apart: half of them state something, or one does and none
 * has words. What they would be cells of is no table.
 */
export function areFormulas(lines: readonly { text: string }[]): boolean {
  const formulas = lines.filter(
    (line) => states.test(line.text) && /\p{L}/u.test(line.text) && hasNoWords(line),
  )
  const text = lines.map((line) => line.text).join('')
  const digits = text.match(/\d/g)?.length ?? 0
  const isAllTerms = lines.every(hasNoWords) && digits < MOST_DIGITS * text.replace(/\s/g, '').length
  return formulas.length > 0 && (isAllTerms || formulas.length >= lines.length / 2)
}

/** A line of terms, set apart from the text by its indent or by the number behind it. */
function isFormula(row: TextRow): boolean {
  const { text } = row.line
  const terms = text.replace(equationNumber, '')
  if (!isWordless(row) || !operator.test(terms) || !/\p{L}/u.test(terms)) return false
  return isIndented(row) || terms.length < text.length
}

/** Whether a row is a part of the formula beside it: a bound of a sum, a denominator, a tall bracket. */
const belongs = (
  row: TextRow | undefined,
  beside: TextRow,
  step: number | null | undefined,
  body: Body,
): row is TextRow =>
  row !== undefined &&
  row.column === beside.column &&
  isIndented(row) &&
  isWordless(row) &&
  (step ?? Number.POSITIVE_INFINITY) < body.leading * 1.6

/** Rows from a formula on, in one direction, that belong to it. */
function* around(rows: readonly TextRow[], at: number, way: 1 | -1, body: Body): Generator<TextRow> {
  for (let beside = rows[at], next = at + way; beside; next += way) {
    const row = rows[next]
    const step = way === 1 ? row?.above : beside.above
    if (!belongs(row, beside, step, body)) return
    yield row
    beside = row
  }
}

/** The rows that show formulas on lines of their own, whole with what stands above and below in them. */
export function formulaRows(rows: readonly TextRow[], body: Body): Set<TextRow> {
  const found = new Set<TextRow>()
  rows.forEach((row, at) => {
    if (found.has(row) || !isFormula(row)) return
    found.add(row)
    for (const way of [-1, 1] as const) for (const part of around(rows, at, way, body)) found.add(part)
  })
  return found
}

/** Whether another formula begins with a row, after a row of one. */
export const beginsFormula = (row: TextRow, last: TextRow): boolean =>
  row.column !== last.column || (equationNumber.test(last.line.text) && operator.test(row.line.text))

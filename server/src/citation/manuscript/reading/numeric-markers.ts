import { anyOf } from '../../../language/phrases.ts'
import { isBesideIndex } from './indexed-names.ts'
import { type CitationMarker, MAX_CITED, type ManuscriptBlock } from './manuscript.ts'

/** A citation by numbers or labels that has not been linked to entries yet. */
export type NumericMarker = Omit<CitationMarker, 'entries' | 'unmatched' | 'ambiguous' | 'form'> & {
  /** Numbers and labels in the order of the text, ranges written out. */
  labels: string[]
  /** Whether it stands in brackets; superscript digits may have none. */
  isBracketed: boolean
}

/** Numbers in brackets with a place in the source after them: `[3]`, `[3-5]`, `[3，7]`, `[3, p. 15]`. */
const BRACKETED = new RegExp(
  `[[［〔【]\\s{0,2}(\\d{1,4}[a-z]?(?:[\\s,，、;；\\p{Pd}−~～〜∼至]{1,4}\\d{1,4}[a-z]?){0,60})(?:[,，:：]\\s?(?:§|${anyOf('citations/locator')})[^[\\]［］\\n]{0,40})?\\s{0,2}[\\]］〕】]`,
  'giu',
)
/** Labels of alphabetic styles in brackets: `[KLM19]`, `[KLM19, Foo20a]`. */
const LABELLED = /\[(\p{L}[\p{L}+]{0,11}\d{2,4}[a-z]?(?:[,;]\s?\p{L}[\p{L}+]{0,11}\d{2,4}[a-z]?){0,20})\]/gu
/** Superscript digits of Unicode. */
const SUPERSCRIPT = /[⁰¹²³⁴⁵⁶⁷⁸⁹](?:[⁰¹²³⁴⁵⁶⁷⁸⁹]|[,，、;；~～〜⁻\p{Pd}]\s?(?=[⁰¹²³⁴⁵⁶⁷⁸⁹])){0,60}/gu
const SUPERSCRIPT_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
/** What joins two brackets to a range: `[3]-[5]`, `[3]~[5]`. */
const RANGE_BETWEEN = /^\s?[\p{Pd}−~～〜∼至]\s?$/u

/**
 * Returns the numbers of the inside of brackets, ranges written out; null for more numbers than a marker cites, which
 * are values.
 */
function expandNumbers(inside: string): string[] | null {
  const labels: string[] = []
  let isRange = false
  for (const [token] of inside.matchAll(/\d{1,4}[a-z]?|[\p{Pd}−~～〜∼至⁻]/giu)) {
    if (!/\d/.test(token)) {
      isRange = true
      continue
    }
    const next = Number(token)
    const first = isRange ? Number(labels.at(-1)) + 1 : next
    if (labels.length + next - first >= MAX_CITED) return null
    for (let number = first; number < next; number += 1) labels.push(String(number))
    labels.push(token.replace(/^0+(?=\d)/, ''))
    isRange = false
  }
  return labels
}

/** Length of the text around a marker that is looked at, in UTF-16 units. */
const CONTEXT_CHARS = 24

/** Words that announce a citation, whatever its numbers are. */
const BEFORE_CITATION = new RegExp(`${anyOf('citations/announcing')}\\s{0,2}$`, 'iu')
/** Signs of a formula or a program before brackets. */
const BEFORE_OPERAND = /(?:[=∈∉⊂<>≤≥≈×·*^_|\\]\s{0,2}|\})$/u
/** The rest of a chemical name after brackets: `[60]fullerene`. Spaces that a PDF lost stand before shorter words. */
const CHEMICAL_WORD = /^\p{Ll}{5}/u
/** Signs of a formula or a program after brackets. */
const AFTER_OPERAND = /^(?:\s?[=∈×^]|\{)/u
/**
 * What has an index: a letter that is a variable (`x[3]`, `矩阵 A[3]`, not `vitamin C[3]`), a name with an underscore or
 * in camel case that begins small (`arr_i[3]`, `maxItems[3]`, not `ResNet[3]`), a call (`f()[3]`), a command (`\\linebreak[3]`).
 */
const BEFORE_INDEX =
  /(?:(?:^|[^\p{Script=Latin}\p{M}\d])[a-z]|(?:^|[^\p{L}\p{M}\d\s]|[^A-Za-z]\s)[A-Z]|[A-Za-z]_\w{1,8}|\(\)|(?:^|[^A-Za-z])[a-z]{2,12}[A-Z][a-z]\w{0,12}|\\[A-Za-z]{2,20})$/u

/** A name to which brackets are attached. */
const NAME_END = /[A-Za-z_]\w{0,23}$/
/** Signs of a program around a name with brackets: an operation or a call before it, an operation or a member after. */
const BEFORE_NAME = /(?:[=*<>]\s?|\w\()[a-z_]\w{0,20}$/
const AFTER_INDEX =
  /^(?:\s?[*%]\s?[\w(]|\+\+|--|\s?[-+*/%]=|\s?[-+/]\s?[a-z_]\w{0,12}[[(]|\.[a-z_]\w{0,20}[(=[.]|->)/

/** Words before an interval, before a list of values, and after an interval, with what joins them to it. */
const BEFORE_INTERVAL = new RegExp(`${anyOf('citations/before-interval')}[\\s:：]{0,3}$`, 'iu')
const BEFORE_VALUES = new RegExp(`${anyOf('citations/before-values')}\\s{0,2}$`, 'iu')
const AFTER_INTERVAL = new RegExp(`^\\s?${anyOf('citations/after-interval')}`, 'iu')
/** A number before brackets that hold the interval around it: `5 [3, 7]`. */
const VALUE_BEFORE = /(?:^|[^\p{L}\p{M}\d.])(\d{1,4}(?:\.\d{1,4})?)\s?%?\s{1,2}$/u

/** Brackets that follow each other without anything between them: `[1][2]`. */
interface BracketRun {
  start: number
  end: number
  /** The number of brackets. */
  length: number
  /** The numbers of the first. */
  labels: readonly string[]
}

/**
 * Returns whether a run of brackets holds indexes, values or an interval rather than citations. Several brackets are of
 * one kind, which the text around the whole run tells. An interval and a list have several numbers; one number after a
 * value or a noun is a citation.
 */
function holdsValues(
  text: string,
  { start, end, length, labels }: BracketRun,
  indexed: ReadonlySet<string>,
): boolean {
  const before = text.slice(Math.max(0, start - CONTEXT_CHARS), start)
  const after = text.slice(end, end + CONTEXT_CHARS)
  if (BEFORE_CITATION.test(before)) return false
  if (CHEMICAL_WORD.test(after) && !/\p{Script=Han}$/u.test(before)) return true
  if (isOperand(before, after) || isBesideIndex(before, after) || isIndexed(before, after, indexed))
    return true
  if (labels.length < 2 || length > 1) return false
  if (BEFORE_INTERVAL.test(before) || BEFORE_VALUES.test(before) || AFTER_INTERVAL.test(after)) return true
  const value = Number(VALUE_BEFORE.exec(before)?.[1] ?? Number.NaN)
  return labels.length === 2 && Number(labels[0]) <= value && value <= Number(labels[1])
}

const isOperand = (before: string, after: string): boolean =>
  BEFORE_OPERAND.test(before) || BEFORE_INDEX.test(before) || AFTER_OPERAND.test(after)

/** Returns whether the text before brackets ends with a name that has an index. */
function isIndexed(before: string, after: string, indexed: ReadonlySet<string>): boolean {
  const name = NAME_END.exec(before)?.[0]
  return name !== undefined && (indexed.has(name) || BEFORE_NAME.test(before) || AFTER_INDEX.test(after))
}

/** Returns a text with plain digits instead of superscripts, at the same offsets. */
const withPlainDigits = (text: string): string =>
  text.replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/gu, (sign) => String(SUPERSCRIPT_DIGITS.indexOf(sign)))

/** Numbers in brackets, with their span. */
interface BracketedNumbers {
  start: number
  end: number
  /** Null for more numbers than a marker cites. */
  labels: string[] | null
}

/** Returns whether a label may be cited. Entries are numbered from 1; a capital behind a number is the symbol of an isotope: `[18F]`. */
const isLabel = (label: string): boolean => label !== '0' && !/\p{Lu}/u.test(label)

/** Returns the numbers in brackets that are citations, by the text around each run of brackets. */
function findCitingBrackets({ text, raised = [] }: ManuscriptBlock, indexed: ReadonlySet<string>) {
  const brackets = Array.from(
    withPlainDigits(text).matchAll(BRACKETED),
    ({ 0: whole, 1: inside = '', index }): BracketedNumbers => ({
      ...{ start: index, end: index + whole.length },
      labels: expandNumbers(inside),
    }),
  )
  const runs: BracketedNumbers[][] = []
  for (const bracket of brackets) {
    const run = runs.at(-1)
    if (run?.at(-1)?.end === bracket.start) run.push(bracket)
    else runs.push([bracket])
  }
  const isRaised = (at: number) => raised.some(({ start, end }) => start <= at && at < end)
  return runs.flatMap((run) => {
    const [{ start, labels } = { start: 0, labels: null }] = run
    const span = { start, end: run.at(-1)?.end ?? start, length: run.length, labels: labels ?? [] }
    if (run.some((each) => each.labels?.includes('0'))) return []
    if (!isRaised(start) && holdsValues(text, span, indexed)) return []
    return run.flatMap(({ labels, ...span }) => (labels?.every(isLabel) ? [{ ...span, labels }] : []))
  })
}

/** Returns citations in brackets, two joined by a dash as one; behind names that have an index there are none. */
export function findBracketed(
  block: number,
  manuscriptBlock: ManuscriptBlock,
  indexed: ReadonlySet<string>,
): NumericMarker[] {
  const { text } = manuscriptBlock
  const markers: NumericMarker[] = []
  const ranges = new Set<NumericMarker>()
  for (const { start, end, labels } of findCitingBrackets(manuscriptBlock, indexed)) {
    const last = markers.at(-1)
    if (last && !ranges.has(last) && RANGE_BETWEEN.test(text.slice(last.end, start))) {
      const joined = expandNumbers(`${last.labels.join(',')}-${labels.join(',')}`)
      if (joined) Object.assign(last, { labels: joined, end, text: text.slice(last.start, end) })
      ranges.add(last)
    } else markers.push({ block, start, end, text: text.slice(start, end), labels, isBracketed: true })
  }
  for (const { 0: whole, 1: inside = '', index } of text.matchAll(LABELLED))
    markers.push({
      ...{ block, start: index, end: index + whole.length, text: whole, isBracketed: true },
      labels: inside.split(/[,;]\s?/),
    })
  return markers.toSorted((a, b) => a.start - b.start)
}

/** Units that are raised to powers, with their prefixes. */
const UNIT_END =
  /(?:^|[^\p{L}])(?:[munpkMGTcdhµμ]?(?:m|s|g|L|l|mol|A|K|V|W|J|N|Pa|Hz|C|F|T|Ω)|ha|min|in|ft|px|rad|eV|keV|MeV|GeV)$/u
/** A base of a power: a digit, a closing bracket, a single letter. A year is none. */
const POWER_BASE = /(?:[\d)\]}²³]|(?:^|[^\p{L}\p{M}])[a-zα-ωΑ-Ω])$/iu
const YEAR_END = /(?<!\d)(?:19|20)\d\d$/
/**
 * Text after an exponent or a mass number rather than a mark: a letter without a space, raised or not, another sign of
 * a formula.
 */
const AFTER_POWER = /^(?:\p{Lm}|[A-Z][a-z]?(?![a-z])|[⁺⁻₀-₉=+×·/^_]|\s?[=≤≥<>×])/u

/** Returns whether raised digits belong to a number, a unit or a formula. */
function isExponent(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - CONTEXT_CHARS), start)
  if (before === '' || AFTER_POWER.test(text.slice(end, end + CONTEXT_CHARS))) return true
  if (/(?:[⁻⁺ᵃ-ᶿ]|[⁰¹²³⁴⁵⁶⁷⁸⁹]\.)$/u.test(before) || UNIT_END.test(before)) return true
  return POWER_BASE.test(before) && !YEAR_END.test(before)
}

/** Returns citations by raised digits without brackets: Unicode superscripts, then digits set above the line. */
export function findRaised(
  block: number,
  { text, raised = [], notes = [] }: ManuscriptBlock,
): NumericMarker[] {
  const found = [
    ...[...text.matchAll(SUPERSCRIPT)].map(({ 0: whole, index }) => ({
      ...{ start: index, end: index + whole.length },
      inside: withPlainDigits(whole),
    })),
    ...raised.flatMap(({ start, end }) => {
      const inside = text.slice(start, end)
      return /^\d[\d\s,，、;；\p{Pd}−~～〜∼]{0,80}$/u.test(inside) ? [{ start, end, inside }] : []
    }),
  ]
  const noteStarts = new Set(notes.map(({ start }) => start))
  return found.flatMap(({ start, end, inside }) => {
    const labels = expandNumbers(inside)
    if (!labels || labels.includes('0') || noteStarts.has(start) || isExponent(text, start, end)) return []
    return [{ block, start, end, text: text.slice(start, end), labels, isBracketed: false }]
  })
}

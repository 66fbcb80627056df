import { type CitationMarker, MAX_CITED, type ManuscriptBlock } from './manuscript.ts'

/** A citation by numbers or labels that has not been linked to entries yet. */
export type NumericMarker = Omit<CitationMarker, 'entries' | 'unmatched' | 'ambiguous' | 'form'> & {
  /** Numbers and labels in the order of the text, ranges written out. */
  labels: string[]
  /** Whether it stands in brackets; superscript digits may have none. */
  isBracketed: boolean
}

/** Numbers in brackets with a place in the source after them: `[3]`, `[3-5]`, `[3，7]`, `[3, p. 15]`. */
const BRACKETED =
  /[[［〔【]\s{0,2}(\d{1,4}[a-z]?(?:[\s,，、;；\p{Pd}−~～〜∼至]{1,4}\d{1,4}[a-z]?){0,60})(?:[,，:：]\s?(?:pp?\.?\s?\d|第|chap|ch\.|sec|§|fig|thm|theorem)[^[\]［］\n]{0,40})?\s{0,2}[\]］〕】]/giu
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
  let range = false
  for (const [token] of inside.matchAll(/\d{1,4}[a-z]?|[\p{Pd}−~～〜∼至⁻]/giu)) {
    if (!/\d/.test(token)) {
      range = true
      continue
    }
    const next = Number(token)
    const first = range ? Number(labels.at(-1)) + 1 : next
    if (labels.length + next - first >= MAX_CITED) return null
    for (let number = first; number < next; number += 1) labels.push(String(number))
    labels.push(token.replace(/^0+(?=\d)/, ''))
    range = false
  }
  return labels
}

/** Length of the text around a marker that is looked at, in UTF-16 units. */
const CONTEXT_CHARS = 24
/** Text before brackets that hold an interval, an index or a list of values. */
const BEFORE_VALUES =
  /(?:[=∈∉⊂<>≤≥≈×·*/^_|\\]|区间|范围|取值|值域|数组|向量|集合|坐标|列表|(?:^|[^\p{L}])(?:intervals?|ranges?|arrays?|vectors?|lists?|tuples?|between|within)(?: of| is| are| as)?)[\s为是在于:：]{0,3}$/iu
/** A variable before brackets that hold its index: `x[3]`, `arr_i[3]`, `f()[3]`. */
const BEFORE_INDEX = /(?:(?:^|[^\p{L}\p{M}\d])[A-Za-z]|[A-Za-z]_\w{1,8}|\(\)|[a-z][A-Z]\w{0,12})$/u
/** Text after brackets that hold values or an index. */
const AFTER_VALUES = /^\s?(?:[=∈×^]|上?均匀分布|之间|区间|范围|内取值|\[\w|\.\w)/u

/** Returns whether brackets hold an interval, an index or values rather than a citation. */
function holdsValues(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - CONTEXT_CHARS), start)
  return (
    BEFORE_VALUES.test(before) ||
    BEFORE_INDEX.test(before) ||
    AFTER_VALUES.test(text.slice(end, end + CONTEXT_CHARS))
  )
}

/** Returns a text with plain digits instead of superscripts, at the same offsets. */
const withPlainDigits = (text: string): string =>
  text.replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/gu, (sign) => String(SUPERSCRIPT_DIGITS.indexOf(sign)))

/** Returns citations in brackets, two joined by a dash as one. */
export function findBracketed(block: number, { text }: ManuscriptBlock): NumericMarker[] {
  const markers: NumericMarker[] = []
  const ranges = new Set<NumericMarker>()
  for (const { 0: whole, 1: inside = '', index } of withPlainDigits(text).matchAll(BRACKETED)) {
    const [start, end] = [index, index + whole.length]
    const labels = expandNumbers(inside)
    if (!labels || labels.includes('0') || holdsValues(text, start, end)) continue
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
/** Text after an exponent or a mass number rather than a mark: a letter without a space, another sign of a formula. */
const AFTER_POWER = /^(?:[A-Z][a-z]?(?![a-z])|[⁺⁻₀-₉=+×·/^_]|\s?[=≤≥<>×])/u

/** Returns whether raised digits belong to a number, a unit or a formula. */
function isExponent(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - CONTEXT_CHARS), start)
  if (before === '' || AFTER_POWER.test(text.slice(end, end + CONTEXT_CHARS))) return true
  if (/[⁻⁺ᵃ-ᶿ]$/u.test(before) || UNIT_END.test(before)) return true
  return POWER_BASE.test(before) && !YEAR_END.test(before)
}

/** Yields citations by raised digits without brackets. */
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

import { analyze, type Token } from '../analysis/analyze.ts'
import { segmentChinese } from '../analysis/dictionary.ts'
import { contentRuns } from '../analysis/particles.ts'
import { simplifyText } from '../analysis/traditional.ts'
import { EXACT_MARK, isExactForm } from '../analysis/word-table.ts'
import { numberedNamePlans } from './numbered-names.ts'
import type { Plan, PrefixPlan, TermPlan } from './plan.ts'

/**
 * Weight of a character pair of a longer word, of whose meaning it is a part. Results hardly differ between 0.3 and 1.
 */
export const PIECE_WEIGHT = 0.3
/** Matches a Chinese, Japanese or Korean character; words of these scripts are searched by pairs of characters. */
const CJK_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** How words are searched. */
interface WordPlanOptions {
  /** Bits of the fields in which words are searched (`MASKS`). */
  mask: number
  /** Factor of each word's score. */
  weight: number
  /** Whether words are searched as written instead of by their stems. */
  exact: boolean
  /** Additional score of a paper that contains the word as written, as a share of the word's weight. */
  form_share?: number
}

/**
 * Returns the plans of a piece of a query without operators, one per word in order; all of them together match the
 * piece. A run of Chinese is segmented into words; `C++`, `COVID-19` and the like stay one. [] without words.
 */
export function wordPlans(text: string, options: WordPlanOptions): Plan[] {
  const pieces = splitScripts(text)
  return pieces.flatMap((piece) =>
    CJK_CHARACTER.test(piece) ? cjkPlans(piece, options) : latinPlans(piece, options),
  )
}

/**
 * Splits a text into runs of Chinese, Japanese or Korean characters and the text between them, omitting runs without
 * letters or digits.
 */
function splitScripts(text: string): string[] {
  const runs = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu,
  )
  return (runs ?? []).filter((run) => /[\p{L}\p{N}]/u.test(run))
}

/** Returns the plans of a run's words; if one of the words is a single character, the whole run is one plan. */
function cjkPlans(run: string, options: WordPlanOptions): Plan[] {
  const folded = simplifyText(run.normalize('NFKC'))
  const content = contentRuns(segmentChinese(folded)).flat()
  const isSplit = !options.exact && content.length > 0 && content.every((word) => [...word].length > 1)
  const plans = (isSplit ? content : [folded]).map((word) => cjkPlan(word, options))
  const [first, ...others] = plans
  if (!first || others.length === 0) return plans
  // All plans have to match, so the extra score may be added to any of them.
  return [{ op: 'boost', part: first, extra: pairsAcross(folded, content, options) }, ...others]
}

/**
 * Returns a plan of documents that contain a run of Chinese: its own term if the dictionary has it, otherwise its pairs
 * in sequence. A single character is searched as the beginning of any term, because texts are indexed by pairs.
 */
export function cjkPlan(run: string, { mask, weight }: Omit<WordPlanOptions, 'exact'>): Plan {
  const tokens = analyze(run)
  const whole = tokens.find(({ start, end }) => start === 0 && end === run.length)
  if ([...run].length === 1) return prefixWordPlan(tokens[0]?.term ?? run, mask, weight)
  if (whole) return { op: 'term', term: whole.term, mask, weight }
  const pairs = tokenOffsets(tokens.filter(({ term }) => [...term].length === 2))
  if (pairs.length === 0) return { op: 'none' }
  return { op: 'phrase', parts: pairs, mask, weight }
}

/** Returns a plan of words that begin with a text, as written or as a stem. */
export function prefixWordPlan(text: string, mask: number, weight: number): Plan {
  const plans = [text, EXACT_MARK + text].map(
    (prefix): PrefixPlan => ({ op: 'prefix', prefix, pattern: null, mask, weight }),
  )
  return CJK_CHARACTER.test(text) ? (plans[0] ?? { op: 'none' }) : { op: 'or', parts: plans }
}

/** Returns one term per position, the shortest token at each, with offsets from the first. */
function tokenOffsets(tokens: Token[]): { term: string; offset: number }[] {
  const byPosition = new Map<number, Token>()
  for (const token of tokens) {
    const other = byPosition.get(token.position)
    if (!other || token.end - token.start < other.end - other.start) byPosition.set(token.position, token)
  }
  const ordered = [...byPosition.values()].sort((a, b) => a.position - b.position)
  const first = ordered[0]?.position ?? 0
  return ordered.map(({ term, position }) => ({ term, offset: position - first }))
}

/** Returns character pairs that span two words, so that papers with the words side by side score higher. */
function pairsAcross(run: string, words: string[], { mask }: WordPlanOptions): TermPlan[] {
  const within = new Set(words.flatMap((word) => characterPairs(word)))
  return characterPairs(run)
    .filter((pair) => !within.has(pair))
    .map((term) => ({ op: 'term', term, mask, weight: 1 }))
}

/** Returns each pair of neighboring characters. */
function characterPairs(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

/** Returns one plan per written word: words joined by punctuation are one, words with spaces between them several. */
function latinPlans(text: string, options: WordPlanOptions): Plan[] {
  const tokens = analyze(text)
  if (tokens.length === 0) return []
  return groupTokens(text, tokens).map((group) => groupPlan(group, options))
}

/** Groups the tokens of each written word: those without a space between them. */
function groupTokens(text: string, tokens: Token[]): Token[][] {
  const groups: Token[][] = []
  let end = -1
  for (const token of tokens) {
    const beginsWord = end < 0 || (token.start >= end && /\s/.test(text.slice(end, token.start)))
    if (beginsWord) groups.push([])
    groups.at(-1)?.push(token)
    end = Math.max(end, token.end)
  }
  return groups
}

/** Returns the plan of one written word: its whole term if it has one, or its parts in sequence. */
function groupPlan(tokens: Token[], { mask, weight, exact, form_share = 0 }: WordPlanOptions): Plan {
  const start = Math.min(...tokens.map((token) => token.start))
  const end = Math.max(...tokens.map((token) => token.end))
  const isWhole = (token: Token) => token.start === start && token.end === end
  const searched = preferForms(tokens, exact)
  const parts = tokenOffsets(searched.filter((token) => !isWhole(token)))
  const alternatives: Plan[] = searched
    .filter(isWhole)
    .map(({ term }) => ({ op: 'term', term, mask, weight }))
  if (parts.length > 1) alternatives.push({ op: 'phrase', parts, mask, weight })
  if (!exact) alternatives.push(...numberedNamePlans(tokens, { mask, weight }))
  const plan = orPlan(uniquePlans(alternatives))
  // Papers with the word as written score higher than those with its stem only.
  const exactForms = tokens.filter(
    (token) => isExact(token) && searched.some((other) => other.start === token.start),
  )
  if (exact || form_share === 0 || exactForms.length === 0) return plan
  return {
    op: 'boost',
    part: plan,
    extra: exactForms.map(({ term }) => ({ op: 'term', term, mask, weight: weight * form_share })),
  }
}

/** Returns whether a token is the exact form of a word. */
const isExact = ({ term }: Token) => isExactForm(term)

/** Returns exact forms where they are requested and exist, otherwise stems. */
function preferForms(tokens: Token[], exact: boolean): Token[] {
  if (!exact) return tokens.filter((token) => !isExact(token))
  const spanKey = ({ start, end }: Token) => `${start}-${end}`
  const exactSpans = new Set(tokens.filter(isExact).map(spanKey))
  return tokens.filter((token) => isExact(token) || !exactSpans.has(spanKey(token)))
}

/** Joins plans as alternatives; matches nothing when there are none. */
export function orPlan(plans: Plan[]): Plan {
  const [first] = plans
  if (!first) return { op: 'none' }
  return plans.length === 1 ? first : { op: 'or', parts: plans }
}

/** Removes equal plans, whose scores would count double. */
function uniquePlans(plans: Plan[]): Plan[] {
  return [...new Map(plans.map((plan) => [JSON.stringify(plan), plan])).values()]
}

/** Joins plans that all have to match; matches everything when there are none. */
export function andPlan(plans: Plan[]): Plan {
  const [first] = plans
  if (!first) return { op: 'all' }
  return plans.length === 1 ? first : { op: 'and', parts: plans }
}

/** Returns the character pairs of a text's runs of three or more: papers may contain them without the whole run. */
export function runPieces(text: string): string[] {
  const runs = simplifyText(text.normalize('NFKC')).match(/\p{Script=Han}{3,}/gu) ?? []
  return [...new Set(runs.flatMap(characterPairs))]
}

/** Returns a plan of words in quotes: their exact forms in this order; matches nothing when there are no words. */
export function phrasePlan(text: string, { mask, weight }: Omit<WordPlanOptions, 'exact'>): Plan {
  const tokens = preferForms(analyze(text), true)
  const parts = tokenOffsets(dropLongWords(tokens))
  const [first] = parts
  if (!first) return { op: 'none' }
  if (CJK_CHARACTER.test(text) && !/[^\p{Script=Han}]/u.test(text.trim()))
    return cjkPlan(text.trim(), { mask, weight })
  return parts.length === 1
    ? { op: 'term', term: first.term, mask, weight }
    : { op: 'phrase', parts, mask, weight }
}

/** Keeps of Chinese tokens the pairs, which carry all the information, and single characters that end no pair. */
function dropLongWords(tokens: Token[]): Token[] {
  const pairs = tokens.filter(({ term }) => CJK_CHARACTER.test(term) && [...term].length === 2)
  const ends = new Set(pairs.map(({ end }) => end))
  return tokens.filter(({ term, end }) => {
    if (!CJK_CHARACTER.test(term)) return true
    const length = [...term].length
    return length === 2 || (length === 1 && !ends.has(end))
  })
}

/** Returns a plan of words that match a pattern in which each `?`, at least one, is one letter or digit. */
export function wildcardPlan(pattern: string, mask: number, weight: number): Plan {
  const folded = pattern.normalize('NFKC').toLowerCase()
  const prefix = folded.slice(0, folded.indexOf('?'))
  const body = folded.replaceAll(/[\\^$.*+()[\]{}|]/g, '\\$&').replaceAll('?', '[\\p{L}\\p{N}]')
  return {
    op: 'or',
    parts: [
      { op: 'prefix', prefix, pattern: `^${body}$`, mask, weight },
      { op: 'prefix', prefix: EXACT_MARK + prefix, pattern: `^${EXACT_MARK}${body}$`, mask, weight },
    ],
  }
}

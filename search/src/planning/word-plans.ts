import { analyze, type Token } from '../analysis/analyze.ts'
import { segmentChinese } from '../analysis/dictionary.ts'
import { contentRuns } from '../analysis/particles.ts'
import { simplifyText } from '../analysis/traditional.ts'
import { EXACT_MARK } from '../analysis/word-forms.ts'
import { latinPlans, type WordPlanOptions } from './latin-plans.ts'
import type { Plan, PrefixPlan, TermPlan } from './plan.ts'
import { preferForms, tokenOffsets } from './plan-tokens.ts'

/**
 * Weight of a character pair of a longer word, of whose meaning it is a part. Results hardly differ between 0.3 and 1.
 */
export const PIECE_WEIGHT = 0.3
/** Matches a Chinese, Japanese or Korean character; words of these scripts are searched by pairs of characters. */
const CJK_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

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

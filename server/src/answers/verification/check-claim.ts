import type { Citation } from '@scinav/contract'
import { phrasePattern } from '../../language/phrases.ts'
import { figureConflicts } from '../../language/text/figure-conflicts.ts'
import { locateQuote } from '../../language/text/locate.ts'
import { readQuantities } from '../../language/text/quantities.ts'
import { readPolarity } from './polarity.ts'

/** The support that a source gives to a claim, and how it was checked. */
export interface ClaimCheck {
  support: Citation['support']
  check: Citation['check']
}

const HAN_CHARACTER = /\p{Script=Han}/u
/** Longer texts are not checked: every figure of one is compared with every figure of the other. */
const MAX_SENTENCE_CHARS = 1_200

/**
 * Checks a claim against the sentence that it cites, without a model. Words show only hard conflicts: a figure other
 * than the source's of the same unit, a quotation that occurs nowhere in the source, a name that occurs nowhere in the
 * evidence, or another subject altogether. Such a claim is `unsupported`; any other is `unchecked`, since sharing words
 * with a sentence does not make a claim follow from it.
 *
 * @param context what else may state the figures, names and quotations: passage, title, authors and year, and the
 *   passages cited beside it.
 * @param offered the texts of all evidence of the answer, in which a name may occur too.
 */
export function checkClaim(claim: string, quote: string, context: string, offered = ''): ClaimCheck {
  if (claim.length > MAX_SENTENCE_CHARS || quote.length > MAX_SENTENCE_CHARS)
    return claimCheck('unchecked', [])
  const source = `${quote}\n${context}`
  const conflicts = [
    ...missingQuotes(claim, source),
    ...figureConflicts(claim, { cited: quote, context }),
    ...(isTranslated(claim, quote) ? [] : missingNames(claim, source, offered)),
  ]
  const isSameLanguage = HAN_CHARACTER.test(claim) === HAN_CHARACTER.test(quote)
  const isRejected = conflicts.length > 0 || (isSameLanguage && isUnrelated(claim, source))
  return claimCheck(isRejected ? 'unsupported' : 'unchecked', conflicts)
}

/**
 * The least share of a claim's content words that its source has, when both are in one language. True claims share far
 * more with their sources, claims about other papers nearly always less.
 */
const MIN_SHARED_SHARE = 0.2

/** A claim with fewer content words, such as a cell of a table, is not compared. */
const MIN_CONTENT_WORDS = 4

function isUnrelated(claim: string, source: string): boolean {
  const claimed = contentStems(claim)
  return (
    claimed.size >= MIN_CONTENT_WORDS &&
    sharedShare(claimed, contentStems(source), new Set()) < MIN_SHARED_SHARE
  )
}

/** Sentences that state an aim rather than a finding. */
const STATES_AIM = phrasePattern('aim/claim')
/** Added to the share of a claim's words for having all its figures; subtracted for stating an aim. */
const BEST_QUOTE_STEP = 0.25

/** Returns the sentence that most likely supports a claim; the first of equals, and `''` without sentences. */
export function bestQuote(claim: string, sentences: string[], context: string): string {
  const claimed = contentStems(claim)
  const around = contentStems(context)
  const figures = figureValues(claim)
  let best = ''
  let bestScore = Number.NEGATIVE_INFINITY
  for (const sentence of sentences) {
    const stated = new Set(figureValues(sentence))
    const figureShare = figures.filter((figure) => stated.has(figure)).length / Math.max(1, figures.length)
    const aimPenalty = STATES_AIM.test(sentence) ? BEST_QUOTE_STEP : 0
    const wordShare = sharedShare(claimed, contentStems(sentence), around)
    const score = wordShare - aimPenalty + figureShare * BEST_QUOTE_STEP
    if (score > bestScore) [best, bestScore] = [sentence, score]
  }
  return best
}

/** Returns the share of a claim's content words that a sentence has, 0–1. */
export const sharedWordShare = (claim: string, sentence: string): number =>
  sharedShare(contentStems(claim), contentStems(sentence), new Set())

const contentStems = (text: string): Set<string> => new Set(readPolarity(text).content.keys())

const figureValues = (text: string): number[] => readQuantities(text).map(({ low }) => low)

/** The weight of a word found only around the source. */
const AROUND_WEIGHT = 0.5

/**
 * Returns the share of a claim's content words that its source has, 0–1; words found only around it weigh
 * less.
 */
function sharedShare(claim: Set<string>, source: Set<string>, around: Set<string>): number {
  let shared = 0
  for (const stem of claim) {
    if (source.has(stem)) shared += 1
    else if (around.has(stem)) shared += AROUND_WEIGHT
  }
  return shared / Math.max(1, claim.size)
}

const claimCheck = (support: ClaimCheck['support'], missing: string[]): ClaimCheck => ({
  support,
  check: { method: 'terms', located: true, missing: [...new Set(missing)] },
})

/** Returns quoted stretches of a claim that the source lacks. */
function missingQuotes(claim: string, source: string): string[] {
  return quotedStretches(claim).filter((text) => !locateQuote(text, source))
}

/** Shorter stretches in quotation marks are terms rather than quotations. */
const MIN_QUOTE_CHARS = 8

/**
 * Returns the text between an opening quotation mark and the next closing one, without a final punctuation
 * mark. The straight mark can be either.
 */
function quotedStretches(claim: string): string[] {
  const quotes: string[] = []
  /** Where the open quotation begins; −1 outside of one. */
  let from = -1
  for (const { 0: sign, index } of claim.matchAll(/[“「”」"]/g)) {
    const isClosed = from >= 0 && !'“「'.includes(sign)
    if (isClosed && index - from >= MIN_QUOTE_CHARS) {
      quotes.push(claim.slice(from, index).replace(/[.,;，。；]$/, ''))
      from = -1
    } else if (isClosed || from < 0) from = '“「"'.includes(sign) ? index + 1 : -1
  }
  return quotes
}

/** Returns whether a claim is not in Chinese but its source is; the source may then write names in Chinese. */
const isTranslated = (claim: string, quote: string): boolean =>
  HAN_CHARACTER.test(quote) && !HAN_CHARACTER.test(claim)

/**
 * Returns the names of a claim that neither its source nor the other evidence has. An acronym whose letters
 * begin consecutive words of the source is no missing name, nor is one in brackets behind the words that it stands for.
 */
function missingNames(claim: string, source: string, offered: string): string[] {
  const known = lettersAndDigits(withLatinLetters(`${source}\n${offered}`))
  const initials = initialsOf(source)
  const names = claim.matchAll(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}/-]*/gu)
  const missing = [...names].filter(({ 0: name, index }) => {
    // A plural in the claim may be a singular in the source; the result keeps the word of the claim.
    const singular = name.replace(/s$/, '')
    const isSpelledOut = ACRONYM.test(singular) && initials.includes(singular.toLowerCase())
    return (
      isName(name) &&
      !isSpelledOut &&
      !abbreviatesWords(singular, claim.slice(0, index), known) &&
      !isKnown(singular, known)
    )
  })
  return missing.map(([name]) => name)
}

/** A Chinese term before a bracket; longer terms are compared by their end. */
const HAN_TERM_BEFORE_BRACKET = /\p{Script=Han}{2,6}(?=[(（]$)/u

/**
 * Returns whether a name stands in a bracket behind what it abbreviates: words whose first letters it has, or a Chinese
 * term that the source has, given as `lettersAndDigits`.
 *
 * @param before the text before the name.
 */
function abbreviatesWords(name: string, before: string, source: string): boolean {
  if (!/[(（]$/.test(before)) return false
  const [term] = HAN_TERM_BEFORE_BRACKET.exec(before) ?? []
  return term === undefined ? initialsOf(before).endsWith(name.toLowerCase()) : source.includes(term)
}

/** The Latin letters and the English names of the letters of the Greek alphabet. */
const GREEK_LETTERS = new Map(
  (
    'α:a:alpha β:b:beta γ:g:gamma δ:d:delta ε:e:epsilon ζ:z:zeta η:h:eta θ:th:theta ι:i:iota κ:k:kappa λ:l:lambda ' +
    'μ:m:mu ν:n:nu ξ:x:xi ο:o:omicron π:p:pi ρ:r:rho σ:s:sigma ς:s:sigma τ:t:tau υ:u:upsilon φ:f:phi χ:c:chi ψ:ps:psi ω:o:omega'
  )
    .split(' ')
    .map((line) => line.split(':'))
    .map(([greek = '', latin = '', name = '']) => [greek, { latin, name }]),
)

/** Returns a text, followed by itself with Latin letters and then with names in place of Greek letters: ε4, E4, epsilon4. */
function withLatinLetters(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase()
  if (!/\p{Script=Greek}/u.test(lower)) return text
  const replaced = (by: 'latin' | 'name') =>
    lower.replace(/\p{Script=Greek}/gu, (letter) => GREEK_LETTERS.get(letter)?.[by] ?? letter)
  return [text, replaced('latin'), replaced('name')].join('\n')
}

/**
 * Tells whether a text, given as `lettersAndDigits`, has a name as it is, its parts (RANK-RANKL), the part of
 * it that is a name (HIV-positive, M2-like, siRNA), or the name without a number where it has none (Dscam for Dscam1,
 * but not GPT-3 for GPT-4).
 */
function isKnown(name: string, text: string): boolean {
  const has = (part: string) => text.includes(lettersAndDigits(part))
  if (has(name)) return true
  const parts = name.split(/[-/]/).filter((part) => !/^\p{Ll}{3,}$/u.test(part))
  if (parts.every((part) => /\p{L}[\p{L}\d]|\d\p{L}/u.test(part) && has(part))) return true
  const [, core] = /^\p{Ll}+(\p{Lu}{3,})\p{Ll}*$/u.exec(name) ?? []
  if (core !== undefined) return has(core)
  const [, letters] = /^(\p{L}{4,})\d+$/u.exec(name) ?? []
  return letters !== undefined && has(letters) && !new RegExp(`${letters.toLowerCase()}\\d`).test(text)
}

/** Shorter acronyms are the initials of some words in nearly every text. */
const ACRONYM = /^\p{Lu}{3,}$/u

/** Returns the first letters of all words of a text, in lower case. */
const initialsOf = (text: string): string =>
  Array.from(text.matchAll(/\p{L}[\p{L}\p{M}]*/gu), ([word]) => word.charAt(0))
    .join('')
    .toLowerCase()

/** Tells whether a word has two capitals, or a capital and a digit: XLM-R, BLEU, GPT2; but not a number: 120K, II. */
function isName(word: string): boolean {
  if (/^(?:\d+\p{L}|[IVX]+)$/u.test(word)) return false
  const capitals = word.match(/\p{Lu}/gu)?.length ?? 0
  return capitals >= 2 || (capitals === 1 && /\d/.test(word))
}

/** Returns the letters and digits of a text in lower case, without what is between them. */
const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

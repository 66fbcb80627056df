import type { Citation } from '@scinav/contract'
import { phrasePattern } from '../../language/phrases.ts'
import { figuresIn, hasFigure } from '../../language/text/figures.ts'
import { locateQuote } from '../../language/text/locate.ts'
import { agreement, denies, type PolarityReading, readPolarity } from './polarity.ts'

/** The support that a source gives to a claim, and how it was checked. */
export interface ClaimCheck {
  support: Citation['support']
  check: Citation['check']
}

const HAN_CHARACTER = /\p{Script=Han}/u

/** Thresholds on the shared share of a claim, chosen on SciFact's claims (`npm run bench -- support`). */
const MIN_SUPPORTED_SHARE = 0.45
const MAX_UNRELATED_SHARE = 0.2
/** The least shared share that supports a negated claim, which must be stated nearly word for word. */
const MIN_DENIAL_SHARE = 0.7
const MIN_AGREEMENT = 0.2
/** Longer texts are not checked: every word of one is compared with every word of the other. */
const MAX_SENTENCE_CHARS = 1_200
const OPPOSITION_FACTOR = 0.5
const BEST_QUOTE_STEP = 0.25

/** Sentences that state an aim rather than a finding. */
const STATES_AIM = phrasePattern('aim/claim')

/**
 * Checks a claim against the sentence that it cites, without a model: quotes, figures and units, names, negation,
 * direction of change, and the share of the claim's words that the source has. A claim in another language than its
 * source is checked by quotes and figures only.
 *
 * @param context text around the sentence, such as the title, which may supply names, figures and quotes too.
 */
export function checkClaim(claim: string, quote: string, context: string): ClaimCheck {
  if (claim.length > MAX_SENTENCE_CHARS || quote.length > MAX_SENTENCE_CHARS)
    return claimCheck('unchecked', [])
  const missing = [
    ...missingQuotes(claim, `${quote}\n${context}`),
    ...missingFigures(claim, `${quote}\n${context}`),
  ]
  if (HAN_CHARACTER.test(claim) !== HAN_CHARACTER.test(quote))
    return claimCheck(missing.length > 0 ? 'partial' : 'unchecked', missing)
  missing.push(...missingNames(claim, `${quote}\n${context}`))
  const [said, source] = [readPolarity(claim), readPolarity(quote)]
  const share = sharedShare(said, source, readPolarity(context))
  const against = findOpposition(said, source)
  if (against !== null && share >= MIN_SUPPORTED_SHARE)
    return claimCheck('unsupported', [...missing, against])
  if (share < MAX_UNRELATED_SHARE) return claimCheck('unsupported', missing)
  const full = missing.length === 0 && share >= MIN_SUPPORTED_SHARE && !STATES_AIM.test(quote)
  return claimCheck(full && agreesInDirection(said, source, share) ? 'supported' : 'partial', missing)
}

/** Returns the sentence that most likely supports a claim; the first of equals. */
export function bestQuote(claim: string, sentences: string[], context: string): string {
  const said = readPolarity(claim)
  const around = readPolarity(context)
  const figures = figuresIn(claim)
  let best = ''
  let most = Number.NEGATIVE_INFINITY
  for (const sentence of sentences) {
    const own = figuresIn(sentence)
    const held = figures.filter((figure) => hasFigure(own, figure)).length / Math.max(1, figures.length)
    const untold = STATES_AIM.test(sentence) ? BEST_QUOTE_STEP : 0
    const value = sharedShare(said, readPolarity(sentence), around) - untold + held * BEST_QUOTE_STEP
    if (value > most) [best, most] = [sentence, value]
  }
  return best
}

const claimCheck = (support: ClaimCheck['support'], missing: string[]): ClaimCheck => ({
  support,
  check: { method: 'terms', located: true, missing: [...new Set(missing)] },
})

/** Returns quoted stretches of a claim that the source lacks. */
function missingQuotes(claim: string, source: string): string[] {
  return quotedStretches(claim).filter((text) => !locateQuote(text, source))
}

const MIN_QUOTE_CHARS = 8

/** Returns the text between an opening quotation mark and the next closing one; the straight mark can be either. */
function quotedStretches(claim: string): string[] {
  const quotes: string[] = []
  let from = -1
  for (const { 0: sign, index } of claim.matchAll(/[“「”」"]/g)) {
    const isClosed = from >= 0 && !'“「'.includes(sign)
    if (isClosed && index - from >= MIN_QUOTE_CHARS) {
      quotes.push(claim.slice(from, index))
      from = -1
    } else if (isClosed || from < 0) from = '“「"'.includes(sign) ? index + 1 : -1
  }
  return quotes
}

function missingFigures(claim: string, source: string): string[] {
  const known = figuresIn(source)
  return figuresIn(claim)
    .filter((figure) => !hasFigure(known, figure))
    .map(({ text }) => text)
}

/**
 * Returns the share of a claim's content words that its source has, 0–1; words found only around the source count half.
 */
function sharedShare(
  { content: claim }: PolarityReading,
  source: PolarityReading,
  around: PolarityReading,
): number {
  let said = 0
  for (const stem of claim.keys()) said += source.content.has(stem) ? 1 : around.content.has(stem) ? 0.5 : 0
  return said / Math.max(1, claim.size)
}

/** Returns in what respect claim and source oppose each other, or null when they do not. */
function findOpposition(claim: PolarityReading, source: PolarityReading): string | null {
  const { along, against } = agreement(claim, source)
  if (against >= MIN_AGREEMENT && against * OPPOSITION_FACTOR > along) return '增减方向'
  return denies(claim, claim) && !denies(source, claim) && along === 0 ? '否定' : null
}

function agreesInDirection(claim: PolarityReading, source: PolarityReading, share: number): boolean {
  const denied = denies(claim, claim)
  if (denied !== denies(source, claim) || (denied && share < MIN_DENIAL_SHARE)) return false
  if (claim.directions.length === 0) return true
  const { along, against, silent } = agreement(claim, source)
  return along >= MIN_AGREEMENT && against <= OPPOSITION_FACTOR * along && silent === 0
}

/** Returns names in a claim that its source lacks: acronyms, names with digits, capitalized words within sentences. */
function missingNames(claim: string, source: string): string[] {
  const known = lettersAndDigits(source)
  // A plural in the claim may be a singular in the source; the result keeps the word of the claim.
  return extractNames(claim).filter((name) => !known.includes(lettersAndDigits(name.replace(/s$/, ''))))
}

const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** How far before a word the end of the previous sentence is sought, in UTF-16 units. */
const MAX_SENTENCE_END_CHARS = 20

function extractNames(text: string): string[] {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}/-]*/gu)]
  return words
    .filter(({ 0: word, index }) =>
      isDistinctiveName(
        word,
        index === 0 || /[.!?。！？]\s*$/.test(text.slice(Math.max(0, index - MAX_SENTENCE_END_CHARS), index)),
      ),
    )
    .map(([word]) => word)
}

function isDistinctiveName(word: string, first: boolean): boolean {
  if (/^\d+$/.test(word)) return false
  if (/\p{Lu}.*\p{Lu}/u.test(word) || (/\d/.test(word) && /\p{Lu}/u.test(word))) return true
  return !first && /^\p{Lu}\p{Ll}{2,}/u.test(word)
}

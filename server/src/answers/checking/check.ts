import type { Citation } from '@scinav/contract'
import { figuresIn, hasFigure } from '../../language/text/figures.ts'
import { locateQuote } from '../../language/text/locate.ts'
import { missingNames } from './names.ts'
import { agreement, denies, type PolarityReading, readPolarity } from './polarity.ts'

export interface ClaimCheck {
  support: Citation['support']
  check: Citation['check']
}

const HAN_CHARACTER = /\p{Script=Han}/u

/** Figures tried over SciFact's claims (`npm run bench -- support`). */
const MIN_SUPPORTED_SHARE = 0.45
const MAX_UNRELATED_SHARE = 0.2
/** A claim that denies something has to be said nearly word for word. */
const MIN_DENIAL_SHARE = 0.7
const MIN_AGREEMENT = 0.2
/** Sentences are shorter. Every word of one is compared with every one of the other. */
const MAX_SENTENCE_CHARS = 1_200
const OPPOSITION_FACTOR = 0.5
const BEST_QUOTE_STEP = 0.25

/** Sentences that tell what was asked or may be, not what was found. */
const STATES_AIM =
  /\b(?:aims?|aimed|objectives?|purpose|goal|whether|hypothes[ie]s|hypothesi[sz]ed?s?|to (?:investigate|determine|evaluate|assess|examine|test|explore|compare|identify|study)|investigated|eligib\w*|background|methods?:|outcome measures?|design:|unclear|unknown|controversial|remains? to be|(?:well|poorly|fully|incompletely) understood|may|might|could|possibl[ey]|potential(?:ly)?|propose)\b|^(?:METHODS?|DESIGN|BACKGROUND|OBJECTIVES?)\b|旨在|目的|尚不清楚|有待|可能|是否/iu

/**
 * Compares a claim with the sentence it rests on, without a model: figures and units, names, negation, direction, and
 * how much of the claim the source says. `context` is what stands around the sentence, such as the title; names may
 * stand there. A claim in another language than its source is judged by its figures and quotes alone.
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

/** The sentence a claim most likely rests on; the first of equals. */
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

/** What a claim puts in quotes has to stand in the source. */
function missingQuotes(claim: string, source: string): string[] {
  return quotedStretches(claim).filter((text) => !locateQuote(text, source))
}

const MIN_QUOTE_CHARS = 8

/** What stands between a sign that opens a quote and the next that closes one; the one sign may do both. */
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

/** How much of a claim its source says; what only stands around the source counts half. */
function sharedShare(
  { content: claim }: PolarityReading,
  source: PolarityReading,
  around: PolarityReading,
): number {
  let said = 0
  for (const stem of claim.keys()) said += source.content.has(stem) ? 1 : around.content.has(stem) ? 0.5 : 0
  return said / Math.max(1, claim.size)
}

/** In what claim and source go opposite ways; null where they do not. */
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

import { phrasePattern } from '../../language/phrases.ts'
import { readQuantities } from '../../language/text/quantities.ts'
import { readPolarity } from './read-polarity.ts'

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

const figureValues = (text: string): number[] => readQuantities(text).map(({ low }) => low)

/** Returns the share of a claim's content words that a sentence has, 0–1. */
export const sharedWordShare = (claim: string, sentence: string): number =>
  sharedShare(contentStems(claim), contentStems(sentence), new Set())

/** Returns the stems of the content words of a text. */
export const contentStems = (text: string): Set<string> => new Set(readPolarity(text).content.keys())

/** The weight of a word found only around the source. */
const AROUND_WEIGHT = 0.5

/**
 * Returns the share of a claim's content words that its source has, 0–1; words found only around it weigh
 * less.
 */
export function sharedShare(claim: Set<string>, source: Set<string>, around: Set<string>): number {
  let shared = 0
  for (const stem of claim) {
    if (source.has(stem)) shared += 1
    else if (around.has(stem)) shared += AROUND_WEIGHT
  }
  return shared / Math.max(1, claim.size)
}

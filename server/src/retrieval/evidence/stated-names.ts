import { type Concept, isChineseOnly, statesPlan, type TermPlaces } from '@scinav/search'

/** The least share of a question's names, by weight, that must be stated. */
const MIN_NAMED_SHARE = 0.65

/** Returns whether a text states the names of a question, and each group of nouns that an answer must state. */
export function statesNames(
  terms: TermPlaces,
  concepts: Concept[],
  nouns: Concept[][],
  isChinese: boolean,
): boolean {
  const named = concepts.filter((each) => each.named)
  return [named, ...nouns].every((each) => statesShare(terms, each, isChinese, MIN_NAMED_SHARE))
}

/** When a language can express less than this share of the concepts, words decide nothing. */
const MIN_EXPRESSIBLE_SHARE = 0.5

/**
 * Returns whether a text states at least a share, by weight, of the concepts that its language can express;
 * true when it can hardly express them.
 */
export function statesShare(
  terms: TermPlaces,
  concepts: Concept[],
  isChinese: boolean,
  share: number,
): boolean {
  const weightOf = (list: Concept[]) => list.reduce((sum, { weight }) => sum + weight, 0)
  const expressible = isChinese ? concepts : concepts.filter(({ plan }) => !isChineseOnly(plan))
  const expressibleWeight = weightOf(expressible)
  if (expressibleWeight === 0 || expressibleWeight < weightOf(concepts) * MIN_EXPRESSIBLE_SHARE) return true
  return weightOf(expressible.filter(({ plan }) => statesPlan(terms, plan))) >= expressibleWeight * share
}

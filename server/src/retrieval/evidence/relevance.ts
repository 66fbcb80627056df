import type { Evidence } from './evidence.ts'

/**
 * The least coverage of evidence by use, 0–1, chosen with `npm run bench -- questions`. It is lower for a
 * model, which does not use all it is shown, and for sources that a person chose, which count as being about
 * the question.
 */
const MIN_COVERAGE = {
  quotes: 0.6,
  related: 0.4,
  model: 0.4,
  chosen_quotes: 0.35,
  chosen_related: 0,
  chosen_model: 0,
} as const

/**
 * Returns the evidence that is relevant enough to quote (`quotes`), to show as related, or to give to a
 * model. A model also gets passages that are near by meaning only. Quotes of sources that nobody chose must
 * also cover the question (`coversQuestion`).
 *
 * @param chosen whether a person chose the sources, which lowers the bounds.
 */
export function filterRelevant(
  evidence: Evidence[],
  use: 'quotes' | 'related' | 'model',
  chosen: boolean,
): Evidence[] {
  const minCoverage = MIN_COVERAGE[chosen ? (`chosen_${use}` as const) : use]
  return evidence.filter(
    (each) =>
      (each.coverage >= minCoverage && (use !== 'quotes' || chosen || coversQuestion(each))) ||
      (use === 'model' && each.near),
  )
}

/** The weight of the title fit next to the coverage of an answer. */
const TITLE_FIT_WEIGHT = 0.5
/**
 * The least sum of coverage and weighted title fit: evidence that covers the question in part answers it only
 * when the title shows the subject.
 */
const MIN_COVERAGE_WITH_TITLE = 0.73
/** The least share of the question that the passage's language must have words for. */
const MIN_EXPRESSIBLE_QUESTION_SHARE = 0.6

/** Returns whether evidence covers enough of a question to be quoted as its answer. */
const coversQuestion = ({ states_names, expressible_share, coverage, title_fit }: Evidence) =>
  states_names &&
  expressible_share >= MIN_EXPRESSIBLE_QUESTION_SHARE &&
  coverage + title_fit * TITLE_FIT_WEIGHT >= MIN_COVERAGE_WITH_TITLE

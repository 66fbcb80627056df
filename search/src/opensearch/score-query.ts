import type { Plan } from '../planning/plan.ts'
import {
  createScoring,
  type DocumentFrequencies,
  idf,
  MAX_PREFIX_TERMS,
  PREFIX_SCORE,
  type ScoredTerm,
} from '../ranking/score.ts'
import { prefixQuery, termQuery } from './match-query.ts'
import type { OpenSearchQuery } from './query.ts'
import { encodeTerm } from './term-text.ts'

/** Statistics that scores depend on besides the plan. */
export interface ScoreScale {
  frequencies: DocumentFrequencies
  /** Number of records of the index. */
  papers: number
  /** Factor by which this cluster multiplies BM25 scores, see `readScoreUnit`. */
  unit: number
}

/**
 * Returns the clauses that score the hits of a plan. A term scores its weight times its impact, which is its saturated
 * frequency in the record (the BM25F score without the idf), from 0 to 1; a prefix scores a constant for each term with
 * it. All scores are multiplied by `unit`.
 */
export function scoreQueries(plan: Plan, { frequencies, papers, unit }: ScoreScale): OpenSearchQuery[] {
  const { terms, prefixes } = createScoring(plan, frequencies, papers)
  const queries = terms.flatMap((term) => scoredTerm(term, frequencies.get(term.term) ?? 0, papers))
  for (const prefix of prefixes) {
    if (prefix.weight <= 0) continue
    // This rewrite scores the first `MAX_PREFIX_TERMS` terms with the prefix, each with the constant 1. The constant
    // lacks the factor `unit`, which is in the cluster's BM25 scores of the other terms already.
    const boosted = prefixQuery(prefix, `top_terms_boost_${MAX_PREFIX_TERMS}`)
    queries.push({ bool: { must: [boosted], boost: PREFIX_SCORE * prefix.weight * unit } })
  }
  return queries
}

/**
 * Builds the clauses of one term, none when no record contains it: the weight `always` counts wherever the term occurs,
 * `within` is added where it occurs in a field of `mask`. Both weights contain the term's rarity (its idf), possibly
 * limited as for a translation. OpenSearch multiplies with the idf by itself, so that it is divided out of the boost.
 *
 * @param frequency number of records that contain the term
 */
function scoredTerm(
  { term, always, within, mask }: ScoredTerm,
  frequency: number,
  recordCount: number,
): OpenSearchQuery[] {
  if (frequency === 0) return []
  const rarity = idf(frequency, recordCount)
  const scored = (boost: number): OpenSearchQuery => ({ term: { terms: { value: encodeTerm(term), boost } } })
  return [
    ...(always > 0 ? [scored(always / rarity)] : []),
    ...(within > 0 ? [{ bool: { must: [scored(within / rarity)], filter: [termQuery(term, mask)] } }] : []),
  ]
}

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
  /** Factor of BM25 scores in this cluster, see `readScoreUnit`. */
  unit: number
}

/** Returns the clauses that score the hits of a plan: impact of each term in the record, times its weight. */
export function scoreQueries(plan: Plan, { frequencies, papers, unit }: ScoreScale): OpenSearchQuery[] {
  const { terms, prefixes } = createScoring(plan, frequencies, papers)
  const queries = terms.flatMap((term) => scoredTerm(term, frequencies.get(term.term) ?? 0, papers))
  for (const prefix of prefixes) {
    if (prefix.weight <= 0) continue
    const boosted = prefixQuery(prefix, `top_terms_boost_${MAX_PREFIX_TERMS}`)
    queries.push({ bool: { must: [boosted], boost: PREFIX_SCORE * prefix.weight * unit } })
  }
  return queries
}

/**
 * Builds the clauses of one term. OpenSearch multiplies with the term's own rarity, which is therefore divided out of
 * the boost: a translation whose rarity is limited gets a boost below its weight.
 */
function scoredTerm(
  { term, always, within, mask }: ScoredTerm,
  frequency: number,
  papers: number,
): OpenSearchQuery[] {
  if (frequency === 0) return []
  const rarity = idf(frequency, papers)
  const scored = (boost: number): OpenSearchQuery => ({ term: { terms: { value: encodeTerm(term), boost } } })
  return [
    ...(always > 0 ? [scored(always / rarity)] : []),
    ...(within > 0 ? [{ bool: { must: [scored(within / rarity)], filter: [termQuery(term, mask)] } }] : []),
  ]
}

import { bestEvidence } from './arrange-evidence.ts'
import type { Evidence } from './evidence/evidence.ts'
import { maxPassagesPerSource } from './evidence/passage-score.ts'
import { filterRelevant } from './evidence/relevance.ts'
import { MAX_RANKED_PASSAGES } from './rerank-evidence.ts'
import type { RetrievalRequest } from './retrieval.ts'

/** The tokens that the passages of an answer may have together. */
const BUDGET_TOKENS = 6_000

/** Drops passages of a source beyond `maxPassagesPerSource`; the order stays. */
export function limitPerSource(ranked: Evidence[]): Evidence[] {
  const maxPassages = maxPassagesPerSource(ranked)
  const counts = new Map<string, number>()
  return ranked.filter(({ source_id }) => {
    const count = (counts.get(source_id) ?? 0) + 1
    counts.set(source_id, count)
    return count <= maxPassages
  })
}

/** Returns the best passages within the bounds on their number and their tokens, in the order of the ranking. */
export function withinBudget(
  ranked: Evidence[],
  { most, most_tokens = BUDGET_TOKENS }: Pick<RetrievalRequest, 'most' | 'most_tokens'>,
): Evidence[] {
  let tokens = 0
  // Passages near by meaning only take no place from others: consumers that judge by words ignore them.
  const isOnlyNear = (each: Evidence) => each.near && filterRelevant([each], 'related', false).length === 0
  const near = ranked.filter(isOnlyNear)
  const others = ranked.filter((each) => !isOnlyNear(each))
  const best = new Set([...near.slice(0, most), ...bestEvidence(others, most)])
  const selected = ranked.filter((each) => best.has(each))
  return selected.slice(0, MAX_RANKED_PASSAGES).filter(({ passage }) => {
    tokens += passage.tokens
    return tokens <= most_tokens
  })
}

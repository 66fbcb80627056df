import { RESEARCH_LIMITS } from '@scinav/contract'
import { overlap } from '../../answers/index.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { type EvidenceCandidate, isSameNormalized } from './evidence-candidates.ts'

/** Minimum score of a chosen sentence, as a share of the best score. */
const MIN_SCORE_SHARE = 0.4

/** Chooses sentences greedily by score and by novelty compared with those already chosen. */
export async function pickBest(candidates: EvidenceCandidate[], limit: number): Promise<EvidenceCandidate[]> {
  const bestScore = Math.max(0, ...candidates.map(({ score }) => score))
  const remaining = [...candidates]
  const chosen: EvidenceCandidate[] = []
  while (chosen.length < limit) {
    const next = nextBest(remaining, chosen)
    if (!next || next.score < bestScore * MIN_SCORE_SHARE) break
    chosen.push(next)
    remaining.splice(remaining.indexOf(next), 1)
    await yieldToEventLoop()
  }
  return chosen
}

/** Weight of the term overlap with chosen sentences, which is subtracted from the score. */
const NOVELTY_WEIGHT = 0.5
/** Subtracted per chosen sentence of the same source, so that first sentences of other sources come before. */
const SAME_SOURCE_PENALTY = 0.15

/**
 * Returns the candidate with the highest value among sources below their limit, where value = score −
 * NOVELTY_WEIGHT · (largest term overlap with a chosen sentence) − SAME_SOURCE_PENALTY · (number of chosen
 * sentences of its source). Undefined when none is left.
 */
function nextBest(
  candidates: EvidenceCandidate[],
  chosen: EvidenceCandidate[],
): EvidenceCandidate | undefined {
  let best: EvidenceCandidate | undefined
  let bestValue = Number.NEGATIVE_INFINITY
  for (const each of candidates) {
    const { source_id } = each.evidence
    const sameSource = chosen.filter((other) => other.evidence.source_id === source_id)
    if (sameSource.length >= RESEARCH_LIMITS.quotes_a_source) continue
    if (chosen.some((other) => isSameNormalized(other.normalized, each.normalized))) continue
    const similarity = Math.max(0, ...chosen.map((other) => overlap(each.terms, other.terms)))
    const value = each.score - NOVELTY_WEIGHT * similarity - sameSource.length * SAME_SOURCE_PENALTY
    if (value > bestValue) [best, bestValue] = [each, value]
  }
  return best
}

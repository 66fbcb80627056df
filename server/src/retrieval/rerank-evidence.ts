import type { Evidence } from './evidence/evidence.ts'
import { type RankingRequest, tryOrNull } from './ranking-request.ts'

/** Maximum number of passages that are reranked or returned. */
export const MAX_RANKED_PASSAGES = 40
/** Number of passages kept of those that were reranked. */
const MAX_RERANKED_PASSAGES = 8
/** Tells the reader that the rerank model failed. */
const NO_RERANK_NOTE = '重排序暂不可用，已按检索次序'

/**
 * Reranks the first `MAX_RANKED_PASSAGES` with a model that scores pairs and keeps the best `MAX_RERANKED_PASSAGES`.
 * Returns the ranking unchanged without a model or when it fails.
 */
export async function rerankEvidence(input: RankingRequest, ranked: Evidence[]): Promise<Evidence[]> {
  const { rerank } = input.request
  if (!rerank || ranked.length === 0) return ranked
  const first = ranked.slice(0, MAX_RANKED_PASSAGES)
  const texts = first.map(({ passage }) => `${passage.heading}\n${passage.text}`)
  const scores = await tryOrNull(input, NO_RERANK_NOTE, () =>
    rerank.rerank(input.request.question, texts, input.signal),
  )
  if (!scores) return ranked
  return first
    .map((each, at) => ({ ...each, score: scores[at] ?? Number.NEGATIVE_INFINITY }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_RERANKED_PASSAGES)
}

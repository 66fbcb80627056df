import type { Concept } from '@scinav/search'
import { reciprocalRankFusion } from '../platform/foundation/rank-fusion.ts'
import type { Evidence } from './evidence/evidence.ts'
import { passageScore } from './evidence/passage-score.ts'
import { findNearInTime, type NearEvidence } from './near-passages.ts'
import { type RankingRequest, tryOrNull } from './ranking-request.ts'

/** Tells the reader that the embedding model failed. */
const NO_VECTORS_NOTE = '向量检索暂不可用，已只按词语检索'
/** Number of passages that count as relevant by meaning alone. */
const MAX_NEAR_PASSAGES = 6

/**
 * Ranks evidence by words and, with an embedding model, by meaning. The rankings are combined by reciprocal rank
 * fusion, or, with `words_rank`, the passages near by meaning follow those found by words.
 */
export async function rankByMeaning(input: RankingRequest, found: Evidence[]): Promise<Evidence[]> {
  const { embedding } = input.request
  const near =
    embedding && (await tryOrNull(input, NO_VECTORS_NOTE, () => findNearInTime(input, embedding, found)))
  if (!near) return fuseRankings(found, wordRankings(found, input.concepts))
  if (input.request.words_rank)
    return appendNearest(fuseRankings(found, wordRankings(found, input.concepts)), near)
  const nearest = new Set(near.ids.slice(0, MAX_NEAR_PASSAGES))
  const foundByWords = new Set(found.map(({ passage }) => passage.passage_id))
  const candidates = [...found, ...near.others]
    .map((each) => (nearest.has(each.passage.passage_id) ? { ...each, near: true } : each))
    .filter((each) => each.near || foundByWords.has(each.passage.passage_id))
  const byId = new Map(candidates.map((each) => [each.passage.passage_id, each]))
  const ranking = near.ids.flatMap((id) => byId.get(id) ?? [])
  // The ranking by meaning counts twice, as much as both rankings by words; otherwise a passage found by meaning alone
  // would follow every passage that has some word of the question.
  return fuseRankings(candidates, [...wordRankings(found, input.concepts), ranking, ranking])
}

/** Keeps the ranking by words and appends the nearest of the passages that it lacks. */
function appendNearest(ranked: Evidence[], { ids, others }: NearEvidence): Evidence[] {
  const ranks = new Map(ids.slice(0, MAX_NEAR_PASSAGES).map((id, at) => [id, at]))
  return [...ranked, ...others].flatMap((each) => {
    const near_rank = ranks.get(each.passage.passage_id)
    if (near_rank !== undefined) return [{ ...each, near: true, near_rank }]
    return others.includes(each) ? [] : [each]
  })
}

/** Returns two rankings: by the words of the passages, and by the rank of their papers. */
function wordRankings(found: Evidence[], concepts: Concept[]): Evidence[][] {
  const scores = new Map(found.map((each) => [each, passageScore(each, concepts)]))
  const score = (each: Evidence) => scores.get(each) ?? 0
  return [found.toSorted((a, b) => score(b) - score(a)), found]
}

/** Combines rankings by reciprocal rank fusion. */
function fuseRankings(found: Evidence[], rankings: Evidence[][]): Evidence[] {
  const byId = new Map(found.map((each) => [each.passage.passage_id, each]))
  const fused = reciprocalRankFusion(
    rankings.map((ranking) => ranking.map(({ passage }) => passage.passage_id)),
  )
  return [...fused].flatMap(([id, score]) => {
    const each = byId.get(id)
    return each ? [{ ...each, score }] : []
  })
}

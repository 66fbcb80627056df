import type { Context } from '../../platform/context/context.ts'
import { searchPapers } from '../engine/index.ts'
import * as store from './recommend.store.ts'
import type { RecommendationSignal } from './recommendation-signal.ts'

/** Maximum number of papers that are searched for one signal. */
const MAX_PAPERS_PER_SIGNAL = 100

/** A candidate for recommendation. */
export interface WeightedPaper {
  /** Higher is better; below 0 for papers that only fill the list. */
  score: number
  /** Weight of the strongest signal that found the paper. */
  weight: number
  reason: string
}

/**
 * Returns the papers that the signals find, except excluded ones. The score of a paper is the sum of the weights of
 * all signals that found it, plus a small bonus for many citations.
 */
export async function weighSignals(
  ctx: Context,
  signals: RecommendationSignal[],
  excluded: Set<string>,
): Promise<Map<string, WeightedPaper>> {
  const found = new Map<string, WeightedPaper>()
  const answers = await Promise.all(
    signals.map(async ({ query, sort, ...signal }) => ({
      ...signal,
      bonus: sort === 'citations' ? CITATION_BONUS : 0,
      ids: (await searchPapers(ctx, { query, sort, from: 0, size: MAX_PAPERS_PER_SIGNAL })).ids,
    })),
  )
  for (const { ids, weight, reason, bonus } of answers)
    for (const [rank, id] of ids.entries()) {
      if (excluded.has(id)) continue
      const known = found.get(id)
      const strongest = known && known.weight >= weight ? known : { weight, reason }
      const score = (known?.score ?? 0) + weight + bonus * (1 - rank / MAX_PAPERS_PER_SIGNAL)
      found.set(id, { ...strongest, score })
    }
  return found
}

/** Bonus of the first hit of a search sorted by citations, decreasing linearly to 0 with the position. */
const CITATION_BONUS = 0.05
/** Penalty subtracted from the scores of papers that only fill the list. */
export const FILLER_PENALTY = 2

/**
 * Adds further papers to `found`, with their scores lowered by `penalty`; a paper that it has already is unchanged.
 */
export function mergeCandidates(
  found: Map<string, WeightedPaper>,
  further: Map<string, WeightedPaper>,
  penalty = 0,
): void {
  for (const [id, paper] of further)
    if (!found.has(id)) found.set(id, { ...paper, score: paper.score - penalty })
}

/** Returns the ids of the papers by score, then by year and arrival, newest first; deleted papers are left out. */
export async function orderByScore(ctx: Context, found: Map<string, WeightedPaper>): Promise<string[]> {
  const rows = (await store.findOrderKeys(ctx.db, found.keys())).map(({ id, seq, year }) => ({
    id,
    seq: Number(seq),
    year: year ?? 0,
    // Rounding makes sums of the same weights equal in whatever order they were added.
    score: Math.round((found.get(id)?.score ?? 0) * 1_000),
  }))
  rows.sort((a, b) => b.score - a.score || b.year - a.year || b.seq - a.seq)
  return rows.map(({ id }) => id)
}

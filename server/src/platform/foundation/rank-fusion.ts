/** The constant k of reciprocal rank fusion; 60 is the value of Cormack, Clarke and Büttcher (SIGIR 2009). */
const RRF_K = 60

/** Returns what rank r (from 1) in one ranking adds to a score: 1 / (k + r). */
export const rankScore = (rank: number): number => 1 / (RRF_K + rank)

/**
 * Fuses rankings of the same things: score(d) = Σ 1 / (k + rank(d)). Returns ids with scores, best first; equal scores
 * keep the order of the first ranking they appear in.
 */
export function reciprocalRankFusion(rankings: string[][]): Map<string, number> {
  const scores = new Map<string, number>()
  for (const ranking of rankings)
    for (const [at, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + rankScore(at + 1))
  return new Map([...scores].sort((a, b) => b[1] - a[1]))
}

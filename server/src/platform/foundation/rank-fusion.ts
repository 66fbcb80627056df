/** Cormack, Clarke, Büttcher: Reciprocal rank fusion (SIGIR 2009); 60 is theirs. */
const RRF_K = 60

/** What a place in one ranking, from 1, adds to a thing's score. */
export const rankScore = (rank: number): number => 1 / (RRF_K + rank)

/** Joins rankings of the same things, best first. Equals keep the order of the first ranking they appear in. */
export function reciprocalRankFusion(rankings: string[][]): Map<string, number> {
  const scores = new Map<string, number>()
  for (const ranking of rankings)
    for (const [at, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + rankScore(at + 1))
  return new Map([...scores].sort((a, b) => b[1] - a[1]))
}

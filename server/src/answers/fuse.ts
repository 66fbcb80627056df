const K = 60

/**
 * Joins rankings of the same things: each adds 1/(60 + rank) for what it has (Cormack, Clarke and Büttcher 2009).
 * Equals keep the order of the first ranking they appear in.
 */
export function fuse(rankings: string[][]): Map<string, number> {
  const scores = new Map<string, number>()
  for (const ranking of rankings)
    for (const [at, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (K + at + 1))
  return new Map([...scores].sort((a, b) => b[1] - a[1]))
}

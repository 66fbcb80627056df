import { SearchUnavailable } from '../search/src/engine.ts'
import type { IndexAnswer, IndexRequest, TermIndex } from '../search/src/planning/term-index.ts'
import { comparableAnswer } from '../search/src/testing/comparable.ts'

/** Number of hits whose overlap is compared. */
export const TOP_K = 10

/** Two indexes of the same papers. */
export interface IndexPair {
  own: TermIndex
  shared: TermIndex
}

export const topHits = ({ hits }: IndexAnswer) => hits.slice(0, TOP_K).map(({ seq }) => seq)

/** Returns the fraction of the first index's top hits that the second one has too. */
export function overlap(own: IndexAnswer, shared: IndexAnswer): number {
  const [mine, theirs] = [topHits(own), new Set(topHits(shared))]
  return mine.length === 0 ? 1 : mine.filter((seq) => theirs.has(seq)).length / mine.length
}

export const mean = (list: number[]) => list.reduce((sum, each) => sum + each, 0) / Math.max(1, list.length)

const MAX_ATTEMPTS = 60
const RETRY_DELAY_MS = 1_000

/** Retries while OpenSearch is too busy, as the process that feeds it does. */
export async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SearchUnavailable) || tried === MAX_ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    }
}

/** Prints whether both indexes find and count the same, and how many of the top ten hits they share. */
export async function compareAnswers(
  { own, shared }: IndexPair,
  requests: IndexRequest[],
  names: string[],
): Promise<void> {
  const [sets, facets, same]: [number[], number[], number[]] = [[], [], []]
  const others: string[] = []
  let [approximate, unmarked] = [0, 0]
  for (const [index, request] of requests.entries()) {
    const [mine, theirs] = [await own.search(request), await retryWhileBusy(() => shared.search(request))]
    const isSame = mine.total === theirs.total && mine.partial === theirs.partial
    const [ownCounts, sharedCounts] = [
      comparableAnswer(mine, own.values()),
      comparableAnswer(theirs, shared.values()),
    ].map((each) => JSON.stringify(each.counts))
    sets.push(Number(isSame))
    facets.push(Number(ownCounts === sharedCounts))
    same.push(overlap(mine, theirs))
    const isAbout = Object.values(theirs.facets).some((facet) => facet.approximate)
    if (isAbout) approximate += 1
    else if (ownCounts !== sharedCounts) unmarked += 1
    if (!isSame)
      others.push(`${names[index]}: ${mine.total}+${mine.partial} / ${theirs.total}+${theirs.partial}`)
  }
  console.log(`\nof ${sets.length} searches: totals equal ${mean(sets)}, facets equal ${mean(facets)}`)
  console.log(`different facets marked as approximate: ${approximate}; not marked: ${unmarked}`)
  console.log(`overlap of the first ten ${mean(same).toFixed(4)}`)
  if (others.length > 0) console.log(others.join('\n'))
}

import type { BaseContext } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
import * as journals from './journal.store.ts'

/** Lookup of the journals that have a rank; journals are given by their folded titles. */
interface RankLookup {
  /**
   * Journals by list and year, and by list, year and value: `CSSCI:2025`, `CAS:2025:1`. Searches count these ranks.
   */
  journalsByRank: Map<string, Set<string>>
  /**
   * Returns the journals with a rank, written as a list, with a year, or with a year and a value: `cssci`,
   * `CSSCI:2025`, `CAS:2025:1`. Case, width and spaces are ignored; empty for a rank that no journal has.
   */
  findJournals: (rank: string) => string[]
}

/** How long other processes may go on using ranks that one process has changed. */
const CACHE_TTL_MS = 30_000
const rankCache = createCache<BaseContext['db'], RankLookup>(CACHE_TTL_MS)

/** Returns the lookup of the imported rank lists, at most `CACHE_TTL_MS` old; concurrent callers share one read. */
export function getRankLookup(ctx: Pick<BaseContext, 'db' | 'now'>): Promise<RankLookup> {
  return rankCache.get(ctx.db, ctx.now(), () => readRankLookup(ctx))
}

/** Returns the key under which spellings of a rank are equal: `ＣＳＳＣＩ : 2025` gives `CSSCI:2025`. */
const rankKey = (rank: string) => rank.normalize('NFKC').toUpperCase().replace(/\s+/g, '')

/** Drops the cached lookup of this process; called after ranks have changed. */
export function clearRankCache(ctx: Pick<BaseContext, 'db'>): void {
  rankCache.forget(ctx.db)
}

/** Reads all ranks; a rank is named by its list, with the year, and with the value. */
async function readRankLookup(ctx: Pick<BaseContext, 'db'>): Promise<RankLookup> {
  const keysByRank = new Map<string, Set<string>>()
  for (const { list, year, value, rank_key, journal_key } of await journals.listAllRanks(ctx.db))
    for (const rank of [list, `${list}:${year}`, `${list}:${year}:${value}`])
      keysByRank.set(rank, (keysByRank.get(rank) ?? new Set()).add(journal_key ?? rank_key))
  const byKey = new Map([...keysByRank].map(([rank, keys]) => [rankKey(rank), [...keys]]))
  return {
    journalsByRank: new Map([...keysByRank].filter(([rank]) => rank.includes(':'))),
    findJournals: (rank) => byKey.get(rankKey(rank)) ?? [],
  }
}

import type { BaseContext } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
import * as journals from './journal.store.ts'

/** Lookup of the journals (folded titles) that have a rank. */
interface RankLookup {
  /** Journals by list and year, and by list, year and value: `CSSCI:2025`, `CAS:2025:1`. */
  counted: Map<string, Set<string>>
  /** Returns the journals with a rank, written with or without a year; case, width and spaces are ignored. */
  ranked: (rank: string) => string[]
}

const CACHE_TTL_MS = 30_000
const rankCache = createCache<BaseContext['db'], RankLookup>(CACHE_TTL_MS)

/** Returns the imported rank lists, at most half a minute old. */
export function getRankLookup(ctx: Pick<BaseContext, 'db' | 'now'>): Promise<RankLookup> {
  return rankCache.get(ctx.db, ctx.now(), () => readRankLookup(ctx))
}

const rankKey = (rank: string) => rank.normalize('NFKC').toUpperCase().replace(/\s+/g, '')

/** Drops the cached lists; called after ranks have changed. */
export function clearRankCache(ctx: Pick<BaseContext, 'db'>): void {
  rankCache.forget(ctx.db)
}

async function readRankLookup(ctx: Pick<BaseContext, 'db'>): Promise<RankLookup> {
  const keysByRank = new Map<string, Set<string>>()
  for (const { list, year, value, rank_key, journal_key } of await journals.listAllRanks(ctx.db))
    for (const rank of [list, `${list}:${year}`, `${list}:${year}:${value}`])
      keysByRank.set(rank, (keysByRank.get(rank) ?? new Set()).add(journal_key ?? rank_key))
  const byKey = new Map([...keysByRank].map(([rank, keys]) => [rankKey(rank), [...keys]]))
  return {
    counted: new Map([...keysByRank].filter(([rank]) => rank.includes(':'))),
    ranked: (rank) => byKey.get(rankKey(rank)) ?? [],
  }
}

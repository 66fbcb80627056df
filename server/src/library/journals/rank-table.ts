import type { BaseContext } from '../../platform/context/context.ts'
import { cached } from '../../platform/foundation/cached.ts'
import * as ranks from './rank.store.ts'

/** Which journals (folded titles) have a rank. */
interface RankTable {
  /** Those of a year: `CSSCI:2025`, `CAS:2025:1`. */
  counted: Map<string, Set<string>>
  /** The journals of a rank, also without its year, whatever its case, width and spaces. */
  ranked: (rank: string) => string[]
}

const AGE_MS = 30_000
const tables = cached<BaseContext['db'], RankTable>(AGE_MS)

/** The rank lists that were imported, at most half a minute old. */
export function rankTable(ctx: Pick<BaseContext, 'db' | 'now'>): Promise<RankTable> {
  return tables.get(ctx.db, ctx.now(), () => readTable(ctx))
}

const rankKey = (rank: string) => rank.normalize('NFKC').toUpperCase().replace(/\s+/g, '')

/** After an import of ranks. */
export function forgetRanks(ctx: Pick<BaseContext, 'db'>): void {
  tables.forget(ctx.db)
}

async function readTable(ctx: Pick<BaseContext, 'db'>): Promise<RankTable> {
  const all = new Map<string, Set<string>>()
  for (const { list, year, value, rank_key, journal_key } of await ranks.allRanks(ctx.db))
    for (const rank of [list, `${list}:${year}`, `${list}:${year}:${value}`])
      all.set(rank, (all.get(rank) ?? new Set()).add(journal_key ?? rank_key))
  const byKey = new Map([...all].map(([rank, keys]) => [rankKey(rank), [...keys]]))
  return {
    counted: new Map([...all].filter(([rank]) => rank.includes(':'))),
    ranked: (rank) => byKey.get(rankKey(rank)) ?? [],
  }
}

import { cached } from '../cached.ts'
import type { BaseContext } from '../context.ts'
import * as ranks from './rank.store.ts'

/** Which journals (folded titles) have a rank: `CSSCI`, `CSSCI:2025`, `CAS:2025:1`. */
export type RankTable = Map<string, Set<string>>

const AGE_MS = 30_000
const tables = cached<BaseContext['db'], RankTable>(AGE_MS)

/** The rank lists that were imported, at most half a minute old. */
export function rankTable(ctx: Pick<BaseContext, 'db' | 'now'>): Promise<RankTable> {
  return tables.get(ctx.db, ctx.now(), () => readTable(ctx))
}

/** How a rank is looked for: whatever its case, width and spaces. */
const rankKey = (rank: string) => rank.normalize('NFKC').toUpperCase().replace(/\s+/g, '')
const folded = new WeakMap<RankTable, Map<string, string[]>>()

/** The journals (folded titles) of a rank, however it is written. */
export function rankedIn(table: RankTable): (rank: string) => string[] {
  const known = folded.get(table) ?? new Map([...table].map(([rank, keys]) => [rankKey(rank), [...keys]]))
  folded.set(table, known)
  return (rank) => known.get(rankKey(rank)) ?? []
}

/** After an import of ranks. */
export function forgetRanks(ctx: Pick<BaseContext, 'db'>): void {
  tables.forget(ctx.db)
}

async function readTable(ctx: Pick<BaseContext, 'db'>): Promise<RankTable> {
  const table: RankTable = new Map()
  for (const { list, year, value, rank_key, journal_key } of await ranks.allRanks(ctx.db))
    for (const rank of [list, `${list}:${year}`, `${list}:${year}:${value}`])
      table.set(rank, (table.get(rank) ?? new Set()).add(journal_key ?? rank_key))
  return table
}

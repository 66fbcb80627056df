import type { BaseContext } from '../context.ts'
import * as ranks from './rank.store.ts'

/** Which journals (folded titles) have a rank: `CSSCI`, `CSSCI:2025`, `CAS:2025:1`. */
export type RankTable = Map<string, Set<string>>

const AGE_MS = 30_000
const kept = new WeakMap<BaseContext['db'], { at: number; table: Promise<RankTable> }>()

/** The rank lists that were imported, at most half a minute old. */
export function rankTable(ctx: Pick<BaseContext, 'db' | 'now'>): Promise<RankTable> {
  const now = ctx.now().getTime()
  const known = kept.get(ctx.db)
  if (known && now - known.at < AGE_MS) return known.table
  const table = readTable(ctx)
  kept.set(ctx.db, { at: now, table })
  return table
}

/** After an import of ranks. */
export function forgetRanks(ctx: Pick<BaseContext, 'db'>): void {
  kept.delete(ctx.db)
}

async function readTable(ctx: Pick<BaseContext, 'db'>): Promise<RankTable> {
  const table: RankTable = new Map()
  for (const { list, year, value, rank_key, journal_key } of await ranks.allRanks(ctx.db))
    for (const rank of [list, `${list}:${year}`, `${list}:${year}:${value}`])
      table.set(rank, (table.get(rank) ?? new Set()).add(journal_key ?? rank_key))
  return table
}

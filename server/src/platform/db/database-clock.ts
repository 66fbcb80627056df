import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'
import { SqliteAdapterPair } from './sqlite-dialect.ts'

/**
 * Returns the time of the database in milliseconds since 1970: the same for all processes that share it, whatever their
 * own clocks show.
 */
export const databaseNowMs = (db: Db): RawBuilder<number> =>
  db.getExecutor().adapter instanceof SqliteAdapterPair
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

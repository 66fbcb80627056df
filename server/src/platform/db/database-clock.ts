import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'
import { SqliteAdapterPair } from './sqlite-dialect.ts'

/** Milliseconds since 1970 as the database has them: the same for all who share it, whatever their own clocks say. */
export const databaseNowMs = (db: Db): RawBuilder<number> =>
  db.getExecutor().adapter instanceof SqliteAdapterPair
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

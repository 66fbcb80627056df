import { type RawBuilder, type SelectQueryBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely'
import type { Db } from './schema.ts'

// Parts of queries that stores share. Some are written differently for SQLite and PostgreSQL.

/** Escapes text for a LIKE pattern with `escape '\'`, in lower case: `%` and `_` lose their special meaning. */
export const likePattern = (words: string) => words.toLowerCase().replace(/[\\%_]/g, '\\$&')

/** Returns a condition: the text contains `words` as they are, in this order, ignoring the case of ASCII letters. */
export const containsText = (text: RawBuilder<unknown>, words: string) =>
  sql<boolean>`lower(${text}) like ${`%${likePattern(words)}%`} escape '\\'`

/** Counts the rows of a query whose columns are not selected yet. */
export async function countRows<DB, Names extends keyof DB>(
  query: SelectQueryBuilder<DB, Names, unknown>,
): Promise<number> {
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

/** Values per statement; SQLite binds at most 32,766. */
const BATCH_SIZE = 1_000

/**
 * Reads by a list of any length, at most `BATCH_SIZE` values per statement; duplicates count once. Rows come batch by
 * batch, so an order that `read` asks for holds within a batch only.
 */
export async function inBatches<Value, Row>(
  values: Iterable<Value>,
  read: (batch: Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const distinct = [...new Set(values)]
  const rows: Row[] = []
  for (let from = 0; from < distinct.length; from += BATCH_SIZE)
    rows.push(...(await read(distinct.slice(from, from + BATCH_SIZE))))
  return rows
}

/** Returns whether a handle leads to SQLite; otherwise it leads to PostgreSQL. */
const isSqlite = (db: Db): boolean => db.getExecutor().adapter instanceof SqliteAdapter

/**
 * Returns the time of the database in milliseconds since 1970: the same for all processes that share it, whatever their
 * own clocks show.
 */
export const databaseNowMs = (db: Db): RawBuilder<number> =>
  isSqlite(db)
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * Returns a condition: the list of strings under a key of a JSON text contains `text` exactly. SQLite and PostgreSQL
 * read JSON with different functions.
 */
export const jsonListContains = (
  db: Db,
  { json, key, text }: { json: RawBuilder<unknown>; key: string; text: string },
): RawBuilder<SqlBool> =>
  isSqlite(db)
    ? sql<SqlBool>`exists (select 1 from json_each(${json}, ${`$.${key}`}) as item where item.value = ${text})`
    : sql<SqlBool>`exists (select 1 from json_array_elements_text((${json})::json -> ${key}::text) as item(value) where item.value = ${text})`

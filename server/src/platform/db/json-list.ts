import { type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely'
import type { Db } from './schema.ts'

/**
 * Returns a condition: the list of strings under a key of a JSON text contains `text` exactly. SQLite and PostgreSQL
 * read JSON with different functions.
 */
export const jsonListContains = (
  db: Db,
  { json, key, text }: { json: RawBuilder<unknown>; key: string; text: string },
): RawBuilder<SqlBool> =>
  db.getExecutor().adapter instanceof SqliteAdapter
    ? sql<SqlBool>`exists (select 1 from json_each(${json}, ${`$.${key}`}) as item where item.value = ${text})`
    : sql<SqlBool>`exists (select 1 from json_array_elements_text((${json})::json -> ${key}::text) as item(value) where item.value = ${text})`

import { CompiledQuery, type Insertable } from 'kysely'
import type { Db, Tables } from './schema.ts'
import { SqliteAdapterPair } from './sqlite-dialect.ts'

/** Number of values bound per statement. SQLite allows 32,766; longer statements are not faster. */
const MAX_BOUND_VALUES = 8_000
const MAX_CACHED_STATEMENTS = 100
const statementCache = new Map<string, string>()

/**
 * Inserts rows of one shape in as few statements as possible. The SQL text is cached for each number of rows, because
 * building the query tree anew costs more than the insertion.
 *
 * @param repeated whether a row whose key exists fails the statement, or is left as it is.
 */
export async function insertMany<Name extends keyof Tables & string>(
  db: Db,
  table: Name,
  rows: Insertable<Tables[Name]>[],
  repeated: 'fail' | 'leave' = 'fail',
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const max_rows = Math.floor(MAX_BOUND_VALUES / Math.max(1, columns.length))
  for (let from = 0; from < rows.length; from += max_rows) {
    const batch = rows.slice(from, from + max_rows)
    const values = batch.flatMap((row) => columns.map((name) => (row as Record<string, unknown>)[name]))
    await db.executeQuery(
      CompiledQuery.raw(insertStatement(db, table, columns, batch.length, repeated), values),
    )
  }
}

/** Returns the text of a statement that inserts `count` rows; `repeated: 'leave'` skips rows whose key exists. */
function insertStatement(db: Db, table: string, columns: string[], count: number, repeated: string): string {
  const isPostgres = !(db.getExecutor().adapter instanceof SqliteAdapterPair)
  const key = [isPostgres, table, columns, count, repeated].join()
  const cached = statementCache.get(key)
  if (cached) return cached
  const placeholder = (index: number) => (isPostgres ? `$${index + 1}` : '?')
  const tuple = (row: number) =>
    `(${columns.map((_, column) => placeholder(row * columns.length + column)).join()})`
  const tuples = Array.from({ length: count }, (_, row) => tuple(row)).join()
  const end = repeated === 'leave' ? ' on conflict do nothing' : ''
  const text = `insert into ${table} (${columns.join()}) values ${tuples}${end}`
  if (statementCache.size >= MAX_CACHED_STATEMENTS) statementCache.clear()
  statementCache.set(key, text)
  return text
}

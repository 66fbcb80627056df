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
 * @param repeated whether a row whose key exists fails or is skipped.
 */
export async function insertMany<Name extends keyof Tables & string>(
  db: Db,
  table: Name,
  rows: Insertable<Tables[Name]>[],
  repeated: 'fail' | 'leave' = 'fail',
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const most = Math.floor(MAX_BOUND_VALUES / Math.max(1, columns.length))
  for (let from = 0; from < rows.length; from += most) {
    const part = rows.slice(from, from + most)
    const values = part.flatMap((row) => columns.map((name) => (row as Record<string, unknown>)[name]))
    await db.executeQuery(
      CompiledQuery.raw(insertStatement(db, table, columns, part.length, repeated), values),
    )
  }
}

function insertStatement(db: Db, table: string, columns: string[], count: number, repeated: string): string {
  const numbered = !(db.getExecutor().adapter instanceof SqliteAdapterPair)
  const key = [numbered, table, columns, count, repeated].join()
  const known = statementCache.get(key)
  if (known) return known
  const place = (index: number) => (numbered ? `$${index + 1}` : '?')
  const tuple = (row: number) =>
    `(${columns.map((_, column) => place(row * columns.length + column)).join()})`
  const tuples = Array.from({ length: count }, (_, row) => tuple(row)).join()
  const end = repeated === 'leave' ? ' on conflict do nothing' : ''
  const text = `insert into ${table} (${columns.join()}) values ${tuples}${end}`
  if (statementCache.size >= MAX_CACHED_STATEMENTS) statementCache.clear()
  statementCache.set(key, text)
  return text
}

import { sql } from 'kysely'
import { openDatabase } from './open.ts'
import type { Db } from './schema.ts'
import type { SnapshotRow } from './snapshot.ts'
import { TABLES } from './tables.ts'

/** Opens the database of a location for one piece of work and locks the location for that time. */
export async function withDatabase<T>(
  place: { folder: string; url?: string | undefined },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const opened = await openDatabase(place)
  try {
    return await work(opened.db)
  } finally {
    await opened.close()
  }
}

/** Returns whether a database holds no rows at all. */
export async function isEmptyDatabase(db: Db): Promise<boolean> {
  for (const table of TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}

export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map((row) => row.name)
}

/**
 * Inserts rows of one table as they were saved.
 *
 * @throws for a table that this version does not have.
 */
export async function insertRows(db: Db, table: string, rows: SnapshotRow[]): Promise<void> {
  const known = TABLES.find((name) => name === table)
  if (!known) throw new Error(`there is no table ${table}`)
  const columns = Object.keys(rows[0] ?? {})
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const tuples = rows.map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`)
  await sql`insert into ${sql.table(known)} (${names}) values ${sql.join(tuples)}`.execute(db)
}

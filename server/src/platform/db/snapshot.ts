import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { OperatorFault } from '../foundation/errors.ts'
import { openDatabase } from './open.ts'
import type { Db } from './schema.ts'
import { TABLES } from './tables.ts'

/** A row of any table with the column values that SQLite and PostgreSQL share. */
export type SnapshotRow = Record<string, string | number | null | Uint8Array>

/** All rows of a database at one moment. Call `close` when they have been read. */
interface Snapshot {
  /** The applied migrations, in order. */
  migrations: string[]
  /** Yields every row, tables in the order of `TABLES`. */
  rows: () => AsyncGenerator<{ table: (typeof TABLES)[number]; row: SnapshotRow }>
  close: () => Promise<void>
}

/** Where an installation keeps its data: in the folder, and in PostgreSQL when there is a URL. */
export interface Installation {
  folder: string
  url?: string | undefined
}

/**
 * Opens a consistent snapshot of all rows, while a server continues to write.
 *
 * @throws OperatorFault when there is no database to read.
 */
export function openSnapshot({ folder, url }: Installation): Promise<Snapshot> {
  return url ? openPostgresSnapshot(url) : openSqliteSnapshot(join(folder, 'scinav.db'))
}

const EMPTY_DATABASE = '这个数据库里还没有科学导航的数据，没有可备份的内容。'

/** How long a lock of the server is waited for, ms. */
const LOCK_TIMEOUT_MS = 5_000

/** In WAL mode a read transaction sees the commit it began with and blocks no writer. */
async function openSqliteSnapshot(file: string): Promise<Snapshot> {
  if (!existsSync(file)) throw new OperatorFault(`没有找到数据库 ${file}，请检查 DATA_DIR。`)
  const db = new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
  db.exec('begin')
  if (!db.prepare("select 1 from sqlite_master where name = 'migrations'").get()) {
    db.close()
    throw new OperatorFault(EMPTY_DATABASE)
  }
  const names = db.prepare('select name from migrations order by name').all()
  return {
    migrations: names.map((row) => String(row.name)),
    async *rows() {
      for (const table of TABLES)
        for (const row of db.prepare(`select * from ${table}`).iterate())
          yield { table, row: row as SnapshotRow }
    },
    close: async () => db.close(),
  }
}

/** Rows fetched from PostgreSQL at once. */
const BATCH_SIZE = 1_000

/** Opens a snapshot of a PostgreSQL database: one read-only transaction for all tables. */
async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url })
  // A connection that breaks fails the query that uses it; without a handler this event would end the process.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin transaction isolation level repeatable read read only')
  const table = await client.query("select to_regclass('migrations') as found")
  if (table.rows[0].found === null) {
    await client.end()
    throw new OperatorFault(EMPTY_DATABASE)
  }
  const names = await client.query<{ name: string }>('select name from migrations order by name')
  return {
    migrations: names.rows.map((row) => row.name),
    async *rows() {
      for (const table of TABLES) for await (const row of tableRows(client, table)) yield { table, row }
    },
    close: () => client.end(),
  }
}

/** Yields the rows of a table, a batch in memory at a time. */
async function* tableRows(client: pg.Client, table: string): AsyncGenerator<SnapshotRow> {
  await client.query(`declare page no scroll cursor for select * from ${table}`)
  for (;;) {
    const { rows } = await client.query<SnapshotRow>(`fetch ${BATCH_SIZE} from page`)
    yield* rows
    if (rows.length < BATCH_SIZE) break
  }
  await client.query('close page')
}

/** Opens the database of a location for one piece of work and locks the location for that time. */
export async function withDatabase<T>(location: Installation, work: (db: Db) => Promise<T>): Promise<T> {
  const opened = await openDatabase(location)
  try {
    return await work(opened.db)
  } finally {
    await opened.close()
  }
}

/** Returns whether a database has no rows at all, apart from the names of its migrations. */
export async function isEmptyDatabase(db: Db): Promise<boolean> {
  for (const table of TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}

/** Returns the names of the applied migrations, in order. */
export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map((row) => row.name)
}

/**
 * Inserts rows of one table as they were saved. All rows of a call have the columns of the first.
 *
 * @throws for a table that this version does not have.
 */
export async function insertRows(db: Db, table: string, rows: SnapshotRow[]): Promise<void> {
  const target = TABLES.find((name) => name === table)
  if (!target) throw new Error(`there is no table ${table}`)
  const columns = Object.keys(rows[0] ?? {})
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const tuples = rows.map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`)
  await sql`insert into ${sql.table(target)} (${names}) values ${sql.join(tuples)}`.execute(db)
}

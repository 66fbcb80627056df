import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { FolderInUse, lockFolder } from './lock.ts'
import { migrate } from './migrate.ts'
import type { Lock } from './mutex.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { Db, Tables } from './schema.ts'
import { createSqliteDialect, SqliteAdapterPair } from './sqlite-dialect.ts'

/** An open database with its schema up to date. */
export interface OpenDatabase {
  kind: 'sqlite' | 'postgres'
  db: Db
  close: () => Promise<void>
}

/** The location of a database: PostgreSQL when there is a URL, else a file in the folder. */
export interface DatabaseLocation {
  folder: string
  url?: string | undefined
  /** Whether hardly any page of the embedded database is read twice; it then caches few pages. */
  passes?: boolean | undefined
  /**
   * Whether other threads read the bulk tables of the embedded database: for processes that answer people and must not
   * wait for a disk.
   */
  reads_aside?: boolean | undefined
}

/**
 * Opens the product's database and migrates its schema: PostgreSQL when a URL is given, else the embedded one in
 * `folder`.
 *
 * @throws FolderInUse when another server has the folder open.
 */
export async function openDatabase(options: DatabaseLocation): Promise<OpenDatabase> {
  if (options.url) return openPostgres(options.url)
  return openExclusively(options.folder, () => openSqlite(join(options.folder, 'scinav.db'), options))
}

/** Opens the database for a command, also while a server uses the folder. */
export async function openForCommand(place: DatabaseLocation): Promise<OpenDatabase & { isServed: boolean }> {
  try {
    return { ...(await openDatabase(place)), isServed: false }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    return { ...(await openSqlite(join(place.folder, 'scinav.db'))), isServed: true }
  }
}

/**
 * Opens a database for the one server that may use a folder, creating the folder when needed.
 *
 * @throws FolderInUse when another server has the folder open.
 */
export async function openExclusively(
  folder: string,
  open: () => Promise<OpenDatabase>,
): Promise<OpenDatabase> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder)
  const opened = await open().catch((error) => {
    unlock()
    throw error
  })
  return {
    ...opened,
    close: async () => {
      await opened.close()
      unlock()
    },
  }
}

/**
 * Page cache of each connection, KiB: small for one pass over the data; for an import, the pages that a batch of papers
 * changes.
 */
const CACHE_KIB = { passing: 4_096, importing: 24_576 } as const

/**
 * Opens, in another thread, the database that this process has open already.
 *
 * @param lock requests permission to write from the thread that owns the database (`acquireWriter`).
 */
export async function openInThread(place: DatabaseLocation, lock: Lock): Promise<OpenDatabase> {
  if (place.url) return openPostgres(place.url)
  const db = new Kysely<Tables>({
    dialect: createSqliteDialect(join(place.folder, 'scinav.db'), { lock, cache_kib: CACHE_KIB.importing }),
  })
  return { kind: 'sqlite', db, close: () => db.destroy() }
}

/**
 * Acquires permission to write for another thread; resolves with the function that releases it. PostgreSQL needs none.
 */
export async function acquireWriter(db: Db): Promise<() => void> {
  const { adapter } = db.getExecutor()
  return adapter instanceof SqliteAdapterPair ? adapter.lend() : () => {}
}

/**
 * Resolves when everything that can be read by now survives a loss of power. For data that is derived from the database
 * and stored elsewhere, which must never be ahead of it.
 */
export async function waitUntilDurable(db: Db): Promise<void> {
  const { adapter } = db.getExecutor()
  if (adapter instanceof SqliteAdapterPair) await adapter.durable()
}

/** Opens one SQLite file without taking the folder's lock. */
export async function openSqlite(
  file: string,
  { passes = false, reads_aside = false }: Pick<DatabaseLocation, 'passes' | 'reads_aside'> = {},
): Promise<OpenDatabase> {
  const options = { reads_aside, ...(passes ? { cache_kib: CACHE_KIB.passing } : {}) }
  return prepareDatabase('sqlite', new Kysely({ dialect: createSqliteDialect(file, options) }))
}

/** Opens a PostgreSQL database and migrates its schema. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  return prepareDatabase(
    'postgres',
    new Kysely({ dialect: new PostgresDialect({ pool: createPostgresPool(url) }) }),
  )
}

async function prepareDatabase(kind: OpenDatabase['kind'], db: Kysely<Tables>): Promise<OpenDatabase> {
  try {
    await migrate(db as unknown as Kysely<never>, kind)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { kind, db, close: () => db.destroy() }
}

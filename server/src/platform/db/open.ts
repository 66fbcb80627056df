import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type { Semaphore } from '../foundation/semaphore.ts'
import { FolderInUse, lockFolder } from './lock.ts'
import { migrate } from './migrate.ts'
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
  /** Whether each page of the embedded database is read once, as by a command that only writes; few are then cached. */
  reads_once?: boolean | undefined
  /**
   * Whether other threads read the bulk tables of the embedded database (`openReaderThreads`): for processes that answer
   * people and must not wait for a disk.
   */
  has_reader_threads?: boolean | undefined
}

/**
 * Opens the product's database and migrates its schema: PostgreSQL when a URL is given, else the embedded one in
 * `folder`.
 *
 * @throws FolderInUse when another server has the folder open.
 */
export async function openDatabase(options: DatabaseLocation): Promise<OpenDatabase> {
  if (options.url) return openPostgres(options.url)
  return openExclusively(options.folder, () => openSqlite(sqliteFile(options), options))
}

const sqliteFile = ({ folder }: DatabaseLocation) => join(folder, 'scinav.db')

/** Opens the database for a command, also while a server uses the folder (`isServed`). */
export async function openForCommand(
  location: DatabaseLocation,
): Promise<OpenDatabase & { isServed: boolean }> {
  try {
    return { ...(await openDatabase(location)), isServed: false }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    return { ...(await openSqlite(sqliteFile(location))), isServed: true }
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
const CACHE_KIB = { onePass: 4_096, import: 24_576 } as const

/**
 * Opens, in another thread, the database that this process has open already.
 *
 * @param lock requests permission to write from the thread that owns the database (`acquireWriter`).
 */
export async function openInThread(location: DatabaseLocation, lock: Semaphore): Promise<OpenDatabase> {
  if (location.url) return openPostgres(location.url)
  const db = new Kysely<Tables>({
    dialect: createSqliteDialect(sqliteFile(location), { lock, cache_kib: CACHE_KIB.import }),
  })
  return { kind: 'sqlite', db, close: () => db.destroy() }
}

/**
 * Acquires permission to write for another thread; resolves with the function that releases it. PostgreSQL needs none.
 */
export async function acquireWriter(db: Db): Promise<() => void> {
  const { adapter } = db.getExecutor()
  return adapter instanceof SqliteAdapterPair ? adapter.acquireWriteLock() : () => {}
}

/**
 * Resolves when everything that can be read by now survives a loss of power. For data that is derived from the database
 * and stored elsewhere, which must never be ahead of it.
 */
export async function waitUntilDurable(db: Db): Promise<void> {
  const { adapter } = db.getExecutor()
  if (adapter instanceof SqliteAdapterPair) await adapter.waitUntilDurable()
}

/** Opens one SQLite file without taking the folder's lock. */
export async function openSqlite(
  file: string,
  {
    reads_once = false,
    has_reader_threads = false,
  }: Pick<DatabaseLocation, 'reads_once' | 'has_reader_threads'> = {},
): Promise<OpenDatabase> {
  const options = { has_reader_threads, ...(reads_once ? { cache_kib: CACHE_KIB.onePass } : {}) }
  return prepareDatabase('sqlite', new Kysely({ dialect: createSqliteDialect(file, options) }))
}

/** Opens a PostgreSQL database, through a pool of its own unless one is given, and migrates its schema. */
export async function openPostgres(url: string, pool = createPostgresPool(url)): Promise<OpenDatabase> {
  return prepareDatabase('postgres', new Kysely({ dialect: new PostgresDialect({ pool }) }))
}

/** Migrates a database; closes it when that fails. */
async function prepareDatabase(kind: OpenDatabase['kind'], db: Kysely<Tables>): Promise<OpenDatabase> {
  try {
    await migrate(db as unknown as Kysely<never>, kind)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { kind, db, close: () => db.destroy() }
}

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { withoutNul } from '@scinav/contract/without-nul'
import type { QueryResult } from 'kysely'

/** An SQL statement with its bound values. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** A connection to an SQLite file, with cached statements. */
export interface SqliteHandle {
  run: <R>(statement: Statement) => QueryResult<R>
  exec: (sql: string) => void
  /** Ends the transaction; one that cannot be committed is rolled back. */
  end: (verb: 'commit' | 'rollback') => void
  /** Returns whether commits wait for the disk; after `pragma synchronous = off`, as in tests, they do not. */
  waitsForDisk: () => boolean
  close: () => void
}

/**
 * A prepared statement; whether it returns rows is cached too, because querying its columns costs more than running it.
 */
interface CachedStatement {
  statement: StatementSync
  returnsRows: boolean
}

/** Number of prepared statements kept; more than the product has, except those with lists of different lengths. */
const MAX_CACHED_STATEMENTS = 500
/** How long a connection waits for a lock of another program, ms. */
const LOCK_TIMEOUT_MS = 5_000
/** Default page cache of a connection, KiB. */
export const DEFAULT_CACHE_KIB = 65_536
/**
 * Number of bytes of the file that a reader maps into memory instead of copying pages: reads of papers are spread over
 * a file that is larger than the cache, and copying took more time than the lookups. SQLite maps at most 2 GiB.
 */
const MMAP_BYTES = 2 ** 31 - 1

/** Settings of every connection. */
const PRAGMAS = [
  'journal_mode = wal',
  // SQLite itself syncs at checkpoints only; commits are synced in a thread of their own (disk-sync.ts).
  'synchronous = normal',
  'foreign_keys = on',
  // The log grows to 64 MiB (pages of 4 KiB) before a checkpoint, because imports write at random places.
  'wal_autocheckpoint = 16384',
  // Space that a long transaction used beyond that is returned to the file system.
  'journal_size_limit = 67108864',
]

/**
 * Opens a file for reading and writing, creating it when needed.
 *
 * @param cache_kib page cache, KiB.
 */
export function openHandle(file: string, cache_kib: number): SqliteHandle {
  const database = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS })
  for (const pragma of PRAGMAS) database.exec(`pragma ${pragma}`)
  database.exec(`pragma cache_size = -${cache_kib}`)
  // On a file system without shared memory there is no write-ahead log to sync.
  if (database.prepare('pragma journal_mode').get()?.journal_mode !== 'wal')
    database.exec('pragma synchronous = full')
  const synchronous = database.prepare('pragma synchronous')
  const statements = new Map<string, CachedStatement>()
  function prepare(sql: string): CachedStatement {
    const cached = statements.get(sql)
    if (cached) return cached
    if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear()
    const statement = database.prepare(sql)
    const fresh = { statement, returnsRows: statement.columns().length > 0 }
    statements.set(sql, fresh)
    return fresh
  }

  return {
    run<R>({ sql, parameters }: Statement): QueryResult<R> {
      const { statement, returnsRows } = prepare(sql)
      const values = parameters.map(toBindable)
      if (returnsRows) return { rows: statement.all(...values) as R[] }
      const { changes } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes) }
    },
    exec: (sql) => database.exec(sql),
    end(verb) {
      try {
        // Without a transaction there is nothing to roll back: SQLite has done so itself, as when the disk is full.
        if (verb === 'commit' || database.isTransaction) database.exec(verb)
      } finally {
        if (database.isTransaction) database.exec('rollback')
      }
    },
    waitsForDisk: () => synchronous.get()?.synchronous !== 0,
    close: () => database.close(),
  }
}

/** Opens a file as `openHandle` does, tuned for a connection that only reads; writing is not prevented. */
export function openReader(file: string, cache_kib: number): SqliteHandle {
  const reader = openHandle(file, cache_kib)
  // A reader with a small cache hardly reads any page twice, so that mapping the file gains nothing.
  if (cache_kib >= DEFAULT_CACHE_KIB) reader.exec(`pragma mmap_size = ${MMAP_BYTES}`)
  return reader
}

/**
 * Converts a value for binding. node:sqlite takes a leading object for named parameters, so every unusual value is
 * refused.
 *
 * @throws TypeError for anything but text, numbers, bytes and null.
 */
function toBindable(value: unknown): SQLInputValue {
  // NUL characters are removed, as for PostgreSQL, which cannot store them.
  if (typeof value === 'string') return withoutNul(value)
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`cannot bind ${Object.prototype.toString.call(value)}: store text, a number or bytes`)
}

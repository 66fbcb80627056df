import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { withoutNul } from '@scinav/contract'
import type { QueryResult } from 'kysely'

/** SQL and what is bound to it. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** One connection to a file of SQLite, with its statements cached. */
export interface SqliteHandle {
  run: <R>(statement: Statement) => QueryResult<R>
  exec: (sql: string) => void
  /** Ends the transaction: one that cannot be committed is rolled back. */
  end: (verb: 'commit' | 'rollback') => void
  /** Whether commits wait for the disk; after `pragma synchronous = off`, as in tests, they do not. */
  waits: () => boolean
  close: () => void
}

/** Asking a statement for its columns costs more than running it, so that is cached too. */
interface CachedStatement {
  statement: StatementSync
  answersRows: boolean
}

const MAX_CACHED_STATEMENTS = 500

/**
 * `normal` syncs where the log is copied into the file; what is between is synced by DiskSync. Up to 64 MiB of log
 * before it is copied: imports write at random places.
 */
const PRAGMAS = [
  'journal_mode = wal',
  'synchronous = normal',
  'foreign_keys = on',
  'wal_autocheckpoint = 16384',
  // What a long transaction has made of it beyond that is given back to the disk.
  'journal_size_limit = 67108864',
]

/**
 * Opens a file.
 *
 * @param kept_kib memory for pages.
 */
export function openHandle(file: string, kept_kib: number): SqliteHandle {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  for (const pragma of PRAGMAS) database.exec(`pragma ${pragma}`)
  database.exec(`pragma cache_size = -${kept_kib}`)
  // Where a file system knows no shared memory there is no log to wait for.
  if (database.prepare('pragma journal_mode').get()?.journal_mode !== 'wal')
    database.exec('pragma synchronous = full')
  const synchronous = database.prepare('pragma synchronous')
  const statements = new Map<string, CachedStatement>()
  function prepare(sql: string): CachedStatement {
    const cached = statements.get(sql)
    if (cached) return cached
    if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear()
    const statement = database.prepare(sql)
    const fresh = { statement, answersRows: statement.columns().length > 0 }
    statements.set(sql, fresh)
    return fresh
  }

  return {
    run<R>({ sql, parameters }: Statement): QueryResult<R> {
      const { statement, answersRows } = prepare(sql)
      const values = parameters.map(toBindable)
      if (answersRows) return { rows: statement.all(...values) as R[] }
      const { changes } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes) }
    },
    exec: (sql) => database.exec(sql),
    end(verb) {
      try {
        // A full disk rolls back by itself.
        if (verb === 'commit' || database.isTransaction) database.exec(verb)
      } finally {
        if (database.isTransaction) database.exec('rollback')
      }
    },
    waits: () => synchronous.get()?.synchronous !== 0,
    close: () => database.close(),
  }
}

/** Pages that a connection keeps in memory unless it is told otherwise. */
export const CACHE_KIB = 65_536

/**
 * Bytes of the file that a reader sees in the system's memory instead of copying pages: papers are read all over a file
 * that is larger than the cache, and copying took more time than looking for them. SQLite maps at most 2 GiB.
 */
const MMAP_BYTES = 2 ** 31 - 1

/** Opens a file for a connection that only reads; see `openHandle`. */
export function openReader(file: string, kept_kib: number): SqliteHandle {
  const reader = openHandle(file, kept_kib)
  // Who keeps few pages reads few twice.
  if (kept_kib >= CACHE_KIB) reader.exec(`pragma mmap_size = ${MMAP_BYTES}`)
  return reader
}

/** node:sqlite takes a leading object for named parameters, so everything unusual is refused here. */
function toBindable(value: unknown): SQLInputValue {
  // As on PostgreSQL, which refuses it.
  if (typeof value === 'string') return withoutNul(value)
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`cannot bind ${Object.prototype.toString.call(value)}: store text, a number or bytes`)
}

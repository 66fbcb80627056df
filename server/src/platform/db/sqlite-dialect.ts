import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createSemaphore, type Semaphore } from '../foundation/semaphore.ts'
import { createDiskSync, type DiskSync } from './disk-sync.ts'
import { openReaderThreads, readsBulkTable } from './reader-threads.ts'
import { DEFAULT_CACHE_KIB, openHandle, openReader, type SqliteHandle } from './sqlite-handle.ts'

interface SqliteOptions {
  /** The write lock; another thread requests it from the one that owns the file (`SqliteAdapterPair.acquireWriteLock`). */
  lock?: Semaphore
  /** Waits until SQLite's write-ahead log (WAL) is on the disk. */
  walSync?: DiskSync
  /** Page cache of each connection, KiB. */
  cache_kib?: number
  /** Whether other threads read the bulk tables (`openReaderThreads`). */
  has_reader_threads?: boolean
}

/**
 * Creates a Kysely dialect over node:sqlite with one writer and one reader on the same file. Writes and transactions
 * queue for the writer; a plain SELECT uses the reader at once and sees the last commit (WAL).
 *
 * node:sqlite is synchronous, so a second writing connection in this process would block the very thread that could
 * release the lock: hence exactly one.
 *
 * A commit is written to the log and visible at once, but its caller continues only after the log is on the disk;
 * another thread waits for that. The log keeps its order, so whatever was read becomes durable before what follows.
 *
 * Bulk tables may be read by other threads, so that nothing here waits for the disk.
 */
export function createSqliteDialect(file: string, options: SqliteOptions = {}): Dialect {
  const {
    lock = createSemaphore(1),
    walSync = createDiskSync(`${file}-wal`),
    cache_kib = DEFAULT_CACHE_KIB,
    has_reader_threads = false,
  } = options
  const commits: CommitCounter = { count: 0 }
  return {
    createAdapter: () => new SqliteAdapterPair(commits, lock, walSync),
    createDriver: () => createSqliteDriver({ file, commits, lock, walSync, cache_kib, has_reader_threads }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/**
 * The number of commits so far. All are counted: the folder's lock keeps other processes from writing. Rollbacks are
 * counted too, which does no harm: row caches are emptied in vain.
 */
interface CommitCounter {
  count: number
}

/** The adapter through which Kysely and row caches learn how this pair of connections behaves. */
export class SqliteAdapterPair extends SqliteAdapter {
  readonly commits: Readonly<CommitCounter>
  readonly #acquire: Semaphore
  readonly #walSync: DiskSync

  constructor(commits: CommitCounter, lock: Semaphore, walSync: DiskSync) {
    super()
    this.commits = commits
    this.#walSync = walSync
    this.#acquire = async () => {
      const release = await lock()
      return () => {
        // The other connection has probably committed something.
        commits.count += 1
        release()
      }
    }
  }

  /** Keeps this pair from writing, so that another connection may; resolves with the function that ends that. */
  acquireWriteLock(): Promise<() => void> {
    return this.#acquire()
  }

  /** Resolves when everything that can be read by now is on the disk. */
  waitUntilDurable(): Promise<void> {
    return this.#walSync.sync()
  }

  /** Without this, Kysely would queue every query behind an open transaction; this driver queues only writes. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** A connection that holds the writer between `begin` and `commit` and borrows it otherwise. */
interface SqliteConnection extends DatabaseConnection {
  begin: () => Promise<void>
  end: (verb: 'commit' | 'rollback') => Promise<void>
}

interface DriverParts {
  file: string
  commits: CommitCounter
  lock: Semaphore
  walSync: DiskSync
  cache_kib: number
  has_reader_threads: boolean
}

/** Creates the driver: one handle that writes, and one or several that read committed data meanwhile. */
function createSqliteDriver(parts: DriverParts): Driver {
  const { file, commits, lock, walSync, cache_kib, has_reader_threads } = parts
  const writer = openHandle(file, cache_kib)
  const reader = openReader(file, cache_kib)
  const readers = has_reader_threads ? openReaderThreads(file, cache_kib) : undefined
  const read: ConnectionParts['read'] = async (query) =>
    readers && readsBulkTable(query.sql) ? readers.run(query) : reader.run(query)
  return {
    init: async () => {},
    acquireConnection: async () => createSqliteConnection({ writer, read, lock, commits, walSync }),
    beginTransaction: (connection) => (connection as SqliteConnection).begin(),
    commitTransaction: (connection) => (connection as SqliteConnection).end('commit'),
    rollbackTransaction: (connection) => (connection as SqliteConnection).end('rollback'),
    releaseConnection: async () => {},
    destroy: async () => {
      await readers?.close()
      await walSync.close()
      reader.close()
      writer.close()
    },
  }
}

interface ConnectionParts extends Pick<DriverParts, 'commits' | 'lock' | 'walSync'> {
  writer: SqliteHandle
  read: <R>(query: CompiledQuery) => Promise<QueryResult<R>>
}

/** Creates a connection; outside a transaction its reads do not wait for the writer. */
function createSqliteConnection({ writer, read, lock, commits, walSync }: ConnectionParts): SqliteConnection {
  /** Releases the write lock; set during a transaction. */
  let release: (() => void) | undefined
  let hasWritten = false
  return {
    async begin() {
      const unlock = await lock()
      try {
        writer.exec('begin immediate')
      } catch (error) {
        unlock()
        throw error
      }
      release = unlock
      hasWritten = false
    },
    async end(verb) {
      // After a failed commit Kysely requests a rollback; by then another connection may hold the writer.
      if (!release) return
      try {
        writer.end(verb)
      } finally {
        commits.count += 1
        release()
        release = undefined
      }
      if (verb === 'commit' && hasWritten && writer.waitsForDisk()) await walSync.sync()
    },
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const isRead = query.query.kind === 'SelectQueryNode'
      if (release) {
        if (!isRead) hasWritten = true
        return writer.run(query)
      }
      if (isRead) return read<R>(query)
      const result = await runAlone<R>(query)
      if (writer.waitsForDisk()) await walSync.sync()
      return result
    },
    streamQuery: () => {
      throw new Error('Page through large results; node:sqlite cannot stream without blocking.')
    },
  }

  /** Runs a writing statement that is a transaction of its own, when its turn to write has come. */
  async function runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const unlock = await lock()
    try {
      return writer.run(query)
    } finally {
      commits.count += 1
      unlock()
    }
  }
}

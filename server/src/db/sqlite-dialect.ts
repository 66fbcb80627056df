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
import { type DiskSync, syncOf } from './disk-sync.ts'
import { type Lock, mutex } from './mutex.ts'
import { openHandle, type SqliteHandle } from './sqlite-handle.ts'

/** Pages that a connection keeps in memory unless it is told otherwise. */
const CACHE_KIB = 65_536

/**
 * Kysely over node:sqlite, one writer and one reader on the same file.
 *
 * Writes and transactions queue for the writer; a plain SELECT goes to the reader at once and sees
 * the last commit (WAL). node:sqlite is synchronous, so a second writing connection in this process
 * would block the very thread that could release the lock: hence exactly one.
 *
 * A commit is written to the log and seen at once, but nobody is told of it before the log is on the disk; waiting
 * for that is another thread's work. The log is kept in its order, so what was read of it is kept before what follows.
 *
 * @param lock who may write; a thread beside the one that has the file asks that one (`SqlitePair.lend`).
 * @param log waits until SQLite's log is on the disk.
 * @param cache_kib memory for pages, of each of the two connections.
 */
export function sqliteDialect(
  file: string,
  lock: Lock = mutex(),
  log = syncOf(`${file}-wal`),
  cache_kib = CACHE_KIB,
): Dialect {
  const version: Version = { count: 0 }
  return {
    createAdapter: () => new SqlitePair(version, lock, log),
    createDriver: () => sqliteDriver({ file, version, lock, log, cache_kib }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Grows with every commit. The folder's lock keeps other processes from writing. */
interface Version {
  count: number
}

/** Tells Kysely, and whoever keeps what was read, how this pair of connections behaves. */
export class SqlitePair extends SqliteAdapter {
  readonly version: Readonly<Version>
  readonly #lend: Lock
  readonly #log: DiskSync

  constructor(version: Version, lock: Lock, log: DiskSync) {
    super()
    this.version = version
    this.#log = log
    this.#lend = async () => {
      const free = await lock()
      return () => {
        version.count += 1
        free()
      }
    }
  }

  /** Keeps this pair from writing, so that another connection may; resolves with the function that ends that. */
  lend(): Promise<() => void> {
    return this.#lend()
  }

  /** Resolves when everything that can be read by now is on the disk. */
  durable(): Promise<void> {
    return this.#log.synced()
  }

  /** Kysely would queue every query behind an open transaction; this driver queues only writes. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** A connection that holds the writer between `begin` and `commit` and borrows it otherwise. */
interface SqliteConnection extends DatabaseConnection {
  begin: () => Promise<void>
  end: (verb: 'commit' | 'rollback') => Promise<void>
}

interface Parts {
  file: string
  version: Version
  lock: Lock
  log: DiskSync
  cache_kib: number
}

function sqliteDriver({ file, version, lock, log, cache_kib }: Parts): Driver {
  const writer = openHandle(file, cache_kib)
  const reader = openHandle(file, cache_kib)
  // Who keeps few pages reads few twice.
  if (cache_kib >= CACHE_KIB) reader.exec(`pragma mmap_size = ${MAPPED}`)
  return {
    init: async () => {},
    acquireConnection: async () => sqliteConnection({ writer, reader, lock, version, log }),
    beginTransaction: (connection) => (connection as SqliteConnection).begin(),
    commitTransaction: (connection) => (connection as SqliteConnection).end('commit'),
    rollbackTransaction: (connection) => (connection as SqliteConnection).end('rollback'),
    releaseConnection: async () => {},
    destroy: async () => {
      await log.close()
      reader.close()
      writer.close()
    },
  }
}

/**
 * Bytes of the file that the reader sees in the system's memory instead of copying pages: papers are read all over a file
 * that is larger than the cache, and copying took more time than looking for them. SQLite maps at most 2 GiB.
 */
const MAPPED = 2 ** 31 - 1

type Pair = Omit<Parts, 'file' | 'cache_kib'> & { writer: SqliteHandle; reader: SqliteHandle }

function sqliteConnection({ writer, reader, lock, version, log }: Pair): SqliteConnection {
  let release: (() => void) | undefined
  let wrote = false
  return {
    async begin() {
      const free = await lock()
      try {
        writer.exec('begin immediate')
      } catch (error) {
        free()
        throw error
      }
      release = free
      wrote = false
    },
    async end(verb) {
      // After a commit that failed, Kysely asks for a rollback: by then the writer may be someone else's.
      if (!release) return
      try {
        writer.end(verb)
      } finally {
        version.count += 1
        release()
        release = undefined
      }
      if (verb === 'commit' && wrote && writer.waits()) await log.synced()
    },
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const reads = query.query.kind === 'SelectQueryNode'
      if (release) {
        if (!reads) wrote = true
        return writer.run(query)
      }
      if (reads) return reader.run(query)
      const result = await writing<R>(query)
      if (writer.waits()) await log.synced()
      return result
    },
    streamQuery: () => {
      throw new Error('Page through large results; node:sqlite cannot stream without blocking.')
    },
  }

  /** A statement that is a transaction of its own. */
  async function writing<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const free = await lock()
    try {
      return writer.run(query)
    } finally {
      version.count += 1
      free()
    }
  }
}

import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createParserPool } from './documents/parser/index.ts'
import { createPassageIndex } from './knowledge/passages/index.ts'
import type { Config } from './platform/config/config.ts'
import { searchClusterLocation } from './platform/config/config-search.ts'
import { ownFolder, removeStaleFolders } from './platform/config/process-folders.ts'
import type { BaseContext } from './platform/context/context.ts'
import { requireSharedKey } from './platform/context/shared-key.ts'
import { createPostgresNotifier } from './platform/db/change-notifier.ts'
import { type DatabaseLocation, openDatabase, openExclusively } from './platform/db/open.ts'
import { createIdFactory } from './platform/foundation/ids.ts'
import { createProviders } from './platform/providers/create.ts'
import { createLibraryIndex } from './search/engine/index.ts'

/** Poll interval of the indexes, ms: what other processes write becomes searchable within a second. */
const INDEX_POLL_INTERVAL_MS = 500
/** Most search threads by default: beyond these they gain little and take memory. */
const MAX_THREADS = 4

/** An opened base context and the kind of its database; `close` closes its indexes and the database. */
export interface BaseHandle {
  base: BaseContext
  kind: 'sqlite' | 'postgres'
  close: () => Promise<void>
}

interface OpenBaseOptions {
  /** Number of search threads; `only to write` for commands that do not search. */
  threads?: number | 'only to write'
  /** Creates the function that runs imports in their own threads; without it, imports run in the current one. */
  importsInWorker?: (
    db: BaseContext['db'],
    location: DatabaseLocation,
  ) => NonNullable<BaseContext['importInWorker']>
}

/**
 * Opens everything that work needs, for the server and for commands: database, providers and search indexes.
 *
 * @throws FolderInUse when another process has the data folder open; OperatorFault when the secret key differs from
 *   that of the other processes on this database.
 */
export async function openBase(
  config: Config,
  log: Logger,
  { threads = Math.min(MAX_THREADS, availableParallelism()), importsInWorker }: OpenBaseOptions = {},
): Promise<BaseHandle> {
  const location = { folder: config.DATA_DIR, url: config.DATABASE_URL }
  // A command that only writes reads each paper once, for the index.
  const reads_once = threads === 'only to write'
  const open = () => openDatabase({ ...location, reads_once, has_reader_threads: !reads_once })
  const own_folder = ownFolder(config)
  // SQLite locks its folder by itself. With PostgreSQL the folder holds the index, which also allows one writer only.
  const opened = await (location.url ? openExclusively(own_folder, open) : open())
  await requireSharedKey({ config, db: opened.db }).catch(async (fault) => {
    await opened.close()
    throw fault
  })
  const notices = location.url ? createPostgresNotifier({ db: opened.db, url: location.url, log }) : undefined
  const now = () => new Date()
  const cluster = searchClusterLocation(config)
  // With a search cluster the folder holds nothing to keep, and each process has one of its own.
  const is_temporary = cluster !== null && !config.INDEX_DIR
  if (is_temporary) removeStaleFolders(own_folder)
  const indexOptions = { db: opened.db, log, now, threads, poll_ms: INDEX_POLL_INTERVAL_MS, place: cluster }
  const library = createLibraryIndex({ ...indexOptions, folder: join(own_folder, 'index') })
  const passages = createPassageIndex({ ...indexOptions, folder: join(own_folder, 'passages') })
  const providers = {
    ...(await createProviders(config, opened.db, log, now)),
    parsing: createParserPool({ out: join(own_folder, 'parsing') }),
  }
  return {
    base: {
      db: opened.db,
      config,
      log,
      providers,
      library,
      passages,
      ...(importsInWorker ? { importInWorker: importsInWorker(opened.db, location) } : {}),
      ...(notices ? { notices } : {}),
      now,
      newId: createIdFactory(now),
    },
    kind: opened.kind,
    async close() {
      await notices?.close()
      await passages.close()
      await library.close()
      await opened.close()
      if (is_temporary) rmSync(own_folder, { recursive: true, force: true })
    },
  }
}

import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createParsing } from './documents/parser/index.ts'
import { passageIndex } from './knowledge/passages/index.ts'
import { type Config, ownFolder } from './platform/config/config.ts'
import { searchPlace } from './platform/config/config-search.ts'
import { sweepOwnFolders } from './platform/config/own-folders.ts'
import type { BaseContext } from './platform/context/context.ts'
import { requireSameKey } from './platform/context/same-key.ts'
import { postgresNotices } from './platform/db/notices.ts'
import { openAlone, openDatabase, type Place } from './platform/db/open.ts'
import { idFactory } from './platform/foundation/ids.ts'
import { createProviders } from './platform/providers/create.ts'
import { libraryIndex } from './search/engine/index.ts'

/** What other processes write is searchable within a second. */
const FOLLOW_MS = 500
const MOST_THREADS = 4

export interface OpenBase {
  base: BaseContext
  kind: 'sqlite' | 'postgres'
  close: () => Promise<void>
}

interface Options {
  /** Threads that search. */
  threads?: number | 'only to write'
  /** How imports run in threads of their own; without it they run in this one. */
  importsInWorker?: (db: BaseContext['db'], place: Place) => NonNullable<BaseContext['importInWorker']>
}

/**
 * Opens everything that work needs: database, providers, index. For the server and the command line.
 *
 * @throws FolderInUse when another process has the data folder open; OperatorFault where the key of secrets is another
 *   than that of the processes beside.
 */
export async function openBase(
  config: Config,
  log: Logger,
  { threads = Math.min(MOST_THREADS, availableParallelism()), importsInWorker }: Options = {},
): Promise<OpenBase> {
  const place = { folder: config.DATA_DIR, url: config.DATABASE_URL }
  // Who only writes reads each paper once, for the index.
  const passes = threads === 'only to write'
  const open = () => openDatabase({ ...place, passes, reads_aside: !passes })
  const own = ownFolder(config)
  // SQLite locks its folder by itself; beside PostgreSQL a folder has the index, which also has one writer.
  const opened = await (place.url ? openAlone(own, open) : open())
  await requireSameKey({ config, db: opened.db }).catch(async (fault) => {
    await opened.close()
    throw fault
  })
  const notices = place.url ? postgresNotices({ db: opened.db, url: place.url, log }) : undefined
  const now = () => new Date()
  const shared = searchPlace(config)
  if (shared && !config.INDEX_DIR) sweepOwnFolders(own)
  const following = { db: opened.db, log, now, threads, poll_ms: FOLLOW_MS, place: shared }
  const library = libraryIndex({ ...following, folder: join(own, 'index') })
  const passages = passageIndex({ ...following, folder: join(own, 'passages') })
  const providers = {
    ...(await createProviders(config, opened.db, log, now)),
    parsing: createParsing({ out: join(own, 'parsing') }),
  }
  return {
    base: {
      db: opened.db,
      config,
      log,
      providers,
      library,
      passages,
      ...(importsInWorker ? { importInWorker: importsInWorker(opened.db, place) } : {}),
      ...(notices ? { notices } : {}),
      now,
      newId: idFactory(now),
    },
    kind: opened.kind,
    async close() {
      await notices?.close()
      await passages.close()
      await library.close()
      await opened.close()
      if (shared && !config.INDEX_DIR) rmSync(own, { recursive: true, force: true })
    },
  }
}

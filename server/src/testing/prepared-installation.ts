import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import * as starterDatasets from '../knowledge/datasets/starter.store.ts'
import * as starterLibrary from '../library/import/starter.store.ts'
import { removeStaleFolders } from '../platform/config/process-folders.ts'
import { copyPostgres, emptyPostgres, existingDatabase } from './fresh-database.ts'
import { newFolder } from './new-folder.ts'
import { newServerSettings, type ServerSettings, startRealServer } from './real-server.ts'

let installation: Promise<ServerSettings> | undefined

/**
 * Returns settings of a server whose first start is over: the starter library is stored, and the jobs of a first start
 * are taken out of the queue. The data are a copy, of an installation that is made once per process.
 */
export async function preparedServerSettings(): Promise<ServerSettings> {
  installation ??= prepareInstallation()
  const prepared = await installation
  const DATA_DIR = newFolder()
  cpSync(prepared.DATA_DIR, DATA_DIR, { recursive: true })
  return { DATA_DIR, DATABASE_URL: prepared.DATABASE_URL && (await copyPostgres(prepared.DATABASE_URL)) }
}

/** Returns settings of a server that counts as started before, without any works: it starts in a fraction of the time. */
export async function emptyServerSettings(): Promise<ServerSettings> {
  const settings = await newServerSettings()
  const { db, close } = await existingDatabase({ folder: settings.DATA_DIR, url: settings.DATABASE_URL })
  await starterLibrary.markLoaded(db, new Date().toISOString())
  await starterDatasets.writeState(db, 'done')
  await close()
  return settings
}

async function prepareInstallation(): Promise<ServerSettings> {
  const DATA_DIR = newProcessFolder()
  const onPostgres = process.env.TEST_DATABASE === 'postgres'
  const settings = { DATA_DIR, DATABASE_URL: onPostgres ? await emptyPostgres() : '' }
  const server = await startRealServer(settings)
  server.process.kill('SIGTERM')
  const end = await server.ended
  if (end !== 0) throw new Error(`the server that was prepared ended with ${end}`)
  const { db, close } = await existingDatabase({ folder: DATA_DIR, url: settings.DATABASE_URL })
  await db.deleteFrom('jobs').execute()
  await close()
  return settings
}

/** Creates a folder for this process. It is removed by the next process that needs one, since this one may be killed. */
function newProcessFolder(): string {
  const folder = join(tmpdir(), 'scinav-prepared', `${hostname()}-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  removeStaleFolders(folder)
  return folder
}

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { BaseContext } from '../../platform/context/context.ts'
import { queueLocalFile } from './import.service.ts'

const POLL_INTERVAL_MS = 1_000
/** Age in milliseconds after which a claimed list counts as abandoned by a process that has died. */
const TAKEN_TTL_MS = 60_000
const TAKEN_SUFFIX = '.taken'
const QUEUED_SUFFIX = '.queued'
const DAMAGED_SUFFIX = '.damaged'
const inboxFolder = (dataFolder: string) => join(dataFolder, 'import-inbox')

/**
 * Leaves a list of files to import, `{"paths": […]}` in `<name>.json`, for the server that has the data folder open,
 * since only that server may write to the database.
 */
export function dropInInbox(dataFolder: string, paths: string[], name: string): void {
  const folder = inboxFolder(dataFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${name}.json`)
  writeFileSync(`${file}.new`, JSON.stringify({ paths }))
  renameSync(`${file}.new`, file)
}

/** Queues the lists that the command line leaves; the folder is checked every second. */
export function watchInbox(ctx: BaseContext): void {
  const folder = inboxFolder(ctx.config.DATA_DIR)
  let busy = false
  const checkInbox = async () => {
    if (busy || !existsSync(folder)) return
    busy = true
    await processInbox(ctx, folder).catch((error) =>
      ctx.log.error({ err: error }, 'an import could not be taken over'),
    )
    busy = false
  }
  void checkInbox()
  setInterval(checkInbox, POLL_INTERVAL_MS).unref()
}

/** Processes every list in the folder; a list that fails does not hold back those after it. */
async function processInbox(ctx: BaseContext, folder: string): Promise<void> {
  const names = readdirSync(folder)
  for (const name of names) if (isAbandoned(join(folder, name))) releaseList(join(folder, name))
  for (const name of names.filter((name) => name.endsWith('.json'))) {
    const taken = claimList(join(folder, name))
    if (!taken) continue
    const paths = readPaths(taken)
    if (!paths) {
      ctx.log.error({ file: name }, 'a list of files to import is damaged and is left aside')
      renameSync(taken, join(folder, name + DAMAGED_SUFFIX))
      continue
    }
    try {
      await queueFiles(ctx, taken, paths)
    } catch (error) {
      ctx.log.error({ err: error, file: name }, 'files to import could not be queued: tried again')
      releaseList(taken)
    }
  }
}

/**
 * Queues the files of a list, each once: the number queued is saved after every file, so that a retry resumes there.
 */
async function queueFiles(ctx: BaseContext, taken: string, paths: string[]): Promise<void> {
  const progress = taken.slice(0, -TAKEN_SUFFIX.length) + QUEUED_SUFFIX
  const queued = existsSync(progress) ? Number(readFileSync(progress, 'utf8')) : 0
  for (const [at, path] of paths.entries()) {
    if (at < queued) continue
    await queueLocalFile(ctx, path)
    writeFileSync(progress, String(at + 1))
    // Touching the file keeps a long list from counting as abandoned.
    const now = new Date()
    utimesSync(taken, now, now)
  }
  rmSync(taken, { force: true })
  rmSync(progress, { force: true })
}

/** Returns the paths of a list, or null when the file is damaged. */
function readPaths(taken: string): string[] | null {
  try {
    return pathListShape.parse(JSON.parse(readFileSync(taken, 'utf8'))).paths
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

const pathListShape = z.object({ paths: z.array(z.string()) })

/** Claims a list by renaming it. Of several processes sharing the folder one succeeds; the others get null. */
function claimList(file: string): string | null {
  try {
    renameSync(file, file + TAKEN_SUFFIX)
    return file + TAKEN_SUFFIX
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Returns a claimed list to the inbox, for another attempt. */
const releaseList = (taken: string): void => renameSync(taken, taken.slice(0, -TAKEN_SUFFIX.length))

/** Returns whether a file is a claimed list whose process has not touched it for `TAKEN_TTL_MS`. */
function isAbandoned(file: string): boolean {
  if (!file.endsWith(TAKEN_SUFFIX)) return false
  const found = statSync(file, { throwIfNoEntry: false })
  // ctime is the time of the last renaming or touch.
  return found !== undefined && Date.now() - found.ctimeMs > TAKEN_TTL_MS
}

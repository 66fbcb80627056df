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
const CLAIM_TTL_MS = 60_000
/** Suffix of a list `<name>.json` that a process has claimed. */
const CLAIMED_SUFFIX = '.taken'
/** Suffix of the file beside a list that holds the number of its files queued so far. */
const QUEUED_SUFFIX = '.queued'
/** Suffix of a list that cannot be read and is left for the operator. */
const DAMAGED_SUFFIX = '.damaged'
const inboxFolder = (dataFolder: string) => join(dataFolder, 'import-inbox')

/**
 * Leaves a list of files to import, `{"paths": […]}` in `<name>.json`, for the server that has the data folder open,
 * since only that server may write to the database. `name` must be unique.
 */
export function dropInInbox(dataFolder: string, paths: string[], name: string): void {
  const folder = inboxFolder(dataFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${name}.json`)
  // Renamed when it is complete, so that the server never reads half a list.
  writeFileSync(`${file}.new`, JSON.stringify({ paths }))
  renameSync(`${file}.new`, file)
}

/** Queues the lists that the command line leaves; the folder is checked every second, and errors are logged. */
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

/**
 * Processes the lists in the folder. A list that is damaged, or whose files cannot be queued, does not hold back
 * those after it.
 *
 * @throws Error when the file system fails. The lists left over follow at the next check, and a list that was claimed
 * then counts as abandoned after `CLAIM_TTL_MS`.
 */
async function processInbox(ctx: BaseContext, folder: string): Promise<void> {
  const names = readdirSync(folder)
  for (const name of names) if (isAbandoned(join(folder, name))) releaseList(join(folder, name))
  for (const name of names.filter((name) => name.endsWith('.json'))) {
    const claimed = claimList(join(folder, name))
    if (!claimed) continue
    const paths = readPaths(claimed)
    if (!paths) {
      ctx.log.error({ file: name }, 'a list of files to import is damaged and is left aside')
      renameSync(claimed, join(folder, name + DAMAGED_SUFFIX))
      continue
    }
    try {
      await queueFiles(ctx, claimed, paths)
    } catch (error) {
      ctx.log.error({ err: error, file: name }, 'files to import could not be queued: tried again')
      releaseList(claimed)
    }
  }
}

/**
 * Queues the files of a claimed list and removes it. The number queued is saved after every file, and a retry resumes
 * there; only a file that was queued when the process died before saving is queued twice.
 */
async function queueFiles(ctx: BaseContext, claimed: string, paths: string[]): Promise<void> {
  const progressFile = claimed.slice(0, -CLAIMED_SUFFIX.length) + QUEUED_SUFFIX
  const queuedBefore = existsSync(progressFile) ? Number(readFileSync(progressFile, 'utf8')) : 0
  for (const [at, path] of paths.entries()) {
    if (at < queuedBefore) continue
    await queueLocalFile(ctx, path)
    writeFileSync(progressFile, String(at + 1))
    // Touching the file keeps a long list from counting as abandoned.
    const now = new Date()
    utimesSync(claimed, now, now)
  }
  rmSync(claimed, { force: true })
  rmSync(progressFile, { force: true })
}

/** Returns the paths of a list, or null when the file is damaged. */
function readPaths(claimed: string): string[] | null {
  try {
    return pathListShape.parse(JSON.parse(readFileSync(claimed, 'utf8'))).paths
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

const pathListShape = z.object({ paths: z.array(z.string()) })

/**
 * Claims a list by renaming it, and returns its new path. Of several processes sharing the folder one succeeds; the
 * others get null.
 */
function claimList(file: string): string | null {
  try {
    renameSync(file, file + CLAIMED_SUFFIX)
    return file + CLAIMED_SUFFIX
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Returns a claimed list to the inbox, for another attempt. */
const releaseList = (claimed: string): void => renameSync(claimed, claimed.slice(0, -CLAIMED_SUFFIX.length))

/** Returns whether a file is a claimed list whose process has not touched it for `CLAIM_TTL_MS`. */
function isAbandoned(file: string): boolean {
  if (!file.endsWith(CLAIMED_SUFFIX)) return false
  const stats = statSync(file, { throwIfNoEntry: false })
  // ctime is the time of the last renaming or touch.
  return stats !== undefined && Date.now() - stats.ctimeMs > CLAIM_TTL_MS
}

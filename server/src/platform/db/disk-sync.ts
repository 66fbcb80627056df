import { closeSync, existsSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const fdatasyncAsync = promisify(fdatasync)

/** Makes written data survive a loss of power. */
export interface DiskSync {
  /** Resolves when everything that was written before the call is on the disk. */
  sync: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Creates a sync of one file that does not block the calling thread; concurrent callers share one sync.
 *
 * @param file the file to sync; while it does not exist there is nothing to do.
 */
export function createDiskSync(file: string): DiskSync {
  let descriptor: number | undefined
  const syncFile = coalesceRuns(async () => {
    if (descriptor === undefined && !existsSync(file)) return
    descriptor ??= openSync(file, 'r+')
    await fdatasyncAsync(descriptor)
  })
  return {
    sync: syncFile,
    async close() {
      await syncFile().catch(() => {})
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}

/**
 * Coalesces calls: one run at a time, and one further run for all calls made during it, since that run may have begun
 * before their write. After a failure every later run fails, because a disk that could not keep data may have dropped
 * it and reports that only once.
 */
export function coalesceRuns(run: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= running.then(() => {
      if (next) running = next
      next = undefined
      return run()
    })
    return next
  }
}

import { closeSync, existsSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const fdatasyncAsync = promisify(fdatasync)

/** Makes what was written outlast a loss of power. */
export interface DiskSync {
  /** Resolves when everything that was written before the call is on the disk. */
  synced: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Waits for the disk outside of the calling thread, once for all who wait at the same time.
 *
 * @param file what is synced; while it does not exist there is nothing to keep.
 */
export function createDiskSync(file: string): DiskSync {
  let descriptor: number | undefined
  const group = coalesceRuns(async () => {
    if (descriptor === undefined && !existsSync(file)) return
    descriptor ??= openSync(file, 'r+')
    await fdatasyncAsync(descriptor)
  })
  return {
    synced: group,
    async close() {
      await group().catch(() => {})
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}

/**
 * One run at a time, and one for all who ask while another runs: that one may have begun before their write. After a
 * failure every run fails: a disk that could not keep something may have dropped it, and says so only once.
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

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { freeBytes } from './part-folder.ts'

/** Space for temporary local files. */
export interface ScratchSpace {
  /** Provides the name of a file that does not exist yet, and removes the file after `use`. */
  withFile: <Result>(use: (path: string) => Promise<Result>) => Promise<Result>
  /** Returns the free space, bytes. */
  free: () => Promise<number>
}

/** Older files belong to processes that died; nothing uses one file for that long. */
const SCRATCH_TTL_MS = 24 * 60 * 60_000

/** Creates temporary space in a folder; several processes may share it. */
export function createScratchFolder(folder: string): ScratchSpace {
  let ready: Promise<void> | undefined
  return {
    async withFile(use) {
      ready ??= prepareFolder(folder).catch((error) => {
        ready = undefined
        throw error
      })
      await ready
      const path = join(folder, randomUUID())
      try {
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    free: () => freeBytes(folder),
  }
}

/** Creates the folder, and removes old files that a dead process has left in it. */
async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => null)
    // File times come from the machine's clock, not from the injected one.
    if (found && found.mtimeMs < Date.now() - SCRATCH_TTL_MS) await rm(file, { force: true })
  }
}

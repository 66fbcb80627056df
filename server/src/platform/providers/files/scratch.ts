import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { freeBytes } from './part-folder.ts'

/** Files of this machine for as long as something is done with them. */
export interface ScratchSpace {
  /** Names a file that is not there yet, and takes it away when `use` is over. */
  borrow: <Result>(use: (path: string) => Promise<Result>) => Promise<Result>
  /** Bytes that there is room for. */
  free: () => Promise<number>
}

/** Nothing is done with one file for that long: what is older is left of a process that died. */
const SCRATCH_TTL_MS = 24 * 60 * 60_000

/** Several processes may use one folder. */
export function createScratchFolder(folder: string): ScratchSpace {
  let ready: Promise<void> | undefined
  return {
    async borrow(use) {
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

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => null)
    // Files have the time of the machine.
    if (found && found.mtimeMs < Date.now() - SCRATCH_TTL_MS) await rm(file, { force: true })
  }
}

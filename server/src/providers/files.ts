import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Bytes by name. Names are our own (`exports/<id>.zip`), never a person's. */
export interface FileStore {
  /** Writes whole or not at all. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** @returns null where there is no such file. */
  open: (name: string) => Promise<{ size: number; stream: () => Readable } | null>
  remove: (name: string) => Promise<void>
}

/** Files in a folder on this machine's disk. */
export function folderStore(folder: string): FileStore {
  return {
    async put(name, bytes) {
      const file = join(folder, name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(`${file}.part`, bytes, { mode: 0o600, flush: true })
      await rename(`${file}.part`, file)
    },
    async open(name) {
      const file = join(folder, name)
      const found = await stat(file).catch(() => null)
      return found?.isFile() ? { size: found.size, stream: () => createReadStream(file) } : null
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

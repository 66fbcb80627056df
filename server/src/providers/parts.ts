import { constants, createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Files that arrive in parts. Names are our own ids, never a person's. */
export interface PartStore {
  /**
   * Writes bytes from an offset on and answers how many there were; they are on the disk by then.
   *
   * @throws what reading the bytes throws; what was written so far is written over by the next try.
   */
  write: (name: string, offset: number, bytes: AsyncIterable<Uint8Array>) => Promise<number>
  read: (name: string) => Readable
  /** Bytes on the disk; 0 where there is no such file. */
  size: (name: string) => Promise<number>
  /** Where the file lies on this machine, for work that reads it from another process. */
  path: (name: string) => string
  remove: (name: string) => Promise<void>
  names: () => Promise<string[]>
  /** Bytes that the disk has free for us. */
  free: () => Promise<number>
}

/** Parts in a folder on this machine's disk. */
export function partFolder(folder: string): PartStore {
  const path = (name: string) => join(folder, name)
  const made = () => mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    async write(name, offset, bytes) {
      await made()
      // Never cut short: a late rival must not take away what was acknowledged.
      const handle = await open(path(name), constants.O_RDWR | constants.O_CREAT, 0o600)
      try {
        let end = offset
        for await (const chunk of bytes) {
          await handle.write(chunk, 0, chunk.length, end)
          end += chunk.length
        }
        await handle.datasync()
        return end - offset
      } finally {
        await handle.close()
      }
    },
    read: (name) => createReadStream(path(name)),
    async size(name) {
      const found = await stat(path(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return found?.size ?? 0
    },
    path,
    remove: (name) => rm(path(name), { force: true }),
    async names() {
      await made()
      return readdir(folder)
    },
    async free() {
      await made()
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

import { constants, createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { PartStore } from './part-port.ts'

/** Creates a store of file parts in a local folder. */
export function createPartFolder(folder: string): PartStore {
  const pathOf = (name: string) => join(folder, name)
  const createFolder = () => mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    async write(name, offset, bytes) {
      await createFolder()
      // The file is never truncated: a late duplicate of a request must not remove acknowledged bytes.
      const handle = await open(pathOf(name), constants.O_RDWR | constants.O_CREAT, 0o600)
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
    read: (name) => createReadStream(pathOf(name)),
    async size(name) {
      const found = await stat(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return found?.size ?? 0
    },
    async withLocalFile(name, use) {
      const found = await stat(pathOf(name)).catch(() => null)
      return found?.isFile() ? use(pathOf(name)) : null
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async names() {
      await createFolder()
      return readdir(folder)
    },
    free: () => freeBytes(folder),
  }
}

/** Returns the free space of the disk of a folder, bytes. */
export async function freeBytes(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

import { createReadStream } from 'node:fs'
import {
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Bytes by name. Names are our own (`exports/<id>.zip`), never a person's. */
export interface FileStore {
  /** Writes whole or not at all. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** The same for what is too large to be held: `write` puts the bytes into an empty file. */
  build: (name: string, write: (file: FileHandle) => Promise<void>) => Promise<void>
  /** Takes over a file of this machine, whose bytes are on the disk; the file itself stays until its owner removes it. */
  adopt: (name: string, path: string) => Promise<void>
  /** `stream` begins and ends with the bytes of a range, both included. @returns null where there is no such file. */
  open: (
    name: string,
  ) => Promise<{ size: number; stream: (range?: { start: number; end: number }) => Readable } | null>
  /** Where a file lies on this machine, for work that reads it from another process. */
  path: (name: string) => string
  remove: (name: string) => Promise<void>
  /** The files whose names begin with a folder, and when each came there. */
  list: (folder: string) => Promise<{ name: string; came_at: Date }[]>
}

/** Files in a folder on this machine's disk. */
export function folderStore(folder: string): FileStore {
  const path = (name: string) => join(folder, name)
  return {
    async put(name, bytes) {
      const file = path(name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(`${file}.part`, bytes, { mode: 0o600, flush: true })
      await rename(`${file}.part`, file)
    },
    async build(name, write) {
      const file = path(name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const part = `${file}.part`
      try {
        const handle = await open(part, 'w', 0o600)
        try {
          await write(handle)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(part, file)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      await onDisk(dirname(file))
    },
    async adopt(name, from) {
      const file = path(name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      // A second name for the same bytes; some file systems have none.
      await link(from, `${file}.part`).catch(() => copyFile(from, `${file}.part`))
      await rename(`${file}.part`, file)
      await onDisk(dirname(file))
    },
    async open(name) {
      const file = path(name)
      const found = await stat(file).catch(() => null)
      return found?.isFile() ? { size: found.size, stream: (range) => createReadStream(file, range) } : null
    },
    path,
    remove: (name) => rm(path(name), { force: true }),
    async list(inner) {
      const names = await readdir(path(inner)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const all = names.map(async (name) => {
        const found = await stat(join(path(inner), name)).catch(() => null)
        return found ? [{ name: `${inner}/${name}`, came_at: found.ctime }] : []
      })
      return (await Promise.all(all)).flat()
    },
  }
}

/** Waits until the names of a folder are on the disk too. */
async function onDisk(folder: string): Promise<void> {
  // Windows does not open folders; its names are written through.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { FileStore } from './port.ts'

/** Creates a store of files in a local folder. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    async put(name, bytes) {
      const file = pathOf(name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(`${file}.part`, bytes, { mode: 0o600, flush: true })
      await rename(`${file}.part`, file)
    },
    async build(name, write) {
      const file = pathOf(name)
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
      await syncFolder(dirname(file))
    },
    async putFile(name, from) {
      const file = pathOf(name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      // A hard link to the same bytes; some file systems have none.
      await link(from, `${file}.part`).catch(() => copyFile(from, `${file}.part`))
      await rename(`${file}.part`, file)
      await syncFolder(dirname(file))
    },
    async open(name) {
      const file = pathOf(name)
      const found = await stat(file).catch(() => null)
      return found?.isFile() ? { size: found.size, stream: (range) => createReadStream(file, range) } : null
    },
    async withLocalFile(name, use) {
      const found = await stat(pathOf(name)).catch(() => null)
      return found?.isFile() ? use(pathOf(name)) : null
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    list: (inner = '') => listFiles(folder, pathOf(inner)),
    // Nothing to do: unfinished files are in the list too.
    removeUnfinished: async () => {},
  }
}

/** Lists the files below a folder, with names relative to `root`; a folder that does not exist has none. */
async function listFiles(root: string, folder: string): Promise<{ name: string; stored_at: Date }[]> {
  const options = { recursive: true, withFileTypes: true } as const
  const entries = await readdir(folder, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const file = join(entry.parentPath, entry.name)
      const found = await stat(file).catch(() => null)
      return found ? [{ name: relative(root, file).replaceAll('\\', '/'), stored_at: found.ctime }] : []
    })
  return (await Promise.all(files)).flat()
}

/** Makes the directory entries of a folder durable, such as the new name of a file. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; its directory entries are written through.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

import { createReadStream, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { openSnapshot } from '../db/snapshot.ts'
import { type ArchiveLine, writeArchive } from './archive.ts'

interface Place {
  folder: string
  url?: string | undefined
}

const PIECE = 512 * 1024

/** Writes everything the installation keeps into one file, while it goes on serving; answers the number of lines. */
export async function backup(from: Place, file: string, now: Date): Promise<number> {
  const snapshot = await openSnapshot(from)
  try {
    const about = { created_at: now.toISOString(), migrations: snapshot.migrations }
    return await writeArchive(file, about, everything(snapshot.rows(), join(from.folder, 'files')))
  } finally {
    await snapshot.close()
  }
}

/** Rows first: a file that a row names is written before the row, so it is there when files are read. */
async function* everything(rows: AsyncIterable<ArchiveLine>, files: string): AsyncGenerator<ArchiveLine> {
  yield* rows
  for (const file of await listFiles(files)) {
    let at = 0
    for await (const chunk of createReadStream(join(files, file), { highWaterMark: PIECE })) {
      yield { file, at, bytes: (chunk as Buffer).toString('base64') }
      at += (chunk as Buffer).length
    }
  }
}

async function listFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
  return files
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

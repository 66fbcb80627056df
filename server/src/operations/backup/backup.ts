import { createReadStream, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Installation, openSnapshot } from '../../platform/db/snapshot.ts'
import { type ArchiveContents, writeArchive } from './archive.ts'
import type { ArchiveLine } from './archive-lines.ts'

/** Size of the pieces in which files are written. */
const PIECE_BYTES = 512 * 1024

/**
 * Writes all data of the installation into one file, while it continues to serve.
 *
 * @param report receives the number of lines so far from time to time.
 */
export async function backup(
  from: Installation,
  file: string,
  now: Date,
  report?: (lines: number) => void,
): Promise<ArchiveContents> {
  const snapshot = await openSnapshot(from)
  try {
    const head = { created_at: now.toISOString(), migrations: snapshot.migrations }
    return await writeArchive(file, head, archiveLines(snapshot.rows(), join(from.folder, 'files')), report)
  } finally {
    await snapshot.close()
  }
}

/** Yields rows first: a file is written before the row that names it, so it exists when the files are read. */
async function* archiveLines(rows: AsyncIterable<ArchiveLine>, folder: string): AsyncGenerator<ArchiveLine> {
  yield* rows
  for (const file of await listFiles(folder)) yield* readFilePieces(folder, file)
}

/** Yields the pieces of a file; none when it has been removed, an empty one for an empty file. */
async function* readFilePieces(folder: string, file: string): AsyncGenerator<ArchiveLine> {
  let at = 0
  try {
    for await (const chunk of createReadStream(join(folder, file), { highWaterMark: PIECE_BYTES })) {
      yield { file, at, bytes: chunk }
      at += chunk.length
    }
  } catch (error) {
    // Deleted since it was listed. Where the snapshot still has its row, a restore has the row without the file.
    if ((error as { code?: string }).code === 'ENOENT' && at === 0) return
    throw error
  }
  if (at === 0) yield { file, at, bytes: new Uint8Array() }
}

/** Returns the paths of all complete files below a folder, relative to it, with slashes, sorted. */
async function listFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
  return files
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

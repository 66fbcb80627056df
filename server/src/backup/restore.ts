import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { insertRow, isEmptyDatabase, knownMigrations, withDatabase } from '../db/fill.ts'
import { readArchive, verifyArchive } from './archive.ts'

interface Place {
  folder: string
  url?: string | undefined
}

/** The target is in use or does not fit; nothing was written. */
export class RestoreRefused extends Error {}

/**
 * Puts an archive back on an empty installation; all rows or none.
 *
 * @throws BrokenArchive, RestoreRefused, FolderInUse: nothing was written then.
 */
export async function restore(file: string, to: Place): Promise<number> {
  const { migrations } = await verifyArchive(file)
  return withDatabase(to, async (db) => {
    if (!(await isEmptyDatabase(db)))
      throw new RestoreRefused('目标里已经有数据。请换一个空的 DATA_DIR 或数据库再恢复。')
    if (migrations.join() !== (await knownMigrations(db)).join())
      throw new RestoreRefused('备份由另一个版本的程序生成。请用同一版本恢复，之后再升级。')
    let lines = 0
    for await (const line of readArchive(file)) if ('file' in line) await writePiece(to.folder, line)
    await db.transaction().execute(async (tx) => {
      for await (const line of readArchive(file)) {
        lines += 1
        if ('table' in line) await insertRow(tx, line.table, line.row)
      }
    })
    return lines
  })
}

async function writePiece(
  folder: string,
  { file, at, bytes }: { file: string; at: number; bytes: string },
): Promise<void> {
  const path = join(folder, 'files', file)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, at === 0 ? 'w' : 'r+', 0o600)
  await handle.write(Buffer.from(bytes, 'base64'), 0, undefined, at)
  await handle.sync()
  await handle.close()
}

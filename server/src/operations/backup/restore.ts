import { existsSync, readdirSync } from 'node:fs'
import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '../../platform/db/schema.ts'
import {
  type Installation,
  insertRows,
  isEmptyDatabase,
  listMigrations,
  type SnapshotRow,
  withDatabase,
} from '../../platform/db/snapshot.ts'
import { OperatorFault } from '../../platform/foundation/errors.ts'
import { type ArchiveContents, readArchive, verifyArchive } from './archive.ts'

/** Thrown when the target is not empty or has another version of the database; nothing was written. */
export class RestoreRefused extends OperatorFault {}

/**
 * Restores an archive to an empty installation; all of it or nothing, and after a failure it can be repeated. An
 * archive of either kind of database can be restored to the other.
 *
 * @throws BrokenArchive, RestoreRefused, FolderInUse, before anything was written.
 */
export async function restore(file: string, to: Installation, report: (step: string) => void = () => {}) {
  report('正在校验备份文件…')
  const archive = await verifyArchive(file)
  return withDatabase(to, async (db): Promise<ArchiveContents> => {
    await requireEmptyTarget(db, to, archive.migrations)
    report(`校验通过（备份于 ${archive.created_at}），正在写入文件…`)
    await stageFiles(file, to.folder)
    report('正在写入数据库…')
    await db.transaction().execute(async (tx) => {
      await writeRows(tx, file)
      await publishFiles(to.folder)
    })
    return { tables: archive.tables, files: archive.files }
  })
}

/** @throws RestoreRefused when the target has data, or a database of another version. */
async function requireEmptyTarget(db: Db, to: Installation, migrations: string[]): Promise<void> {
  const files = join(to.folder, 'files')
  if (!(await isEmptyDatabase(db)) || (existsSync(files) && readdirSync(files).length > 0))
    throw new RestoreRefused('目标里已经有数据。请换一个空的 DATA_DIR 或数据库再恢复。')
  if (migrations.join() !== (await listMigrations(db)).join())
    throw new RestoreRefused('备份由另一个版本的程序生成。请用同一版本恢复，之后再升级。')
}

/** Rows written in one statement. */
const BATCH_SIZE = 200

/** Writes the rows of an archive in batches. Rows of one table are contiguous, so most batches are full. */
async function writeRows(db: Db, file: string): Promise<void> {
  let table = ''
  let rows: SnapshotRow[] = []
  const flush = async () => {
    if (rows.length > 0) await insertRows(db, table, rows)
    rows = []
  }
  for await (const line of readArchive(file)) {
    if (!('table' in line)) continue
    if (line.table !== table || rows.length === BATCH_SIZE) await flush()
    table = line.table
    rows.push(line.row)
  }
  await flush()
}

/** Returns the folder that holds the restored files until the rows are written. */
const stagingFolder = (folder: string) => join(folder, 'files.restoring')

/** Writes the files of an archive to the staging folder, replacing what a failed run has left there. */
async function stageFiles(file: string, folder: string): Promise<void> {
  await rm(stagingFolder(folder), { recursive: true, force: true })
  for await (const line of readArchive(file))
    if ('file' in line) await writePiece(stagingFolder(folder), line)
}

/** Moves the staged files to their place, if the archive had any. */
async function publishFiles(folder: string): Promise<void> {
  if (!existsSync(stagingFolder(folder))) return
  const files = join(folder, 'files')
  // `requireEmptyTarget` has checked that it is empty; Windows cannot rename onto it.
  if (existsSync(files)) await rmdir(files)
  await rename(stagingFolder(folder), files)
}

/** Writes a piece of a file at its offset; the first piece creates the file. */
async function writePiece(
  folder: string,
  { file, at, bytes }: { file: string; at: number; bytes: Uint8Array },
): Promise<void> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, at === 0 ? 'w' : 'r+', 0o600)
  await handle.write(bytes, 0, undefined, at)
  await handle.sync()
  await handle.close()
}

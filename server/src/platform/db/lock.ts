import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorFault } from '../foundation/errors.ts'

/** SQLite's result code of a file that another connection has locked. */
const SQLITE_BUSY = 5

/** Thrown when another process uses the folder. */
export class FolderInUse extends OperatorFault {}

/**
 * Locks a folder for this process by an exclusive transaction on `server.lock.db`. The operating system releases it
 * with the process, however that dies, so no stale lock can remain.
 *
 * @returns the function that releases the folder.
 * @throws FolderInUse when another process holds it.
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'server.lock.db'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new FolderInUse(
      `数据目录 ${folder} 正被另一个科学导航进程使用。请先停止它，或用 DATA_DIR 指定另一个目录；几个进程共用 PostgreSQL 和 DATA_DIR 时，各用各的 INDEX_DIR。`,
    )
  }
  return () => lock.close()
}

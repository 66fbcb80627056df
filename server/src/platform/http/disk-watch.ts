import { statfs } from 'node:fs/promises'
import type { BaseContext } from '../context/context.ts'
import { probeWrite } from '../db/health.ts'
import { DatabaseUnavailable } from '../foundation/errors.ts'
import { diskFault } from '../foundation/fault.ts'

/** Free space below which the server does not work for long, bytes. */
const MIN_FREE_BYTES = 16 * 1024 * 1024

/** Knows whether the disk accepts writes, from failed writes and from its free space. */
export interface DiskWatch {
  /** Takes note of a failure. */
  note: (error: unknown) => void
  /** Returns whether the disk is full or not writable now; checked anew at each call, so that it recovers at once. */
  isFull: () => Promise<boolean>
}

/** Creates the watch of the disk that holds the data folder. */
export function createDiskWatch({ db, config }: Pick<BaseContext, 'db' | 'config'>): DiskWatch {
  let failed = false
  return {
    note(error) {
      const fault = diskFault(error)
      const isReadOnly = error instanceof DatabaseUnavailable && error.code === '25006'
      if (fault === 'disk.full' || fault === 'disk.read_only' || isReadOnly) failed = true
    },
    async isFull() {
      const { bavail, bsize } = await statfs(config.DATA_DIR)
      if (bavail * bsize < MIN_FREE_BYTES) return true
      if (failed)
        failed = await probeWrite(db).then(
          () => false,
          () => true,
        )
      return failed
    },
  }
}

import { statfs } from 'node:fs/promises'
import type { BaseContext } from '../context/context.ts'
import { probeWrite } from '../db/health.ts'
import { DatabaseUnavailable } from '../foundation/errors.ts'
import { diskFault } from '../foundation/fault.ts'

/** With less than this nothing works for long. */
const MIN_FREE_BYTES = 16 * 1024 * 1024

/** Knows whether the disk takes what is written: from writes that failed, and from what is free. */
export interface DiskWatch {
  /** Hears of a failure. */
  note: (error: unknown) => void
  /** Whether it is full or cannot be written to now; asks again each time, so that it is over when it is over. */
  isFull: () => Promise<boolean>
}

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

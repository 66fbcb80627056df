import { statfs } from 'node:fs/promises'
import type { BaseContext } from '../context/context.ts'
import { tryWriting } from '../db/health.ts'
import { DatabaseAway } from '../foundation/errors.ts'
import { diskFaultOf } from '../foundation/fault.ts'

/** With less than this nothing works for long. */
const LEAST_FREE = 16 * 1024 * 1024

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
      const fault = diskFaultOf(error)
      const isReadOnly = error instanceof DatabaseAway && error.code === '25006'
      if (fault === 'disk.full' || fault === 'disk.read_only' || isReadOnly) failed = true
    },
    async isFull() {
      const { bavail, bsize } = await statfs(config.DATA_DIR)
      if (bavail * bsize < LEAST_FREE) return true
      if (failed)
        failed = await tryWriting(db).then(
          () => false,
          () => true,
        )
      return failed
    },
  }
}

import type { api, OutputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { countNoticesByKind, NOTICE_TABLE_NAME } from '../retractions/index.ts'
import { findLastEnd } from './import.store.ts'

type NoticeTable = OutputOf<typeof api.library.retractions>

/** Returns how many notices about works were imported, of which date the newest is, and when they were imported. */
export async function countNotices(ctx: Context): Promise<NoticeTable> {
  const counts = await countNoticesByKind(ctx)
  const imported_at = await findLastEnd(ctx.db, NOTICE_TABLE_NAME)
  return { ...counts, imported_at }
}

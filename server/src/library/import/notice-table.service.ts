import type { api, OutputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { countNoticesByKind, getNoticeWatch, NOTICE_TABLE_NAME } from '../retractions/index.ts'
import { findLastEnd } from './import.store.ts'

type NoticeTable = OutputOf<typeof api.library.retractions>

/** Returns how many notices about works there are, of which date the newest is, and where they came from. */
export async function countNotices(ctx: Context): Promise<NoticeTable> {
  const counts = await countNoticesByKind(ctx)
  const imported_at = await findLastEnd(ctx.db, NOTICE_TABLE_NAME)
  return { ...counts, imported_at, watch: await getNoticeWatch(ctx) }
}

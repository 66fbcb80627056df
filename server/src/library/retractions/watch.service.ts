import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { noticeWatch } from './watch.job.ts'
import * as watch from './watch.store.ts'
import { findNoticeEngine, RECHECK_MS } from './watch-notices.ts'

type NoticeWatch = OutputOf<typeof api.library.watchRetractions>

/**
 * Returns whether works are watched and can be (`has_network`), how many there are, about how many an answer
 * has come within `RECHECK_MS` (`asked`), and how the last run ended.
 */
export async function getNoticeWatch(ctx: Context): Promise<NoticeWatch> {
  const { ended_at, fault } = await watch.findRun(ctx.db)
  const recheckedSince = new Date(ctx.now().getTime() - RECHECK_MS).toISOString()
  const { all, asked } = await watch.countWorks(ctx.db, recheckedSince)
  return {
    is_on: await watch.isWatching(ctx.db),
    has_network: findNoticeEngine(ctx) !== null,
    works: all,
    asked,
    ended_at,
    fault,
  }
}

/**
 * Switches the watch of works on or off; switched on, it begins at once if there is an engine for notices.
 */
export async function setNoticeWatch(
  ctx: Context,
  { is_on }: ParsedInputOf<typeof api.library.watchRetractions>,
): Promise<NoticeWatch> {
  await transact(ctx, async (ctx) => {
    await watch.setWatching(ctx.db, is_on)
    if (is_on && findNoticeEngine(ctx))
      await enqueue(ctx, noticeWatch, {}, { unique_key: `schedule:${noticeWatch.name}` })
  })
  return getNoticeWatch(ctx)
}

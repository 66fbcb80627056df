import { countWaitingParses } from '../../documents/parse-results/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as documents from './file-document.store.ts'

/** Documents of one person that may wait or be worked on at once. */
const MAX_QUEUED_DOCUMENTS = 200

/** How many documents more a person may have waiting. */
export async function remainingQueue(ctx: Pick<Context, 'db' | 'actor'>): Promise<number> {
  const documentsWaiting = await documents.countWaiting(ctx.db, ctx.actor.id)
  // Files that are no documents wait too.
  const waiting = Math.max(documentsWaiting, await countWaitingParses(ctx, ctx.actor.id))
  return Math.max(0, MAX_QUEUED_DOCUMENTS - waiting)
}

/**
 * Run it in the transaction that queues: of many at once, those beyond the limit are refused.
 *
 * @throws AppError `document.too_many_queued`.
 */
export async function requireQueueCapacity(ctx: Pick<Context, 'db' | 'actor'>, count: number): Promise<void> {
  if ((await remainingQueue(ctx)) < count)
    throw new AppError('document.too_many_queued', { limit: MAX_QUEUED_DOCUMENTS })
}

import { countQueuedParses } from '../../documents/parse-results/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as documents from './file-document.store.ts'

/** Maximum number of documents of one user that may be queued or in progress at once. */
const MAX_QUEUED_DOCUMENTS = 200

/** Returns how many more documents the caller may queue. */
export async function remainingQueue(ctx: Pick<Context, 'db' | 'actor'>): Promise<number> {
  const documentsWaiting = await documents.countWaiting(ctx.db, ctx.actor.id)
  // Files that are not documents count as well: their parses are queued too.
  const waiting = Math.max(documentsWaiting, await countQueuedParses(ctx, ctx.actor.id))
  return Math.max(0, MAX_QUEUED_DOCUMENTS - waiting)
}

/**
 * Checks that the caller may queue `count` more documents. Must run in the transaction that queues them, so that of
 * many concurrent ones those beyond the limit are refused.
 *
 * @throws AppError `document.too_many_queued`.
 */
export async function requireQueueCapacity(ctx: Pick<Context, 'db' | 'actor'>, count: number): Promise<void> {
  if ((await remainingQueue(ctx)) < count)
    throw new AppError('document.too_many_queued', { limit: MAX_QUEUED_DOCUMENTS })
}

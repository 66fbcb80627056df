import type { BaseContext } from '../../platform/context/context.ts'
import * as batches from './batch/batch.store.ts'
import { deleteManuscripts, stopChecks } from './batch-manuscripts.ts'
import * as checks from './check.store.ts'
import { deleteCheck } from './delete-check.ts'

const DAY_MS = 24 * 60 * 60_000
/** Checks deleted in one pass; the next pass deletes more. */
const MAX_DELETED = 500
/** Batches whose manuscripts are deleted in one pass. */
const MAX_BATCHES = 20

type Retention = Pick<BaseContext['config'], 'MANUSCRIPT_DAYS' | 'MANUSCRIPT_BATCH_DAYS'>

/** Returns when a check is deleted, that of a batch with its batch; null where it is kept. */
export function expiryOf(
  { MANUSCRIPT_DAYS, MANUSCRIPT_BATCH_DAYS }: Retention,
  { created_at, batch_id }: Pick<checks.CheckRow, 'created_at' | 'batch_id'>,
): string | null {
  return addDays(created_at, batch_id === null ? MANUSCRIPT_DAYS : MANUSCRIPT_BATCH_DAYS)
}

/** Returns when the manuscripts of a batch are deleted; null where they are kept, or once they are gone. */
export const batchExpiryOf = (
  { MANUSCRIPT_BATCH_DAYS }: Retention,
  { created_at, purged_at }: Pick<batches.BatchRow, 'created_at' | 'purged_at'>,
): string | null => (purged_at === null ? addDays(created_at, MANUSCRIPT_BATCH_DAYS) : null)

/** Returns the time some days later; null for 0 days, which mean without end. */
const addDays = (time: string, days: number): string | null =>
  days === 0 ? null : new Date(new Date(time).getTime() + days * DAY_MS).toISOString()

/** Returns the latest time at which something was begun whose retention is over. */
const cutOff = (ctx: BaseContext, days: number): string =>
  new Date(ctx.now().getTime() - days * DAY_MS).toISOString()

/** Deletes manuscripts and their checks after the retention that the operator has set. */
export async function purgeExpiredChecks(ctx: BaseContext): Promise<void> {
  const { MANUSCRIPT_DAYS } = ctx.config
  if (MANUSCRIPT_DAYS === 0) return
  const before = cutOff(ctx, MANUSCRIPT_DAYS)
  for (const row of await checks.listEndedBefore(ctx.db, before, MAX_DELETED)) await deleteCheck(ctx, row)
}

/** Deletes the manuscripts of batches with their checks after the retention for batches; their figures stay. */
export async function purgeExpiredBatches(ctx: BaseContext): Promise<void> {
  const { MANUSCRIPT_BATCH_DAYS } = ctx.config
  if (MANUSCRIPT_BATCH_DAYS === 0) return
  const before = cutOff(ctx, MANUSCRIPT_BATCH_DAYS)
  for (const batch of await batches.listKeptBefore(ctx.db, before, MAX_BATCHES)) {
    await stopChecks(ctx, batch.id)
    await deleteManuscripts(ctx, batch)
    await batches.update(ctx.db, batch.id, { purged_at: ctx.now().toISOString() })
  }
}

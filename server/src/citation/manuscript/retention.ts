import type { BaseContext } from '../../platform/context/context.ts'
import * as checks from './check.store.ts'
import { deleteCheck } from './delete-check.ts'

const DAY_MS = 24 * 60 * 60_000
/** Checks deleted in one pass; the next pass deletes more. */
const MAX_DELETED = 500

/** Returns when a check that was begun at a time is deleted; null where checks are kept. */
export function expiryOf(
  { MANUSCRIPT_DAYS }: Pick<BaseContext['config'], 'MANUSCRIPT_DAYS'>,
  created_at: string,
): string | null {
  if (MANUSCRIPT_DAYS === 0) return null
  return new Date(new Date(created_at).getTime() + MANUSCRIPT_DAYS * DAY_MS).toISOString()
}

/** Deletes manuscripts and their checks after the retention that the operator has set. */
export async function purgeExpiredChecks(ctx: BaseContext): Promise<void> {
  const { MANUSCRIPT_DAYS } = ctx.config
  if (MANUSCRIPT_DAYS === 0) return
  const before = new Date(ctx.now().getTime() - MANUSCRIPT_DAYS * DAY_MS).toISOString()
  for (const row of await checks.listEndedBefore(ctx.db, before, MAX_DELETED)) await deleteCheck(ctx, row)
}

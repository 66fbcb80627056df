import type { Context } from '../../platform/context/context.ts'
import type { CheckRequest } from './check/check.ts'
import * as checks from './check.store.ts'
import { manuscriptRunsOf } from './manuscript-runs.ts'

/** Stores a check that this process holds under a lease; resuming its run begins it. */
export async function insertCheck(
  ctx: Context,
  file: Pick<checks.CheckRow, 'file_id' | 'file_name' | 'batch_id'>,
  request: CheckRequest,
): Promise<checks.CheckRow> {
  const row: checks.CheckRow = {
    id: ctx.newId(),
    user_id: ctx.actor.id,
    ...file,
    request: JSON.stringify(request),
    status: 'running',
    snapshot: null,
    counts: JSON.stringify({ fault: 0, check: 0, info: 0 }),
    decisions: '[]',
    last_seq: 0,
    ...manuscriptRunsOf(ctx).lease(),
    cancel_requested: 0,
    created_at: ctx.now().toISOString(),
    finished_at: null,
  }
  await checks.insert(ctx.db, row)
  return row
}

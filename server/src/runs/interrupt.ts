import { type BaseContext, transact } from '../context/context.ts'
import { isOrphan } from '../foundation/lease.ts'
import { stateSoFar } from './event-log.ts'
import type { RunEvent, RunKind } from './run-kind.ts'

/**
 * Ends runs whose process is gone, or has let its lease run out, as interrupted; what they said stays.
 *
 * @param alone no other process can have this database open.
 */
export async function interruptOrphans<Event extends RunEvent, State>(
  ctx: BaseContext,
  kind: RunKind<Event, State>,
  alone: boolean,
): Promise<void> {
  for (const { id, ...held } of await kind.store.active(ctx.db))
    if (isOrphan(held, ctx.now(), alone)) await transact(ctx, (ctx) => interrupt(ctx, kind, id, held.lease))
}

async function interrupt<Event extends RunEvent, State>(
  ctx: BaseContext,
  kind: RunKind<Event, State>,
  id: string,
  lease: string | null,
): Promise<void> {
  const { state, seq } = await stateSoFar(ctx, kind, id)
  const last = kind.ends.interrupted
  const outcome = {
    status: 'failed',
    last,
    state,
    seq: seq + 1,
    finished_at: ctx.now().toISOString(),
  } as const
  if (!(await kind.store.end(ctx.db, id, lease, outcome))) return
  await kind.store.append(ctx.db, [{ run_id: id, seq: seq + 1, event: JSON.stringify(last) }])
}

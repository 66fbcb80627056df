import { type BaseContext, transact } from '../context/context.ts'
import { isOrphan } from '../foundation/lease.ts'
import { loadState } from './event-log.ts'
import type { RunEvent, RunKind } from './run-kind.ts'

/**
 * Takes over runs whose process is gone or has let its lease expire, when their kind can resume; ends the others as
 * interrupted and keeps their events.
 *
 * @param alone whether no other process can have this database open.
 * @param newLease returns the lease columns for the row of a run that is taken over.
 * @returns the ids of those that were taken over.
 */
export async function takeOverOrphans<Event extends RunEvent, State>(
  ctx: BaseContext,
  kind: RunKind<Event, State>,
  alone: boolean,
  newLease: () => { lease: string; lease_until: string },
): Promise<string[]> {
  const { resumption } = kind
  const taken: string[] = []
  for (const { id, ...held } of await kind.store.active(ctx.db)) {
    if (!isOrphan(held, ctx.now(), alone)) continue
    if (!resumption) await transact(ctx, (ctx) => endRun(ctx, kind, { id, lease: held.lease }, 'interrupted'))
    else if (await transact(ctx, (ctx) => resumption.take(ctx.db, id, held.lease, newLease()))) taken.push(id)
  }
  return taken
}

/**
 * Ends a run that no process does; returns false when it had ended, or when another process has its lease by now. Call
 * inside a transaction.
 *
 * @param run its id, and the lease that its row is expected to have.
 */
export async function endRun<Event extends RunEvent, State>(
  ctx: BaseContext,
  kind: RunKind<Event, State>,
  { id, lease }: { id: string; lease: string | null },
  how: 'cancelled' | 'interrupted',
): Promise<boolean> {
  const { state: before, seq } = await loadState(ctx, kind, id)
  const end = kind.ends[how]
  const last = kind.withNumber?.(end, { id, seq: seq + 1, state: before }) ?? end
  const state = kind.apply(before, last)
  const outcome = {
    status: how === 'cancelled' ? 'cancelled' : 'failed',
    last,
    state,
    seq: seq + 1,
    finished_at: ctx.now().toISOString(),
  } as const
  if (!(await kind.store.end(ctx.db, id, lease, outcome))) return false
  await kind.store.append(ctx.db, [{ run_id: id, seq: seq + 1, event: JSON.stringify(last) }])
  return true
}

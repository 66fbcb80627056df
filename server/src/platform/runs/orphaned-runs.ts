// Runs that no process executes: those whose process is gone or has let its lease expire (orphans), and those that wait
// for a person. A lease names the process that executes a run; see `lease.ts`.
import { type BaseContext, transact } from '../context/context.ts'
import { isOrphan } from '../foundation/lease.ts'
import { loadState } from './event-log.ts'
import type { RunEvent, RunKind } from './run-kind.ts'

/**
 * Takes over the orphans among the active runs of a kind, when the kind can resume; ends them otherwise, as done when
 * they were complete and as interrupted when not, keeping their events. Each run has a transaction of its own; one that
 * another process takes over or ends first is skipped. Called at the start of a process and then repeatedly. The caller
 * resumes the runs that were taken over.
 *
 * @param isAlone whether no other process can have this database open (SQLite): every lease of another process is then
 *   that of an earlier one, and its run an orphan at once instead of after the lease has expired.
 * @param newLease returns the lease columns for the row of a run that is taken over.
 * @returns the ids of the runs that were taken over.
 */
export async function takeOverOrphans<Event extends RunEvent, State>(
  ctx: BaseContext,
  kind: RunKind<Event, State>,
  isAlone: boolean,
  newLease: () => { lease: string; lease_until: string },
): Promise<string[]> {
  const { resumption } = kind
  const takenOver: string[] = []
  for (const { id, complete = false, ...held } of await kind.store.active(ctx.db)) {
    if (!isOrphan(held, ctx.now(), isAlone)) continue
    const how = complete ? 'done' : 'interrupted'
    if (!resumption) await transact(ctx, (ctx) => endRun(ctx, kind, { id, lease: held.lease }, how))
    else if (await transact(ctx, (ctx) => resumption.take(ctx.db, id, held.lease, newLease())))
      takenOver.push(id)
  }
  return takenOver
}

/**
 * Ends a run that no process executes: appends the last event of its kind for this end, numbered after the events so
 * far, and stores the final state. Returns false, and changes nothing, when the run had ended or its row no longer has
 * the expected lease, because another process has taken it over. Call inside a transaction.
 *
 * @param run its id, and the lease that its row is expected to have; null for a run that waits for a person.
 * @param how `interrupted` is stored as the status `failed`: to whoever follows the run, a process that is gone is a
 *   failure like any other, and only the last event tells which.
 */
export async function endRun<Event extends RunEvent, State>(
  ctx: BaseContext,
  kind: RunKind<Event, State>,
  { id, lease }: { id: string; lease: string | null },
  how: 'done' | 'cancelled' | 'interrupted',
): Promise<boolean> {
  const { state: before, seq } = await loadState(ctx, kind, id)
  const end = kind.ends[how]
  const lastSeq = seq + 1
  // Events of some kinds carry their own number, and values from the state before them.
  const last = kind.withNumber?.(end, { id, seq: lastSeq, state: before }) ?? end
  const state = kind.apply(before, last)
  const outcome = {
    status: how === 'interrupted' ? 'failed' : how,
    last,
    state,
    seq: lastSeq,
    finished_at: ctx.now().toISOString(),
  } as const
  if (!(await kind.store.end(ctx.db, id, lease, outcome))) return false
  await kind.store.append(ctx.db, [{ run_id: id, seq: lastSeq, event: JSON.stringify(last) }])
  return true
}

import type { AnswerEvent } from '@scinav/contract'
import { type BaseContext, transact } from '../context/context.ts'
import { CLOCK_SKEW_MS, latest } from '../foundation/clock.ts'
import { interruptedEnd } from './carry-out.ts'
import * as events from './event.store.ts'
import { isGone, isOwn, LEASE_MS } from './lease.ts'
import * as records from './record.store.ts'
import { columnsOf, hear, nothingSaid, type Said } from './said.ts'

/** What an answer has said so far, from its stored events, and the number of the last one. */
export async function saidSoFar(
  ctx: Pick<BaseContext, 'db'>,
  record_id: string,
): Promise<{ said: Said; seq: number }> {
  const said = nothingSaid()
  let seq = 0
  for (const row of await events.all(ctx.db, record_id)) {
    // Written by the journal, in the contract's shape.
    hear(said, JSON.parse(row.event) as AnswerEvent)
    seq = row.seq
  }
  return { said, seq }
}

/**
 * Ends answers whose process is gone, or has let its lease run out, as interrupted; what they said is kept.
 *
 * @param alone no other process can have this database open.
 */
export async function interruptOrphans(ctx: BaseContext, alone: boolean): Promise<void> {
  const now = ctx.now().toISOString()
  const longest = latest(ctx.now(), LEASE_MS + CLOCK_SKEW_MS)
  for (const { id, lease, lease_until } of await records.active(ctx.db)) {
    const until = lease_until ?? ''
    const isOver = until < now || (until > longest && !isOwn(lease))
    if (isGone(lease, alone) || isOver) await transact(ctx, (ctx) => interrupt(ctx, id, lease))
  }
}

async function interrupt(ctx: BaseContext, id: string, lease: string | null): Promise<void> {
  const { said, seq } = await saidSoFar(ctx, id)
  const change = {
    ...columnsOf(said),
    status: interruptedEnd.status,
    error: JSON.stringify(interruptedEnd.last.data),
    stream_seq: seq + 1,
    finished_at: ctx.now().toISOString(),
  }
  if (!(await records.end(ctx.db, id, lease, change))) return
  await events.append(ctx.db, [{ record_id: id, seq: seq + 1, event: JSON.stringify(interruptedEnd.last) }])
}

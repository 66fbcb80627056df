import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerEvent } from '@scinav/contract'
import type { Context } from '../context.ts'
import * as events from './event.store.ts'
import type { AnswerFrame, LiveRun, Waiting } from './live-run.ts'
import * as records from './record.store.ts'
import { runsOf } from './runs.ts'

/** How many stored events are read at once. */
const PAGE = 500
/** How often a run of another process is looked at. */
const LOOK_MS = 200

const ENDS = new Set<AnswerFrame['name']>(['done', 'cancelled', 'error'])

/**
 * The events of an answer after one, until its end: from memory where this process makes it, else from storage. After
 * the end only the last one; where storage does not reach back, `reset` and the last one. Nothing is kept for a reader
 * who does not ask, so slow ones cost no memory.
 */
export async function* follow(
  ctx: Context,
  { chat_id, id }: { chat_id: string; id: string },
  after: number,
): AsyncGenerator<readonly AnswerFrame[]> {
  const { readers } = runsOf(ctx)
  const reader = readers.enter({ session_id: ctx.actor.session_id, chat_id })
  const signal = AbortSignal.any([ctx.stream.signal, reader.signal])
  const waiting: Waiting = { wake: () => {} }
  const wake = () => waiting.wake()
  signal.addEventListener('abort', wake)
  try {
    for (let seen = after; !signal.aborted; ) {
      const list = await next(ctx, { id, seen, signal, waiting })
      const last = list.at(-1)
      if (!last) return
      yield list
      if (ENDS.has(last.name)) return
      seen = last.seq
    }
  } finally {
    signal.removeEventListener('abort', wake)
    runsOf(ctx).find(id)?.waiting.delete(waiting)
    reader.leave()
  }
}

interface Place {
  id: string
  seen: number
  signal: AbortSignal
  waiting: Waiting
}

/** The next list of events; empty when there will be none. */
async function next(ctx: Context, place: Place): Promise<readonly AnswerFrame[]> {
  while (!place.signal.aborted) {
    const run = runsOf(ctx).find(place.id)
    const list = run?.since(place.seen)
    if (list && list.length > 0) return list
    if (run && list && !run.isOver()) {
      await change(run, place)
      continue
    }
    const stored = await fromStorage(ctx, place)
    if (stored) return stored
    await wait(LOOK_MS, undefined, { signal: place.signal }).catch(() => {})
  }
  return []
}

/** Resolves when the run has something new or is over, or the reader has gone. */
function change(run: LiveRun, { waiting }: Place): Promise<void> {
  return new Promise((resolve) => {
    waiting.wake = resolve
    run.waiting.add(waiting)
  })
}

/** What is stored after an event; null where nothing is, and the answer is still being made. */
async function fromStorage(ctx: Context, { id, seen }: Place): Promise<readonly AnswerFrame[] | null> {
  // First whether it has ended: events that come between the two questions are then not missed.
  const record = await records.byId(ctx.db, id)
  if (!record) return []
  const rows = await events.after(ctx.db, id, seen, PAGE)
  if (rows[0]?.seq === seen + 1) return rows.map(toFrame)
  if (record.finished_at === null) return null
  const last = await events.last(ctx.db, id)
  if (!last) return []
  if (seen >= last.seq) return [toFrame(last)]
  return [{ seq: last.seq - 1, name: 'reset', data: {} }, toFrame(last)]
}

function toFrame({ seq, event }: { seq: number; event: string }): AnswerFrame {
  // Written by the journal, in the contract's shape.
  const told = JSON.parse(event) as AnswerEvent
  return { seq, name: told.event, data: told.data } as AnswerFrame
}

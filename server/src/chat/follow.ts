import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerEvent } from '@scinav/contract'
import type { Context } from '../context/context.ts'
import * as events from './event.store.ts'
import type { AnswerFrame, LiveRun, Waiting } from './live-run.ts'
import * as records from './record.store.ts'
import { type Runs, runsOf } from './runs.ts'

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
  const runs = runsOf(ctx)
  const reader = runs.readers.enter({ session_id: ctx.actor.session_id, chat_id })
  const place = placeOf(id, after, [ctx.stream.signal, reader.signal])
  try {
    while (!place.isLeft) {
      const list = await next(ctx, runs, place)
      const last = list.at(-1)
      if (!last) return
      yield list
      if (ENDS.has(last.name)) return
      place.seen = last.seq
    }
  } finally {
    place.leave()
    runs.find(id)?.waiting.delete(place)
    reader.leave()
  }
}

interface Place extends Waiting {
  id: string
  seen: number
  /** Asked for every event of every reader: a signal made of others takes long to say so. */
  isLeft: boolean
  leave: () => void
  left: AbortSignal
}

/** Where a reader stands, until one of the signals ends. */
function placeOf(id: string, seen: number, signals: AbortSignal[]): Place {
  const end = new AbortController()
  const place: Place = { id, seen, isLeft: false, wake: () => {}, leave, left: end.signal }
  function leave(): void {
    if (place.isLeft) return
    place.isLeft = true
    for (const signal of signals) signal.removeEventListener('abort', leave)
    end.abort()
    place.wake()
  }
  for (const signal of signals) {
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
  }
  return place
}

/** The next list of events; empty when there will be none. */
async function next(ctx: Context, runs: Runs, place: Place): Promise<readonly AnswerFrame[]> {
  while (!place.isLeft) {
    const run = runs.find(place.id)
    const list = run?.since(place.seen)
    if (list && list.length > 0) return list
    if (run && list && !run.isOver()) {
      await change(run, place)
      continue
    }
    const stored = await fromStorage(ctx, place)
    if (stored) return stored
    await wait(LOOK_MS, undefined, { signal: place.left }).catch(() => {})
  }
  return []
}

/** Resolves when the run has something new or is over, or the reader has gone. */
function change(run: LiveRun, place: Place): Promise<void> {
  return new Promise((resolve) => {
    place.wake = resolve
    run.waiting.add(place)
  })
}

/** What is stored after an event; null where nothing is, and the answer is still being made. */
async function fromStorage(
  ctx: Context,
  { id, seen }: Pick<Place, 'id' | 'seen'>,
): Promise<readonly AnswerFrame[] | null> {
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

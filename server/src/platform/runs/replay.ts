import type { Context } from '../context/context.ts'
import { parseEvent } from './event-log.ts'
import { type EventWaiter, type LiveRun, toFrame } from './live-run.ts'
import type { createRemoteRuns, FollowedRun } from './remote-runs.ts'
import type { RunEvent, RunFrame, RunKind } from './run-kind.ts'
import type { Subscribers } from './subscribers.ts'

/** Number of stored events read at once. */
const BATCH_SIZE = 500

/** The stored events after a given one: a list, empty when none will follow, or null when there is none yet. */
export type StoredFrames<Event extends RunEvent> = readonly RunFrame<Event>[] | null

/** Where this process finds the events of a kind. */
export interface ReplaySource<Event extends RunEvent, State> {
  kind: RunKind<Event, State>
  find: (id: string) => LiveRun<Event, State> | undefined
  remote: ReturnType<typeof createRemoteRuns<StoredFrames<Event>>>
  subscribers: Subscribers
}

/**
 * Streams the events of a run after one until its end: from memory when this process does the run, else from storage.
 * After the end it yields only the last event; when storage no longer has the earlier ones, `reset` and the last one.
 * Nothing is buffered for a follower that does not read, so slow ones cost no memory.
 */
export async function* replayRun<Event extends RunEvent, State>(
  ctx: Context,
  source: ReplaySource<Event, State>,
  { id, subject_id }: { id: string; subject_id: string },
  after: number,
): AsyncGenerator<readonly RunFrame<Event>[]> {
  const { done, cancelled, interrupted } = source.kind.ends
  const ends = new Set([done.event, cancelled.event, interrupted.event])
  const subscriber = source.subscribers.enter({ session_id: ctx.actor.session_id, subject_id })
  const position = createPosition<Event>(id, after, [ctx.stream.signal, subscriber.signal])
  try {
    while (!position.hasLeft) {
      const list = await nextFrames(ctx, source, position)
      const last = list.at(-1) as { seq: number; name: string } | undefined
      if (!last) return
      yield list
      if (ends.has(last.name)) return
      position.seen = last.seq
    }
  } finally {
    position.leave()
    source.find(id)?.waiting.delete(position)
    position.followed?.waiting.delete(position)
    if (position.followed) source.remote.leave(id)
    subscriber.leave()
  }
}

interface FollowerPosition<Event extends RunEvent> extends EventWaiter {
  id: string
  /** The number of the last event that it has received. */
  seen: number
  /** A flag, since it is read for every event of every follower and querying a combined signal is slow. */
  hasLeft: boolean
  leave: () => void
  /** The run as it is followed while another process executes it. */
  followed?: FollowedRun<StoredFrames<Event>>
  /** The round of `followed` in which storage was read to its end. */
  read_round?: number | undefined
}

/** Creates the position of a follower, which ends when one of the signals is aborted. */
function createPosition<Event extends RunEvent>(
  id: string,
  seen: number,
  signals: AbortSignal[],
): FollowerPosition<Event> {
  const position: FollowerPosition<Event> = { id, seen, hasLeft: false, wake: () => {}, leave }
  function leave(): void {
    if (position.hasLeft) return
    position.hasLeft = true
    for (const signal of signals) signal.removeEventListener('abort', leave)
    position.wake()
  }
  for (const signal of signals) {
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
  }
  return position
}

/** Returns the next list of events; empty when there will be none. */
async function nextFrames<Event extends RunEvent, State>(
  ctx: Context,
  { kind, find, remote }: ReplaySource<Event, State>,
  position: FollowerPosition<Event>,
): Promise<readonly RunFrame<Event>[]> {
  while (!position.hasLeft) {
    const run = find(position.id)
    /** Null when memory no longer has the next event. */
    const list = run?.since(position.seen)
    if (list && list.length > 0) return list
    const isLiveHere = run !== undefined && !run.isOver()
    if (list && isLiveHere) {
      await waitForChange(run, position)
      continue
    }
    const stored = await (isLiveHere
      ? readStoredFrames(ctx, kind, position)
      : framesOfRemoteRun(ctx, kind, position, remote))
    if (stored) return stored
  }
  return []
}

/** Returns the stored events of a run that this process does not do; null after waiting when there were none. */
async function framesOfRemoteRun<Event extends RunEvent, State>(
  ctx: Context,
  kind: RunKind<Event, State>,
  position: FollowerPosition<Event>,
  remote: ReplaySource<Event, State>['remote'],
): Promise<StoredFrames<Event>> {
  position.followed ??= remote.follow(position.id)
  const { followed } = position
  const round = followed.round()
  if (position.read_round !== round) {
    const { id, seen } = position
    const stored = await followed.read(seen, () => readStoredFrames(ctx, kind, { id, seen }))
    // After a full page there may be more.
    position.read_round = stored && stored.length === BATCH_SIZE ? undefined : round
    if (stored) return stored
  }
  if (followed.round() === round && !position.hasLeft) await waitForChange(followed, position)
  return null
}

/** Resolves when the run has something new or is over, or when the follower has left. */
function waitForChange({ waiting }: { waiting: Set<EventWaiter> }, position: EventWaiter): Promise<void> {
  return new Promise((resolve) => {
    position.wake = resolve
    waiting.add(position)
  })
}

/** Returns the stored events after one; null when there are none and the run continues. */
async function readStoredFrames<Event extends RunEvent, State>(
  ctx: Context,
  { store, reset }: RunKind<Event, State>,
  { id, seen }: { id: string; seen: number },
): Promise<StoredFrames<Event>> {
  // The end is queried first, so that events stored between the two queries are not missed.
  const hasEnded = await store.hasEnded(ctx.db, id)
  if (hasEnded === null) return []
  const rows = await store.eventsAfter(ctx.db, id, seen, BATCH_SIZE)
  if (rows[0]?.seq === seen + 1) return rows.map((row) => toFrame(row.seq, parseEvent<Event>(row)))
  if (!hasEnded) return null
  const last = await store.lastEvent(ctx.db, id)
  if (!last) return []
  const end = toFrame(last.seq, parseEvent<Event>(last))
  return seen >= last.seq ? [end] : [toFrame(last.seq - 1, reset), end]
}

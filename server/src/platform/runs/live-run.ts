import type { RunEnd, RunEvent, RunFrame, RunKind } from './run-kind.ts'

/** Why a run is stopped from outside: by a person, by the server's end, or because it is no longer this process's. */
export type StopReason = 'cancelled' | 'stopping' | 'lost'

/** What one tick takes from a run to storage. */
export interface RunPortion<Event extends RunEvent> {
  frames: RunFrame<Event>[]
  end: RunEnd<Event> | null
  /** Nothing follows for now, though it has not ended. */
  parked: boolean
}

/** Somebody who waits for the next events of a run. */
export interface EventWaiter {
  wake: () => void
}

/** Lists of events that stay in memory for followers; older ones are read from storage. */
const MAX_RECENT_LISTS = 40
/** A run that says more than is stored waits from here on. */
const MAX_PENDING_EVENTS = 400

/** The last lists of events that were stored, for followers that keep up. */
function createRecentLists<Event extends RunEvent>(last: number) {
  const lists: RunFrame<Event>[][] = []
  return {
    add(frames: RunFrame<Event>[]): void {
      last = frames.at(-1)?.seq ?? last
      if (frames.length > 0) lists.push(frames)
      if (lists.length > MAX_RECENT_LISTS) lists.shift()
    },
    /** The next list after an event; empty where there is none yet, null where storage has to be asked. */
    since(after: number): readonly RunFrame<Event>[] | null {
      if (after >= last) return []
      for (const list of lists.toReversed()) {
        const first = list[0]?.seq ?? 0
        if (first === after + 1) return list
        if (first <= after) return list.slice(after + 1 - first)
      }
      return null
    },
  }
}

/** What a kind says of its events alone. */
type EventRules<Event extends RunEvent, State> = Pick<
  RunKind<Event, State>,
  'initial' | 'apply' | 'coalesce' | 'said' | 'stamp'
>

/** Numbers events, and tells what they have come to. */
function createEventAccumulator<Event extends RunEvent, State>(
  kind: EventRules<Event, State>,
  id: string,
  from: { state: State; seq: number },
) {
  let { state, seq } = from
  return {
    state: () => state,
    add(bare: Event): RunFrame<Event> {
      seq += 1
      const event = kind.stamp?.(bare, { id, seq, state }) ?? bare
      state = kind.apply(state, event)
      return toFrame(seq, event)
    },
  }
}

/** A run of this process. */
export type LiveRun<Event extends RunEvent, State> = ReturnType<typeof createLiveRun<Event, State>>

/**
 * @param changed is told whenever there is something to store.
 * @param from what the run has come to before, and the number of its last event; left out for a new one.
 */
export function createLiveRun<Event extends RunEvent, State>(
  kind: EventRules<Event, State>,
  id: string,
  changed: (id: string) => void,
  from: { state: State; seq: number } = { state: kind.initial(), seq: 0 },
) {
  const stop = new AbortController()
  const sum = createEventAccumulator(kind, id, from)
  const waiting = new Set<EventWaiter>()
  const recent = createRecentLists<Event>(from.seq)
  const over = Promise.withResolvers<void>()
  let pending: Event[] = []
  let end: RunEnd<Event> | null = null
  let isParked = false
  let isOver = false
  let room = Promise.withResolvers<void>()

  function wakeAll(): void {
    for (const each of waiting) each.wake()
  }

  return {
    id,
    signal: stop.signal,
    /** What it has come to, as far as that was taken to storage. */
    state: sum.state,
    waiting,
    /** Resolves when the run has ended and its end is stored, or when it is given up. */
    over: over.promise,
    isOver: () => isOver,
    stop: (reason: StopReason) => stop.abort(reason),
    /** Says something. Resolves when there is room for more. */
    emit(event: Event): Promise<void> {
      pending.push(kind.said?.(event) ?? event)
      changed(id)
      return pending.length < MAX_PENDING_EVENTS ? Promise.resolve() : room.promise
    },
    /** Says the last thing. */
    finish(how: RunEnd<Event>): void {
      end = how
      pending.push(kind.said?.(how.last) ?? how.last)
      changed(id)
    },
    /** Nothing more for now: it waits for a person, or for another process. */
    park: (): void => {
      isParked = true
      changed(id)
    },
    /** Numbers what waits and hands it over to be stored. */
    take(): RunPortion<Event> {
      const frames = kind.coalesce(pending).map(sum.add)
      pending = []
      room.resolve()
      room = Promise.withResolvers<void>()
      return { frames, end, parked: isParked && end === null }
    },
    /** What was taken is stored: followers may have it. */
    publish({ frames, end, parked }: RunPortion<Event>): void {
      recent.add(frames)
      isOver = isOver || end !== null || parked
      if (isOver) over.resolve()
      wakeAll()
    },
    /** Given up: another process says how it ended. */
    lose(): void {
      stop.abort('lost')
      isOver = true
      room.resolve()
      over.resolve()
      wakeAll()
    },
    /** As `recentLists` has it. */
    since: recent.since,
  }
}

/** The pair stays one of the union's: name and data come from the same event. */
export function toFrame<Event extends RunEvent>(seq: number, { event, data }: Event): RunFrame<Event> {
  return { seq, name: event, data } as RunFrame<Event>
}

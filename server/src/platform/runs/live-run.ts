import type { RunEnd, RunEvent, RunFrame, RunKind } from './run-kind.ts'

/** Why a run is stopped from outside: by a person, by the shutdown of the server, or because its lease is lost. */
export type StopReason = 'cancelled' | 'stopping' | 'lost'

/** The events and the end of a run that one flush stores. */
export interface RunPortion<Event extends RunEvent> {
  frames: RunFrame<Event>[]
  end: RunEnd<Event> | null
  /** Whether the run pauses without having ended. */
  parked: boolean
}

/** A follower that waits for the next events of a run. */
export interface EventWaiter {
  /** Called when there are new events, or the run is over. */
  wake: () => void
}

/** Lists of events kept in memory for followers; older ones are read from storage. */
const MAX_RECENT_LISTS = 40
/** Number of unstored events at which a run waits (back-pressure). */
const MAX_PENDING_EVENTS = 400

/** Keeps the latest stored lists of events, for followers that keep up. */
function createRecentLists<Event extends RunEvent>(last_seq: number) {
  const lists: RunFrame<Event>[][] = []
  return {
    add(frames: RunFrame<Event>[]): void {
      last_seq = frames.at(-1)?.seq ?? last_seq
      if (frames.length > 0) lists.push(frames)
      if (lists.length > MAX_RECENT_LISTS) lists.shift()
    },
    /** Returns the next list after `after`: empty when there is none yet, null when it has to be read from storage. */
    since(after: number): readonly RunFrame<Event>[] | null {
      if (after >= last_seq) return []
      for (const list of lists.toReversed()) {
        const first = list[0]?.seq ?? 0
        if (first === after + 1) return list
        if (first <= after) return list.slice(after + 1 - first)
      }
      return null
    },
  }
}

/** The parts of a run kind that concern its events alone. */
type EventRules<Event extends RunEvent, State> = Pick<
  RunKind<Event, State>,
  'initial' | 'apply' | 'coalesce' | 'withTime' | 'withNumber'
>

/** Numbers events and folds them into the state. */
function createEventAccumulator<Event extends RunEvent, State>(
  kind: EventRules<Event, State>,
  id: string,
  from: { state: State; seq: number },
) {
  let { state, seq } = from
  return {
    state: () => state,
    add(emitted: Event): RunFrame<Event> {
      seq += 1
      const event = kind.withNumber?.(emitted, { id, seq, state }) ?? emitted
      state = kind.apply(state, event)
      return toFrame(seq, event)
    },
  }
}

/** A run of this process. */
export type LiveRun<Event extends RunEvent, State> = ReturnType<typeof createLiveRun<Event, State>>

/**
 * Creates a run of this process.
 *
 * @param onChange is called whenever there is something to store.
 * @param from the earlier state of a resumed run and the number of its last event; omitted for a new one.
 */
export function createLiveRun<Event extends RunEvent, State>(
  kind: EventRules<Event, State>,
  id: string,
  onChange: (id: string) => void,
  from: { state: State; seq: number } = { state: kind.initial(), seq: 0 },
) {
  const stop = new AbortController()
  const events = createEventAccumulator(kind, id, from)
  const waiting = new Set<EventWaiter>()
  const recent = createRecentLists<Event>(from.seq)
  const over = Promise.withResolvers<void>()
  const pending: Event[] = []
  let end: RunEnd<Event> | null = null
  let isParked = false
  let isOver = false
  /** Resolves at the next flush, when events may be emitted again. */
  let room = Promise.withResolvers<void>()

  function wakeAll(): void {
    for (const waiter of waiting) waiter.wake()
  }

  return {
    id,
    signal: stop.signal,
    /** Returns the state up to the events taken for storage. */
    state: events.state,
    waiting,
    /** Resolves when the end of the run is stored, or when the run is lost. */
    over: over.promise,
    isOver: () => isOver,
    stop: (reason: StopReason) => stop.abort(reason),
    /** Emits an event. Resolves when there is room for more. */
    emit(event: Event): Promise<void> {
      pending.push(kind.withTime?.(event) ?? event)
      onChange(id)
      return pending.length < MAX_PENDING_EVENTS ? Promise.resolve() : room.promise
    },
    /** Emits the last event. */
    finish(how: RunEnd<Event>): void {
      end = how
      pending.push(kind.withTime?.(how.last) ?? how.last)
      onChange(id)
    },
    /** Pauses the run: it waits for a person, or for another process. */
    park: (): void => {
      isParked = true
      onChange(id)
    },
    /** Numbers the pending events and hands them over for storage. */
    take(): RunPortion<Event> {
      const frames = kind.coalesce(pending.splice(0)).map(events.add)
      room.resolve()
      room = Promise.withResolvers<void>()
      return { frames, end, parked: isParked && end === null }
    },
    /** Passes stored events to the followers. */
    publish({ frames, end, parked }: RunPortion<Event>): void {
      recent.add(frames)
      isOver = isOver || end !== null || parked
      if (isOver) over.resolve()
      wakeAll()
    },
    /** Gives the run up: another process records its end. */
    lose(): void {
      stop.abort('lost')
      isOver = true
      room.resolve()
      over.resolve()
      wakeAll()
    },
    /** See `createRecentLists`. */
    since: recent.since,
  }
}

/** Builds a frame. The cast keeps the pair one of the union's: name and data come from the same event. */
export function toFrame<Event extends RunEvent>(seq: number, { event, data }: Event): RunFrame<Event> {
  return { seq, name: event, data } as RunFrame<Event>
}

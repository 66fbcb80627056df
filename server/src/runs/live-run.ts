import type { Frame, RunEnd, RunEvent, RunKind } from './run-kind.ts'

/** Why a run is stopped from outside: by a person, by the server's end, or because it is no longer this process's. */
export type StopReason = 'cancelled' | 'stopping' | 'lost'

/** What one tick takes from a run to storage. */
export interface Portion<Event extends RunEvent> {
  frames: Frame<Event>[]
  end: RunEnd<Event> | null
}

/** Somebody who waits for the next events of a run. */
export interface Waiting {
  wake: () => void
}

/** Lists of events that stay in memory for followers; older ones are read from storage. */
const RECENT_LISTS = 40
/** A run that says more than is stored waits from here on. */
const MOST_WAITING = 400

/** The last lists of events that were stored, for followers that keep up. */
function recentLists<Event extends RunEvent>() {
  const lists: Frame<Event>[][] = []
  let last = 0
  return {
    add(frames: Frame<Event>[]): void {
      last = frames.at(-1)?.seq ?? last
      if (frames.length > 0) lists.push(frames)
      if (lists.length > RECENT_LISTS) lists.shift()
    },
    /** The next list after an event; empty where there is none yet, null where storage has to be asked. */
    since(after: number): readonly Frame<Event>[] | null {
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

/** A run of this process. */
export type LiveRun<Event extends RunEvent, State> = ReturnType<typeof createLiveRun<Event, State>>

/** @param changed is told whenever there is something to store. */
export function createLiveRun<Event extends RunEvent, State>(
  kind: Pick<RunKind<Event, State>, 'initial' | 'apply' | 'coalesce'>,
  id: string,
  changed: (id: string) => void,
) {
  const stop = new AbortController()
  let state = kind.initial()
  const waiting = new Set<Waiting>()
  const recent = recentLists<Event>()
  const over = Promise.withResolvers<void>()
  let pending: Event[] = []
  let end: RunEnd<Event> | null = null
  let taken = 0
  let isOver = false
  let room = Promise.withResolvers<void>()

  function wakeAll(): void {
    for (const each of waiting) each.wake()
  }

  return {
    id,
    signal: stop.signal,
    /** What it has come to, as far as that was taken to storage. */
    state: () => state,
    waiting,
    /** Resolves when the run has ended and its end is stored, or when it is given up. */
    over: over.promise,
    isOver: () => isOver,
    stop: (reason: StopReason) => stop.abort(reason),
    /** Says something. Resolves when there is room for more. */
    emit(event: Event): Promise<void> {
      pending.push(event)
      changed(id)
      return pending.length < MOST_WAITING ? Promise.resolve() : room.promise
    },
    /** Says the last thing. */
    finish(how: RunEnd<Event>): void {
      end = how
      pending.push(how.last)
      changed(id)
    },
    /** Numbers what waits and hands it over to be stored. */
    take(): Portion<Event> {
      const frames = kind.coalesce(pending).map((event): Frame<Event> => {
        state = kind.apply(state, event)
        taken += 1
        return toFrame(taken, event)
      })
      pending = []
      room.resolve()
      room = Promise.withResolvers<void>()
      return { frames, end }
    },
    /** What was taken is stored: followers may have it. */
    publish({ frames, end }: Portion<Event>): void {
      recent.add(frames)
      if (end) isOver = true
      if (end) over.resolve()
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
export function toFrame<Event extends RunEvent>(seq: number, { event, data }: Event): Frame<Event> {
  return { seq, name: event, data } as Frame<Event>
}

import type { AnswerEvent } from '@scinav/contract'
import type { StreamEvent } from '../foundation/replies.ts'
import { hear, joined, nothingSaid, type Said } from './said.ts'

export type AnswerFrame = StreamEvent<AnswerEvent>

/** How a run ends: its last event, and the state of its record. */
export interface RunEnd {
  status: 'done' | 'cancelled' | 'failed'
  last: Extract<AnswerEvent, { event: 'done' | 'cancelled' | 'error' }>
}

/** Why a run is stopped from outside: by a person, by the server's end, or because it is no longer this process's. */
export type StopReason = 'cancelled' | 'stopping' | 'lost'

/** What one tick takes from a run to storage. */
export interface Portion {
  frames: AnswerFrame[]
  end: RunEnd | null
}

/** Somebody who waits for the next events of a run. */
export interface Waiting {
  wake: () => void
}

/** Lists of events that stay in memory for readers; older ones are read from storage. */
const KEPT_LISTS = 40
/** An answer that is made faster than it is stored waits from here on. */
const MOST_WAITING = 400

/** The last lists of events that were stored, for readers that keep up. */
function recentLists() {
  const lists: AnswerFrame[][] = []
  let last = 0
  return {
    add(frames: AnswerFrame[]): void {
      last = frames.at(-1)?.seq ?? last
      if (frames.length > 0) lists.push(frames)
      if (lists.length > KEPT_LISTS) lists.shift()
    },
    /** The next list after an event; empty where there is none yet, null where storage has to be asked. */
    since(after: number): readonly AnswerFrame[] | null {
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

/** An answer that this process is making. */
export type LiveRun = ReturnType<typeof createLiveRun>

/** @param changed is told whenever there is something to store. */
export function createLiveRun(id: string, changed: (id: string) => void) {
  const stop = new AbortController()
  const said: Said = nothingSaid()
  const waiting = new Set<Waiting>()
  const recent = recentLists()
  const over = Promise.withResolvers<void>()
  let pending: AnswerEvent[] = []
  let end: RunEnd | null = null
  let taken = 0
  let isOver = false
  let room = Promise.withResolvers<void>()

  function wakeAll(): void {
    for (const each of waiting) each.wake()
  }

  return {
    id,
    signal: stop.signal,
    /** What was said so far, as far as it was taken to storage. */
    said,
    waiting,
    /** Resolves when the run has ended and its end is stored, or when it is given up. */
    over: over.promise,
    isOver: () => isOver,
    stop: (reason: StopReason) => stop.abort(reason),
    /** Says something. Resolves when there is room for more. */
    emit(event: AnswerEvent): Promise<void> {
      pending.push(event)
      changed(id)
      return pending.length < MOST_WAITING ? Promise.resolve() : room.promise
    },
    /** Says the last thing. */
    finish(how: RunEnd): void {
      end = how
      pending.push(how.last)
      changed(id)
    },
    /** Numbers what waits and hands it over to be stored. */
    take(): Portion {
      const frames = joined(pending).map((event): AnswerFrame => {
        hear(said, event)
        taken += 1
        // The pair stays one of the union's: `event` and `data` come from the same event.
        return { seq: taken, name: event.event, data: event.data } as AnswerFrame
      })
      pending = []
      room.resolve()
      room = Promise.withResolvers<void>()
      return { frames, end }
    },
    /** What was taken is stored: readers may have it. */
    publish({ frames, end }: Portion): void {
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

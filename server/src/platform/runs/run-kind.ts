import type { BaseContext } from '../context/context.ts'
import type { StreamEvent } from '../foundation/replies.ts'

type Db = BaseContext['db']

/** An event of a run: what it is called, and what goes with it. */
export interface RunEvent {
  event: string
  data: unknown
}

/** An event as it travels, with its number. */
export type RunFrame<Event extends RunEvent> = StreamEvent<Event>

/** How work ends that waits for a person; any other end is one. */
export const PARKED_END = 'parked'

/**
 * The work of a run, event by event; stops when the signal says so. Work that ends with `PARKED` waits for a person: it
 * has not ended, and somebody begins it again.
 */
export type RunWork<Event> = (signal: AbortSignal) => AsyncIterable<Event, unknown>

/** How a run ends: its last event, and the state of its row. */
export interface RunEnd<Event> {
  status: 'done' | 'cancelled' | 'failed'
  last: Event
}

/** How a run ended, with everything it came to. */
export interface RunOutcome<Event, State> extends RunEnd<Event> {
  state: State
  /** The number of its last event. */
  seq: number
  finished_at: string
}

/** An event as it is stored, as JSON. */
export interface StoredEvent {
  seq: number
  event: string
}

/** Where runs of a kind and their events stand; the stores of a feature. */
export interface RunStore<Event, State> {
  /** Every run that has not ended. */
  active: (db: Db) => Promise<{ id: string; lease: string | null; lease_until: string | null }[]>
  /** Of these runs, those that a lease still holds; `begun`: it has said something. */
  held: (
    db: Db,
    ids: string[],
    lease: string,
  ) => Promise<{ id: string; begun: boolean; cancel_requested: 0 | 1 }[]>
  begin: (db: Db, ids: string[], lease: string) => Promise<void>
  extend: (db: Db, ids: string[], lease: string, until: string) => Promise<void>
  /** Answers whether the lease still held it; what has ended never changes again. */
  end: (db: Db, id: string, lease: string | null, outcome: RunOutcome<Event, State>) => Promise<boolean>
  /** Whether it has ended; null where there is no such run. */
  hasEnded: (db: Db, id: string) => Promise<boolean | null>
  requestCancel: (db: Db, id: string) => Promise<void>
  /** Whether a person lets a step be done; null while nothing was said. */
  approval: (db: Db, id: string, step: string) => Promise<boolean | null>
  append: (db: Db, rows: (StoredEvent & { run_id: string })[]) => Promise<void>
  /** At most `most` events after one. */
  eventsAfter: (db: Db, id: string, seq: number, most: number) => Promise<StoredEvent[]>
  allEvents: (db: Db, id: string) => Promise<StoredEvent[]>
  lastEvent: (db: Db, id: string) => Promise<StoredEvent | undefined>
}

/** How runs of a kind go on that were left: by a process that ended, or because they wait for a person. */
export interface RunResumption<Event, State> {
  /** Gives an active run that had a lease (or none) another one; answers whether it could. */
  take: (
    db: Db,
    id: string,
    lease: string | null,
    mine: { lease: string; lease_until: string },
  ) => Promise<boolean>
  /** Gives the lease back without ending the run, which has come to this. */
  release: (db: Db, id: string, lease: string, state: State) => Promise<void>
  /** The rest of its work, from what it has come to so far. */
  work: (ctx: BaseContext, id: string, from: State) => RunWork<Event>
}

/** Who follows a run: a session, and what the run belongs to (a chat). */
export interface RunFollower {
  session_id: string
  about: string
}

/** What is particular to a kind of runs: its events, what they come to, where they stand and who may read them. */
export interface RunKind<Event extends RunEvent, State> {
  /** Left out: a run whose process is gone is ended as interrupted. */
  resumption?: RunResumption<Event, State>
  /** An event with the time when it was said, where it carries it; what waits to be stored keeps it. */
  said?: (event: Event) => Event
  /** An event as it is stored, where it carries its own number; `state` is what came before it. */
  stamp?: (event: Event, at: { id: string; seq: number; state: State }) => Event
  /** What a run has come to that has said nothing. */
  initial: () => State
  /** What it has come to after one more event; the state before stays as it was. */
  apply: (state: State, event: Event) => State
  /** Events that came together, as those that travel. */
  coalesce: (events: Event[]) => Event[]
  /** Last events. */
  ends: {
    done: Event
    cancelled: Event
    /** The process is gone, or about to go. */
    interrupted: Event
    failed: (ctx: BaseContext, id: string, error: unknown) => Event
  }
  /** For who comes after the events were thinned out: what was seen does not lead to what is stored. */
  reset: Event
  store: RunStore<Event, State>
  /** Which followers may go on reading. */
  admit: (ctx: BaseContext, followers: RunFollower[]) => Promise<(follower: RunFollower) => boolean>
}

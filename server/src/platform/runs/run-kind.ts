import type { BaseContext } from '../context/context.ts'
import type { StreamEvent } from '../foundation/replies.ts'

type Db = BaseContext['db']

/** An event of a run: its name and data. */
export interface RunEvent {
  event: string
  data: unknown
}

/** An event as it is sent, with its number. */
export type RunFrame<Event extends RunEvent> = StreamEvent<Event>

/** The return value of work that waits for a person; any other value ends the run. */
export const PARKED_END = 'parked'

/**
 * The work of a run, event by event; it stops when the signal is aborted. Work that returns `PARKED_END` waits for a
 * person: it has not ended and is resumed later.
 */
export type RunWork<Event> = (signal: AbortSignal) => AsyncIterable<Event, unknown>

/** How a run ends: the status of its row and its last event. */
export interface RunEnd<Event> {
  status: 'done' | 'cancelled' | 'failed'
  last: Event
}

/** The end of a run with its final state. */
export interface RunOutcome<Event, State> extends RunEnd<Event> {
  state: State
  /** The number of its last event. */
  seq: number
  finished_at: string
}

/** An event as stored, in JSON. */
export interface StoredEvent {
  seq: number
  event: string
}

/** The storage of the runs of a kind and of their events; implemented by the stores of a feature. */
export interface RunStore<Event, State> {
  /** Returns every run that has not ended; `complete`: it has passed the event of `completion`. */
  active: (
    db: Db,
  ) => Promise<{ id: string; lease: string | null; lease_until: string | null; complete?: boolean }[]>
  /** Of these runs, returns those that the lease still holds; `begun`: it has emitted an event. */
  held: (
    db: Db,
    ids: string[],
    lease: string,
  ) => Promise<{ id: string; begun: boolean; cancel_requested: 0 | 1 }[]>
  /** Marks runs that the lease holds as having begun to emit events. */
  begin: (db: Db, ids: string[], lease: string) => Promise<void>
  /** Extends the lease of these runs until a time. */
  extend: (db: Db, ids: string[], lease: string, until: string) => Promise<void>
  /** Records the end; returns whether the lease still held the run. An ended run never changes again. */
  end: (db: Db, id: string, lease: string | null, outcome: RunOutcome<Event, State>) => Promise<boolean>
  /** Returns whether the run has ended; null when there is no such run. */
  hasEnded: (db: Db, id: string) => Promise<boolean | null>
  /** Asks whichever process does the run to cancel it. */
  requestCancel: (db: Db, id: string) => Promise<void>
  /** Returns whether a person approved a step; null while undecided. */
  approval: (db: Db, id: string, step: string) => Promise<boolean | null>
  /** Stores events. */
  append: (db: Db, rows: (StoredEvent & { run_id: string })[]) => Promise<void>
  /** Returns at most `limit` events after the one with number `seq`, in order. */
  eventsAfter: (db: Db, id: string, seq: number, limit: number) => Promise<StoredEvent[]>
  /** Returns all events, in order. */
  allEvents: (db: Db, id: string) => Promise<StoredEvent[]>
  /** Returns the last event; undefined when none was emitted. */
  lastEvent: (db: Db, id: string) => Promise<StoredEvent | undefined>
}

/** How runs of a kind are resumed when their process has ended, or after they waited for a person. */
export interface RunResumption<Event, State> {
  /** Moves an active run from one lease (or none) to another; returns whether it did. */
  take: (
    db: Db,
    id: string,
    lease: string | null,
    mine: { lease: string; lease_until: string },
  ) => Promise<boolean>
  /** Releases the lease without ending the run, and stores the state. */
  release: (db: Db, id: string, lease: string, state: State) => Promise<void>
  /** Returns the remaining work, given the state so far. */
  work: (ctx: BaseContext, id: string, from: State) => RunWork<Event>
}

/** When the result of a run is complete, before its last events: a run that is stopped after that has done its work. */
export interface RunCompletion<State> {
  /** The name of the event. */
  event: string
  /** Stores the state in the row of the run, which the lease still holds. */
  store: (db: Db, id: string, lease: string, state: State) => Promise<void>
}

/** A follower of a run: its session, and what the run belongs to (a chat, check or research run). */
export interface RunFollower {
  session_id: string
  subject_id: string
}

/** What is specific to a kind of runs: its events, its state, its storage and its access rights. */
export interface RunKind<Event extends RunEvent, State> {
  /** When absent, a run whose process is gone is ended as interrupted. */
  resumption?: RunResumption<Event, State>
  completion?: RunCompletion<State>
  /** Adds the time of emission to an event that carries one; events that wait for storage keep it. */
  withTime?: (event: Event) => Event
  /** Adds its own number to an event that carries it; `state` is the state before it. */
  withNumber?: (event: Event, at: { id: string; seq: number; state: State }) => Event
  /** Returns the state of a run without events. */
  initial: () => State
  /** Returns the state after one more event, without changing the state before. */
  apply: (state: State, event: Event) => State
  /** Merges events that came together into those that are stored and sent. */
  coalesce: (events: Event[]) => Event[]
  /** The last event of a run, by how it ends. */
  ends: {
    done: Event
    cancelled: Event
    /** The process is gone, or about to exit. */
    interrupted: Event
    failed: (ctx: BaseContext, id: string, error: unknown) => Event
  }
  /** Sent to a follower whose last seen number no longer connects to the stored events, because they were compacted. */
  reset: Event
  store: RunStore<Event, State>
  /** Returns those of the sessions that have not ended. */
  liveSessions: (ctx: BaseContext, session_ids: string[]) => Promise<ReadonlySet<string>>
  /** Returns those of the subjects (chats, checks, research runs) that may still be read. */
  openSubjects: (ctx: BaseContext, subject_ids: string[]) => Promise<ReadonlySet<string>>
}

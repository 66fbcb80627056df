import { type BaseContext, transact } from '../context/context.ts'
import type { LiveRun, RunPortion } from './live-run.ts'
import type { RunEvent, RunFrame, RunKind, StoredEvent } from './run-kind.ts'

/** Shortest time between the starts of two flushes. */
const FLUSH_INTERVAL_MS = 50
/** Pause after a failed flush. */
const RETRY_MS = 500
/** Number of failures in a row after which all runs with unstored events are given up (`lose`), events included. */
const MAX_TRIES = 10

/** What one flush stores of a run: its new events, and whether it has ended or is parked (waits for a person). */
interface PendingPortion<Event extends RunEvent, State> extends RunPortion<Event> {
  run: LiveRun<Event, State>
}

/**
 * Creates the log that stores the events of runs before anyone reads them: those of all runs within 50 ms in one
 * transaction, those after a pause at once. A failed flush is tried again, up to `MAX_TRIES` times in a row. A run
 * whose lease is lost is not stored any more and loses its events: another process has recorded its end.
 *
 * @param lease names this process as the holder of its runs.
 * @param findRun returns a run of this process by its id.
 * @returns `note`, called when a run has something to store, and `close`, after which nothing is stored; call it when no
 *   run emits events any more.
 */
export function createEventLog<Event extends RunEvent, State>(
  ctx: BaseContext,
  kind: RunKind<Event, State>,
  lease: string,
  findRun: (id: string) => LiveRun<Event, State> | undefined,
) {
  /** Runs with something new to store. */
  const dirty = new Set<string>()
  /** What the last flush could not store. */
  let unstored: PendingPortion<Event, State>[] = []
  let timer: NodeJS.Timeout | undefined
  let isWriting = false
  let isClosed = false
  /** The earliest time of the next flush, by `performance.now()`. */
  let nextAt = 0
  let tries = 0

  function note(id: string): void {
    dirty.add(id)
    schedule()
  }

  function schedule(): void {
    if (timer || isWriting || isClosed) return
    timer = setTimeout(() => void write(), Math.max(0, nextAt - performance.now()))
  }

  async function write(): Promise<void> {
    timer = undefined
    isWriting = true
    nextAt = performance.now() + FLUSH_INTERVAL_MS
    const entries = collect()
    try {
      const held = await transact(ctx, (ctx) => storePortions(ctx, kind, entries, lease))
      tries = 0
      unstored = []
      for (const { run, ...portion } of entries)
        if (held.has(run.id)) run.publish(portion)
        else run.lose()
      notifyOtherProcesses(ctx, entries)
    } catch (error) {
      tryLater(entries, error)
    }
    isWriting = false
    if (dirty.size > 0 || unstored.length > 0) schedule()
  }

  /** Collects what could not be stored before, followed by the newer events of the same runs. */
  function collect(): PendingPortion<Event, State>[] {
    const entries = new Map(unstored.map((entry) => [entry.run.id, entry]))
    for (const id of dirty) {
      const run = findRun(id)
      if (run) addPortion(ctx, entries, run)
    }
    dirty.clear()
    return [...entries.values()]
  }

  /** Keeps events that could not be stored; gives their runs up when that has happened too often. */
  function tryLater(entries: PendingPortion<Event, State>[], error: unknown): void {
    tries += 1
    ctx.log.error({ err: error, tries }, 'what runs say could not be stored')
    unstored = entries
    nextAt = performance.now() + RETRY_MS
    if (tries < MAX_TRIES) return
    tries = 0
    unstored = []
    for (const { run } of entries) run.lose()
  }

  const close = () => {
    isClosed = true
    clearTimeout(timer)
  }
  return { note, close }
}

/**
 * Adds the events that a run has now to those that could not be stored before; a run whose events do not add up to a
 * state is given up.
 */
function addPortion<Event extends RunEvent, State>(
  ctx: BaseContext,
  entries: Map<string, PendingPortion<Event, State>>,
  run: LiveRun<Event, State>,
): void {
  try {
    // Whether the run ends or is parked is decided by what was taken last.
    const { frames, ...ending } = run.take()
    const before = entries.get(run.id)?.frames ?? []
    entries.set(run.id, { run, frames: [...before, ...frames], ...ending })
  } catch (error) {
    ctx.log.error({ err: error, id: run.id }, 'the events of a run could not be taken')
    entries.delete(run.id)
    run.lose()
  }
}

/** Wakes the followers in other processes; if this fails, they still find the events by polling. */
function notifyOtherProcesses(ctx: BaseContext, entries: readonly { run: { id: string } }[]): void {
  ctx.notices
    ?.notify(entries.map(({ run }) => run.id))
    .catch((error) => ctx.log.warn({ err: error }, 'others could not be told of events'))
}

/**
 * Stores what is new of the runs that the lease still holds, and returns their ids: their events, with the first of
 * which a run is marked as begun; the state with the event of `kind.completion`; and their ends. Parked runs are
 * released, so that any process may resume them.
 */
async function storePortions<Event extends RunEvent, State>(
  ctx: BaseContext,
  kind: RunKind<Event, State>,
  entries: PendingPortion<Event, State>[],
  lease: string,
): Promise<Set<string>> {
  const ids = entries.map(({ run }) => run.id)
  const rows = await kind.store.held(ctx.db, ids, lease)
  const held = new Set(rows.map((row) => row.id))
  const idsToBegin = rows.filter((row) => !row.begun).map((row) => row.id)
  await kind.store.begin(ctx.db, idsToBegin, lease)
  const heldEntries = entries.filter(({ run }) => held.has(run.id))
  await kind.store.append(
    ctx.db,
    heldEntries.flatMap(({ run, frames }) =>
      frames.map((frame) => ({ run_id: run.id, ...toStoredEvent(frame) })),
    ),
  )
  for (const { run, frames } of heldEntries)
    if (frames.some(({ name }) => name === kind.completion?.event))
      await kind.completion?.store(ctx.db, run.id, lease, run.state())
  for (const { run, frames, end, parked } of heldEntries)
    if (parked) await kind.resumption?.release(ctx.db, run.id, lease, run.state())
    else if (end)
      await kind.store.end(ctx.db, run.id, lease, {
        ...end,
        state: run.state(),
        seq: frames.at(-1)?.seq ?? 0,
        finished_at: ctx.now().toISOString(),
      })
  return held
}

/** Serializes an event for storage. */
function toStoredEvent<Event extends RunEvent>(frame: RunFrame<Event>): StoredEvent {
  // A frame of a run event always has a name.
  const { seq, name, data } = frame as { seq: number; name: string; data: unknown }
  return { seq, event: JSON.stringify({ event: name, data }) }
}

/** Parses an event of the log. Its shape is that of the run kind, since nothing else writes there. */
export const parseEvent = <Event extends RunEvent>({ event }: StoredEvent): Event => JSON.parse(event)

/** Folds the stored events of a run into its state; returns it with the number of the last event. */
export async function loadState<Event extends RunEvent, State>(
  ctx: Pick<BaseContext, 'db'>,
  kind: RunKind<Event, State>,
  id: string,
): Promise<{ state: State; seq: number }> {
  let state = kind.initial()
  let seq = 0
  for (const row of await kind.store.allEvents(ctx.db, id)) {
    state = kind.apply(state, parseEvent<Event>(row))
    seq = row.seq
  }
  return { state, seq }
}

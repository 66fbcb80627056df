import type { BaseContext } from '../context/context.ts'
import { createLiveRun, type LiveRun, type StopReason } from './live-run.ts'
import { PARKED_END, type RunEnd, type RunEvent, type RunKind, type RunWork } from './run-kind.ts'

/** How long an ended run stays in memory, ms, so that its followers need not read its last events from storage. */
const ENDED_RUN_TTL_MS = 3_000

/**
 * Creates the set of runs of one kind that this process executes. Those that have just ended are found for
 * `ENDED_RUN_TTL_MS` more.
 */
export function createLiveRuns<Event extends RunEvent, State>(ctx: BaseContext, kind: RunKind<Event, State>) {
  type Run = LiveRun<Event, State>
  const live = new Map<string, Run>()
  const ended = new Map<string, Run>()

  /** Keeps an ended run for a while. */
  function linger(run: Run): void {
    if (live.get(run.id) === run) live.delete(run.id)
    ended.set(run.id, run)
    setTimeout(() => {
      if (ended.get(run.id) === run) ended.delete(run.id)
    }, ENDED_RUN_TTL_MS).unref()
  }

  return {
    /** The runs that have not ended, by id. */
    live,
    /** Returns a run by its id, also one that has just ended; undefined for any other. */
    find: (id: string) => live.get(id) ?? ended.get(id),
    /**
     * Begins a run and returns it at once; its work continues in the background.
     *
     * @param note is called with the id of the run whenever there is something to store.
     * @param from the state and number of events to resume at; omitted for a new run.
     */
    begin(
      id: string,
      work: RunWork<Event>,
      note: (id: string) => void,
      from?: { state: State; seq: number },
    ): Run {
      const run = createLiveRun(kind, id, note, from)
      live.set(id, run)
      run.over.then(() => linger(run))
      void runToEnd(ctx, kind, run, work)
      return run
    },
  }
}

/**
 * Does the work of a run and records its end. A run that was lost emits nothing more, nor does one that is resumed
 * later; one that was complete is done, however its remaining work ends.
 */
export async function runToEnd<Event extends RunEvent, State>(
  ctx: BaseContext,
  { ends, resumption, completion }: RunKind<Event, State>,
  run: LiveRun<Event, State>,
  work: RunWork<Event>,
): Promise<void> {
  let isComplete = false
  const note = ({ event }: Event) => {
    isComplete ||= event === completion?.event
  }
  try {
    if ((await emitAll(run, work, note)) === PARKED_END) run.park()
    else run.finish({ status: 'done', last: ends.done })
  } catch (error) {
    if (resumption && isStopping(run)) return run.park()
    const end = isComplete ? completeEnd(ctx, ends, run, error) : brokenEnd(ctx, ends, run, error)
    if (end) run.finish(end)
  }
}

/** Returns the end of a run that was complete before it was stopped or failed; null when another process records it. */
function completeEnd<Event extends RunEvent, State>(
  ctx: BaseContext,
  { done }: RunKind<Event, State>['ends'],
  { id, signal }: LiveRun<Event, State>,
  error: unknown,
): RunEnd<Event> | null {
  if (!signal.aborted) ctx.log.error({ err: error, id }, 'a complete run broke off')
  return signal.reason === 'lost' ? null : { status: 'done', last: done }
}

/** Returns the end of a run that was stopped or failed; null when another process records it. */
function brokenEnd<Event extends RunEvent, State>(
  ctx: BaseContext,
  ends: RunKind<Event, State>['ends'],
  { id, signal }: LiveRun<Event, State>,
  error: unknown,
): RunEnd<Event> | null {
  return signal.aborted
    ? stoppedEnd(ends, signal.reason)
    : { status: 'failed', last: ends.failed(ctx, id, error) }
}

/** Emits all events of the work, each of which is noted before; returns its return value. */
async function emitAll<Event extends RunEvent, State>(
  run: LiveRun<Event, State>,
  work: RunWork<Event>,
  note: (event: Event) => void,
): Promise<unknown> {
  const events = work(run.signal)[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await nextUnlessStopped(events, run.signal)
    if (done) return value
    note(value)
    await run.emit(value)
  }
}

const isStopping = ({ signal }: { signal: AbortSignal }) => signal.aborted && signal.reason === 'stopping'

/**
 * Resolves with the next event, or rejects at once with the reason to stop: work that ignores the signal is abandoned.
 */
function nextUnlessStopped<Event, End>(events: AsyncIterator<Event, End>, signal: AbortSignal) {
  return new Promise<IteratorResult<Event, End>>((resolve, reject) => {
    const stop = () => {
      reject(signal.reason)
      events.return?.().catch(() => {})
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop)
    events
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Returns the end of a run that was stopped; null when another process records it. */
function stoppedEnd<Event>(
  { cancelled, interrupted }: { cancelled: Event; interrupted: Event },
  reason: StopReason,
): RunEnd<Event> | null {
  if (reason === 'lost') return null
  if (reason === 'stopping') return { status: 'failed', last: interrupted }
  return { status: 'cancelled', last: cancelled }
}

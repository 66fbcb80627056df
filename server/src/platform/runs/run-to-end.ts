import type { BaseContext } from '../context/context.ts'
import type { LiveRun, StopReason } from './live-run.ts'
import { PARKED_END, type RunEnd, type RunEvent, type RunKind, type RunWork } from './run-kind.ts'

/**
 * Does the work of a run and records its end. A run that was lost emits nothing more, nor does one that is resumed
 * later.
 */
export async function runToEnd<Event extends RunEvent, State>(
  ctx: BaseContext,
  { ends, resumption }: RunKind<Event, State>,
  run: LiveRun<Event, State>,
  work: RunWork<Event>,
): Promise<void> {
  try {
    if ((await emitAll(run, work)) === PARKED_END) run.park()
    else run.finish({ status: 'done', last: ends.done })
  } catch (error) {
    if (resumption && isStopping(run)) return run.park()
    const end: RunEnd<Event> | null = run.signal.aborted
      ? stoppedEnd(ends, run.signal.reason)
      : { status: 'failed', last: ends.failed(ctx, run.id, error) }
    if (end) run.finish(end)
  }
}

/** Emits all events of the work; returns its return value. */
async function emitAll<Event extends RunEvent, State>(
  run: LiveRun<Event, State>,
  work: RunWork<Event>,
): Promise<unknown> {
  const events = work(run.signal)[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await nextUnlessStopped(events, run.signal)
    if (done) return value
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

function stoppedEnd<Event>(
  { cancelled, interrupted }: { cancelled: Event; interrupted: Event },
  reason: StopReason,
): RunEnd<Event> | null {
  if (reason === 'lost') return null
  if (reason === 'stopping') return { status: 'failed', last: interrupted }
  return { status: 'cancelled', last: cancelled }
}

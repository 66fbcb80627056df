import type { BaseContext } from '../context/context.ts'
import type { LiveRun, StopReason } from './live-run.ts'
import type { RunEnd, RunEvent, RunKind } from './run-kind.ts'

/** The work of a run, event by event; stops when the signal says so. */
export type Work<Event> = (signal: AbortSignal) => AsyncIterable<Event>

/** Does the work of a run and says how it ended. A run that was lost says nothing more. */
export async function runToEnd<Event extends RunEvent, State>(
  ctx: BaseContext,
  { ends }: RunKind<Event, State>,
  run: LiveRun<Event, State>,
  work: Work<Event>,
): Promise<void> {
  try {
    const events = work(run.signal)[Symbol.asyncIterator]()
    for (;;) {
      const { done, value } = await nextUnlessStopped(events, run.signal)
      if (done) break
      await run.emit(value)
    }
    run.finish({ status: 'done', last: ends.done })
  } catch (error) {
    const end: RunEnd<Event> | null = run.signal.aborted
      ? endOfStopped(ends, run.signal.reason)
      : { status: 'failed', last: ends.failed(ctx, run.id, error) }
    if (end) run.finish(end)
  }
}

/** The next event, or at once the reason to stop: what does not listen to the signal is left behind. */
function nextUnlessStopped<Event>(events: AsyncIterator<Event>, signal: AbortSignal) {
  return new Promise<IteratorResult<Event>>((resolve, reject) => {
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

function endOfStopped<Event>(
  { cancelled, interrupted }: { cancelled: Event; interrupted: Event },
  reason: StopReason,
): RunEnd<Event> | null {
  if (reason === 'lost') return null
  if (reason === 'stopping') return { status: 'failed', last: interrupted }
  return { status: 'cancelled', last: cancelled }
}

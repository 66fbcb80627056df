import type { Clock } from '../../platform/providers/engines/clock.ts'

/** The outcome of work that is awaited for a limited time only; `took_ms` is how long it was awaited. */
export type DeadlineOutcome<Value> = { took_ms: number } & (
  | { state: 'ok'; value: Value }
  | { state: 'slow' }
  | { state: 'failed'; error: unknown }
)

/** A moment on a clock by which an answer has to be there. */
export interface Deadline {
  clock: Clock
  /** Milliseconds on `clock`. */
  at: number
}

/** Creates a deadline `ms` milliseconds from now. */
export const deadlineIn = (clock: Clock, ms: number): Deadline => ({ clock, at: clock.now() + ms })

/** Returns the remaining milliseconds, or 0 when the deadline has passed. */
export const remainingMs = ({ clock, at }: Deadline): number => Math.max(0, at - clock.now())

/** Creates the error that `AbortSignal.timeout` uses, so that other callers sharing the work recognize a timeout. */
const timeoutError = () => new DOMException('nobody waits any longer', 'TimeoutError')

/**
 * Waits for work until the deadline at the latest. The signal passed to the work is aborted then; this function
 * returns whether or not the work obeys it.
 *
 * The remaining time is computed when the call begins, so time spent blocking the thread before counts. A result that
 * arrives late because the thread was blocked meanwhile is late as well.
 *
 * @throws the reason of `signal` when the caller aborts.
 */
export async function withDeadline<Value>(
  deadline: Deadline,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<DeadlineOutcome<Value>> {
  signal?.throwIfAborted()
  const { clock } = deadline
  const started = clock.now()
  // Rounded to tenths of a millisecond.
  const took = () => ({ took_ms: Math.round((clock.now() - started) * 10) / 10 })
  // The caller's signal is not passed to the work: others may be waiting for the same answer.
  // `timeout` ends the work at the deadline, `ended` the timer when the work is done.
  const [timeout, ended] = [new AbortController(), new AbortController()]
  const throwWhenLate = async () => {
    await clock.sleep(Math.ceil(remainingMs(deadline)), ended.signal)
    timeout.abort(timeoutError())
    throw timeoutError()
  }
  const aborted = Promise.withResolvers<never>()
  // Only ends the wait: the caller receives the reason of its signal instead of this error.
  const rejectAborted = () => aborted.reject(new Error('nobody waits'))
  signal?.addEventListener('abort', rejectAborted, { once: true })
  try {
    const value = await Promise.race([throwWhenLate(), (async () => work(timeout.signal))(), aborted.promise])
    return clock.now() > deadline.at ? { ...took(), state: 'slow' } : { ...took(), state: 'ok', value }
  } catch (error) {
    signal?.throwIfAborted()
    // Work that another caller began may time out before this deadline.
    const isLate = timeout.signal.aborted || (error as Error | null)?.name === 'TimeoutError'
    return isLate ? { ...took(), state: 'slow' } : { ...took(), state: 'failed', error }
  } finally {
    signal?.removeEventListener('abort', rejectAborted)
    ended.abort()
  }
}

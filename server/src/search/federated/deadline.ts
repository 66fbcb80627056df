import type { Clock } from '../../platform/providers/engines/clock.ts'

/** How a piece of work ended that nobody waits for longer than a while. */
export type DeadlineOutcome<Value> = { took_ms: number } & (
  | { state: 'ok'; value: Value }
  | { state: 'slow' }
  | { state: 'failed'; error: unknown }
)

/** A moment by which an answer has to be there. */
export interface Deadline {
  clock: Clock
  /** On that clock. */
  at: number
}

/** The deadline so many milliseconds from now. */
export const deadlineIn = (clock: Clock, ms: number): Deadline => ({ clock, at: clock.now() + ms })

/** Milliseconds that are left; 0 where the moment has passed. */
export const remainingMs = ({ clock, at }: Deadline): number => Math.max(0, at - clock.now())

/** As `AbortSignal.timeout` says it, so that whoever shares the work can tell. */
const timeoutError = () => new DOMException('nobody waits any longer', 'TimeoutError')

/**
 * Waits for a piece of work, at most until the deadline. The work's signal ends it then; whether it obeys or not, this
 * returns. The time that is left is counted when this begins, so work that held the thread before is taken off; and
 * what comes late because the thread was held meanwhile is late all the same.
 *
 * @throws the reason of `signal` where the caller has gone.
 */
export async function withDeadline<Value>(
  deadline: Deadline,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<DeadlineOutcome<Value>> {
  signal?.throwIfAborted()
  const { clock } = deadline
  const started = clock.now()
  const took = () => ({ took_ms: Math.round((clock.now() - started) * 10) / 10 })
  // The caller's signal does not reach the work: others may wait for the same answer.
  const [time, ended] = [new AbortController(), new AbortController()]
  const late = async () => {
    await clock.sleep(Math.ceil(remainingMs(deadline)), ended.signal)
    time.abort(timeoutError())
    throw timeoutError()
  }
  const gone = Promise.withResolvers<never>()
  const leave = () => gone.reject(new Error('nobody waits'))
  signal?.addEventListener('abort', leave, { once: true })
  try {
    const value = await Promise.race([late(), (async () => work(time.signal))(), gone.promise])
    return clock.now() > deadline.at ? { ...took(), state: 'slow' } : { ...took(), state: 'ok', value }
  } catch (error) {
    signal?.throwIfAborted()
    // Work that somebody else began may run out of time before this does.
    const isLate = time.signal.aborted || (error as Error | null)?.name === 'TimeoutError'
    return isLate ? { ...took(), state: 'slow' } : { ...took(), state: 'failed', error }
  } finally {
    signal?.removeEventListener('abort', leave)
    ended.abort()
  }
}

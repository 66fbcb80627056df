import { ModelFault } from './fault.ts'
import { toModelError } from './post.ts'
import { abortableSleep, type ModelLimits, retryDelay, startWatch } from './watch.ts'

/** Runs work whose result arrives as a whole, within the limit of a first token; retries when that may help. */
export async function withRetries<T>(
  limits: ModelLimits,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const watch = startWatch(limits, caller)
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work(watch.signal)
      } catch (error) {
        const fault = toModelError(error, watch.signal)
        const again = !watch.signal.aborted && fault instanceof ModelFault && fault.retryable
        const wait = again ? retryDelay(attempt, fault.retry_after_ms, limits) : null
        if (wait === null) throw fault
        await abortableSleep(wait, watch.signal)
      }
    }
  } finally {
    watch.end()
  }
}

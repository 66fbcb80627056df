import { setTimeout as sleep } from 'node:timers/promises'
import { ModelFault, timeoutFault } from './fault.ts'
import { toModelError } from './post.ts'

/** Time limits of a model call, in milliseconds, and its retries. */
export interface ModelLimits {
  /** From the request to the first token, retries and pauses included. */
  first_ms: number
  /** Between two tokens. */
  idle_ms: number
  total_ms: number
  /** Further attempts after the first. */
  retries: number
  /** Pause before the first retry; doubles with each. */
  backoff_ms: number
  /** When an endpoint asks for a longer pause, the call fails instead. */
  longest_pause_ms: number
  /** Returns 0–1; spreads the retries of many runs. */
  random: () => number
}

/** The default limits of a model call. */
export const MODEL_LIMITS: ModelLimits = {
  first_ms: 60_000,
  idle_ms: 60_000,
  total_ms: 600_000,
  retries: 2,
  backoff_ms: 500,
  longest_pause_ms: 20_000,
  random: Math.random,
}

/** Enforces the time limits of one model call. */
export interface CallWatch {
  /** Aborted when the caller's signal is, or when a limit is reached; the reason is then a ModelFault. */
  signal: AbortSignal
  /** A token arrived: from now on the limit between two tokens applies. */
  received: () => void
  /**
   * Suspends the limit for the next token while the consumer, not the model, is being waited for; `received`
   * resumes it. The total limit continues.
   */
  suspend: () => void
  /** Ends the watch, and the request if its answer was not read to the end. */
  end: () => void
}

/** Watches the limits of one call. */
export function startWatch(limits: ModelLimits, caller: AbortSignal): CallWatch {
  const timeouts = new AbortController()
  const abortAfter = (ms: number, limit: Parameters<typeof timeoutFault>[0]) =>
    setTimeout(() => timeouts.abort(timeoutFault(limit)), ms)
  const total = abortAfter(limits.total_ms, 'total')
  let timer = abortAfter(limits.first_ms, 'first')
  return {
    signal: AbortSignal.any([caller, timeouts.signal]),
    received() {
      clearTimeout(timer)
      timer = abortAfter(limits.idle_ms, 'idle')
    },
    suspend: () => clearTimeout(timer),
    end() {
      clearTimeout(timer)
      clearTimeout(total)
      timeouts.abort()
    },
  }
}

/**
 * Returns the pause before a retry whatever the error, ms; null after the last retry, or when the requested
 * pause is too long. Without a requested pause it is backoff · 2^attempt · jitter (attempts from 0), else
 * requested + backoff · jitter, with jitter = 0.5 + random.
 */
export function backoffPause(
  attempt: number,
  requested_ms: number | null,
  { retries, backoff_ms, longest_pause_ms, random }: ModelLimits,
): number | null {
  if (attempt >= retries) return null
  if (requested_ms !== null && requested_ms > longest_pause_ms) return null
  const jitter = 0.5 + random()
  return requested_ms === null ? backoff_ms * 2 ** attempt * jitter : requested_ms + backoff_ms * jitter
}

/**
 * Sleeps until the time is over or the signal is aborted.
 *
 * @throws the signal's reason.
 */
export async function abortableSleep(pause_ms: number, signal: AbortSignal): Promise<void> {
  await sleep(pause_ms, undefined, { signal }).catch((error) => {
    throw signal.aborted ? signal.reason : error
  })
}

/**
 * Returns the pause before an attempt that failed with `error` is repeated, ms; null when it is not to be
 * repeated.
 */
export function retryPause(
  error: unknown,
  attempt: number,
  watch: CallWatch,
  limits: ModelLimits,
): number | null {
  const fault = toModelError(error, watch.signal)
  if (watch.signal.aborted || !(fault instanceof ModelFault) || !fault.retryable) return null
  return backoffPause(attempt, fault.retry_after_ms, limits)
}

/**
 * Runs work whose result arrives as a whole, within the limit of a first token; retries when that may help.
 *
 * @throws what `toModelError` makes of the last error; the reason of the abort when a pause is aborted.
 */
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
        const pause_ms = retryPause(error, attempt, watch, limits)
        if (pause_ms === null) throw toModelError(error, watch.signal)
        await abortableSleep(pause_ms, watch.signal)
      }
    }
  } finally {
    watch.end()
  }
}

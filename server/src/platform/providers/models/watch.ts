import { setTimeout as sleep } from 'node:timers/promises'
import { timeoutFault } from './fault.ts'

/** How long a model may take, in milliseconds, and how often it is asked again. */
export interface ModelLimits {
  /** From the question to the first token, retries and pauses included. */
  first_ms: number
  /** Between two tokens. */
  idle_ms: number
  total_ms: number
  /** After the first try. */
  retries: number
  /** Before the first retry; doubles with each. */
  backoff_ms: number
  /** An endpoint that asks for a longer pause is not waited for. */
  longest_pause_ms: number
  /** 0–1; spreads the retries of many runs. */
  random: () => number
}

export const MODEL_LIMITS: ModelLimits = {
  first_ms: 60_000,
  idle_ms: 60_000,
  total_ms: 600_000,
  retries: 2,
  backoff_ms: 500,
  longest_pause_ms: 20_000,
  random: Math.random,
}

export interface CallWatch {
  /** Aborts when the caller's signal does, or when a limit is reached: its reason is then a ModelFault. */
  signal: AbortSignal
  /** A token came: from now on the limit is that between two. */
  heard: () => void
  /** Nobody waits for the model just now. */
  rest: () => void
  end: () => void
}

/** Watches the limits of one call. */
export function startWatch(limits: ModelLimits, caller: AbortSignal): CallWatch {
  const own = new AbortController()
  const after = (ms: number, what: Parameters<typeof timeoutFault>[0]) =>
    setTimeout(() => own.abort(timeoutFault(what)), ms)
  const total = after(limits.total_ms, 'total')
  let timer = after(limits.first_ms, 'first')
  return {
    signal: AbortSignal.any([caller, own.signal]),
    heard() {
      clearTimeout(timer)
      timer = after(limits.idle_ms, 'idle')
    },
    rest: () => clearTimeout(timer),
    end() {
      clearTimeout(timer)
      clearTimeout(total)
      // Ends the request where the answer was not read to its end.
      own.abort()
    },
  }
}

/** How long to wait before trying again; null where that is not worth it. */
export function retryDelay(
  attempt: number,
  asked_ms: number | null,
  { retries, backoff_ms, longest_pause_ms, random }: ModelLimits,
): number | null {
  if (attempt >= retries) return null
  if (asked_ms !== null && asked_ms > longest_pause_ms) return null
  const jitter = 0.5 + random()
  return asked_ms === null ? backoff_ms * 2 ** attempt * jitter : asked_ms + backoff_ms * jitter
}

/** @throws the signal's reason. */
export async function abortableSleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch((error) => {
    throw signal.aborted ? signal.reason : error
  })
}

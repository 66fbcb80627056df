import type { Clock } from './clock.ts'
import { EngineFault } from './port.ts'

/** How often a service may be asked. */
export interface RequestPace {
  /** Between the beginnings of two requests. */
  every_ms: number
  /** Requests on the way at the same time. */
  at_once: number
}

export interface EngineTurns {
  /** Waits for a turn, then does the work. Who gives up waiting takes nobody's turn. */
  run: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>
  /** The service has said how often it may be asked. */
  setPace: (pace: Partial<RequestPace>) => void
  /** The service wants to be left alone for a while: until then every turn is refused at once. */
  hold: (ms: number) => void
}

/** The turns of one service in this process: at most so many at once, each so long after the one before. */
export function createTurns(clock: Clock, first: RequestPace): EngineTurns {
  let pace = first
  let running = 0
  let next = 0
  let held = 0
  const waiting: (() => void)[] = []

  async function enter(signal: AbortSignal): Promise<void> {
    while (running >= pace.at_once) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const leave = () => reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(resolve)
      try {
        await promise
      } catch (error) {
        const place = waiting.indexOf(resolve)
        // Woken and gone in one moment: the next one must not sleep on.
        if (place < 0) waiting.shift()?.()
        else waiting.splice(place, 1)
        throw error
      } finally {
        signal.removeEventListener('abort', leave)
      }
    }
    running += 1
  }

  function refuseWhileHeld(): void {
    const ms = held - clock.now()
    if (ms > 0) throw new EngineFault('rate_limited', { retry_after: Math.ceil(ms / 1000) })
  }

  return {
    async run(work, signal) {
      signal.throwIfAborted()
      refuseWhileHeld()
      await enter(signal)
      try {
        refuseWhileHeld()
        const begin = Math.max(clock.now(), next)
        next = begin + pace.every_ms
        if (begin > clock.now()) await clock.sleep(begin - clock.now(), signal)
        return await work()
      } finally {
        running -= 1
        waiting.shift()?.()
      }
    },
    setPace: (said) => {
      pace = { ...pace, ...said }
    },
    hold: (ms) => {
      held = Math.max(held, clock.now() + ms)
    },
  }
}

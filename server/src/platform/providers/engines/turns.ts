import type { Logger } from 'pino'
import type { Db } from '../../db/schema.ts'
import { type Clock, realClock } from './clock.ts'
import { EngineFault } from './port.ts'
import * as store from './turn.store.ts'

/** The rate limit of a service. */
export interface RequestPace {
  /** Between the starts of two requests, ms. */
  every_ms: number
  /** Number of concurrent requests. */
  at_once: number
}

/** The queue of requests to one service, which keeps its rate limit. */
export interface EngineTurns {
  /**
   * Waits for a turn, then does the work. A caller that stops waiting for others to end uses up no turn; one that stops
   * between its turn's assignment and its start does.
   *
   * @throws EngineFault `rate_limited` during a pause; the reason of `signal` when it is aborted.
   */
  run: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>
  /** Adopts a rate limit that the service stated. */
  setPace: (pace: Partial<RequestPace>) => void
  /** Pauses for `ms` at the request of the service: until then every turn is refused at once. */
  hold: (ms: number) => void
}

/**
 * Creates the turns of one service in this process, with at most `at_once` concurrent requests that start `every_ms`
 * apart.
 */
export function createTurns(clock: Clock, initial_pace: RequestPace): EngineTurns {
  let pace = initial_pace
  let running = 0
  /** The earliest start of the next request, on the clock. */
  let next_at = 0
  /** The end of the last pause, on the clock. */
  let held_until = 0
  /** Each lets a waiting request check again whether it may start; the first in line comes first. */
  const waiting: (() => void)[] = []

  /** Waits until fewer than `at_once` requests run, and counts this one. */
  async function enter(signal: AbortSignal): Promise<void> {
    while (running >= pace.at_once) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const onAbort = () => reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.push(resolve)
      try {
        await promise
      } catch (error) {
        const at = waiting.indexOf(resolve)
        // Woken and aborted in the same moment: the next waiter must be woken instead.
        if (at < 0) waiting.shift()?.()
        else waiting.splice(at, 1)
        throw error
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    }
    running += 1
  }

  /** @throws EngineFault `rate_limited` during a pause. */
  function refuseWhileHeld(): void {
    const remaining_ms = held_until - clock.now()
    if (remaining_ms > 0)
      throw new EngineFault('rate_limited', { retry_after: Math.ceil(remaining_ms / 1000) })
  }

  return {
    async run(work, signal) {
      signal.throwIfAborted()
      refuseWhileHeld()
      await enter(signal)
      try {
        refuseWhileHeld()
        const start_at = Math.max(clock.now(), next_at)
        next_at = start_at + pace.every_ms
        if (start_at > clock.now()) await clock.sleep(start_at - clock.now(), signal)
        return await work()
      } finally {
        running -= 1
        waiting.shift()?.()
      }
    },
    setPace: (stated) => {
      pace = { ...pace, ...stated }
    },
    hold: (ms) => {
      held_until = Math.max(held_until, clock.now() + ms)
    },
  }
}

interface SharedTurnsOptions {
  db: Db
  log: Pick<Logger, 'warn'>
  clock?: Clock
}

/**
 * Creates turns that several processes share through their database: a service receives one request after another,
 * whichever process sends it, and when it asks one process for a pause, all of them pause. Each process queues by
 * itself and claims one turn per request it may send at once, so a caller that gives up wastes no more than that. When
 * the database fails, each process keeps its own turns.
 */
export function createSharedTurns({ db, log, clock = realClock }: SharedTurnsOptions) {
  return (engine: string, localTurns: EngineTurns, initial_pace: RequestPace): EngineTurns => {
    let every_ms = initial_pace.every_ms

    /** Claims a turn among all processes and waits for it. */
    async function waitForSharedTurn(signal: AbortSignal): Promise<void> {
      const { wait_ms, held_ms } = await store.claimTurn(db, engine, every_ms).catch((error) => {
        log.warn({ err: error, engine }, 'the turns of an outside engine could not be shared')
        return { wait_ms: 0, held_ms: 0 }
      })
      signal.throwIfAborted()
      if (held_ms > 0) {
        localTurns.hold(held_ms)
        throw new EngineFault('rate_limited', { retry_after: Math.ceil(held_ms / 1000) })
      }
      if (wait_ms > 0) await clock.sleep(wait_ms, signal)
    }

    return {
      run: (work, signal) =>
        localTurns.run(async () => {
          await waitForSharedTurn(signal)
          return work()
        }, signal),
      setPace(stated) {
        every_ms = stated.every_ms ?? every_ms
        localTurns.setPace(stated)
      },
      hold(ms) {
        localTurns.hold(ms)
        store.holdEngine(db, engine, ms).catch((error) => {
          log.warn({ err: error, engine }, 'the turns of an outside engine could not be shared')
        })
      },
    }
  }
}

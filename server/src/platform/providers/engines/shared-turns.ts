import type { Logger } from 'pino'
import type { Db } from '../../db/schema.ts'
import { type Clock, realClock } from './clock.ts'
import { EngineFault } from './port.ts'
import * as store from './turn.store.ts'
import type { EngineTurns, RequestPace } from './turns.ts'

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
  return (engine: string, own: EngineTurns, first: RequestPace): EngineTurns => {
    let every_ms = first.every_ms

    async function together(signal: AbortSignal): Promise<void> {
      const { wait_ms, held_ms } = await store.claimTurn(db, engine, every_ms).catch((error) => {
        log.warn({ err: error, engine }, 'the turns of an outside engine could not be shared')
        return { wait_ms: 0, held_ms: 0 }
      })
      signal.throwIfAborted()
      if (held_ms > 0) {
        own.hold(held_ms)
        throw new EngineFault('rate_limited', { retry_after: Math.ceil(held_ms / 1000) })
      }
      if (wait_ms > 0) await clock.sleep(wait_ms, signal)
    }

    return {
      run: (work, signal) =>
        own.run(async () => {
          await together(signal)
          return work()
        }, signal),
      setPace(said) {
        every_ms = said.every_ms ?? every_ms
        own.setPace(said)
      },
      hold(ms) {
        own.hold(ms)
        store.holdEngine(db, engine, ms).catch((error) => {
          log.warn({ err: error, engine }, 'the turns of an outside engine could not be shared')
        })
      },
    }
  }
}

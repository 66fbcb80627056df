import { parseQuery } from '@scinav/search'
import { onTestFinished } from 'vitest'
import { createEngines, type EngineSettings } from '../platform/providers/engines/create.ts'
import type { OutsideRequest, RecordFormat } from '../platform/providers/engines/port.ts'
import { startEngineServer } from './engine-server.ts'

/** Starts all external engines on one loopback address, until the end of the test. */
export async function useEngineServer(answers: Parameters<typeof startEngineServer>[0]) {
  const { stop, ...server } = await startEngineServer(answers)
  onTestFinished(stop)
  return server
}

const NEVER_ABORTED = new AbortController().signal

/** Creates a clock that advances only by sleeping. */
function createManualClock() {
  let time = 0
  const slept: number[] = []
  return {
    slept,
    pass: (ms: number) => {
      time += ms
    },
    clock: {
      now: () => time,
      sleep: async (ms: number) => {
        slept.push(Math.round(ms))
        time += ms
      },
    },
  }
}

/**
 * Creates all engines against one loopback address, with access to the requests, their parameters and the time slept.
 */
export async function enginesScene(
  answers: Parameters<typeof useEngineServer>[0] = {},
  settings: EngineSettings = {},
) {
  const server = await useEngineServer(answers)
  const time = createManualClock()
  const { all } = createEngines({ mirror: server.mirror, clock: time.clock, ...settings })
  const engine = (id: RecordFormat) => {
    const found = all.find((each) => each.id === id)
    if (!found) throw new Error(`no engine ${id}`)
    return found
  }
  const search = (id: RecordFormat, query: string, rest: Partial<OutsideRequest> = {}) =>
    engine(id).search({ parsed: parseQuery(query), page: 1, size: 20, ...rest }, NEVER_ABORTED)
  const params = (at = 0) => Object.fromEntries(server.asked[at]?.url.searchParams ?? [])
  return { ...server, ...time, all, search, params }
}

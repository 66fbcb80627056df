import { api } from '@scinav/contract'
import { createEngines, type EngineSettings } from '../platform/providers/engines/create.ts'
import { useEngineServer } from './engine-scene.ts'
import { type EngineAnswer, type KnownPaper, silentAnswer } from './engine-server.ts'
import { testApp } from './test-app.ts'

/** The ids of the external engines. */
export const ALL_ENGINES = ['openalex', 'crossref', 'arxiv', 'semantic_scholar', 'pubmed'] as const

/** Creates a clock on which sleeping takes no real time. */
function createInstantClock() {
  let time = 0
  const sleep = async (ms: number) => {
    time += ms
  }
  return { now: () => time, sleep }
}

type EngineAnswers = Parameters<typeof useEngineServer>[0]

/**
 * Creates a clock that stands still while any engine may still answer, however busy the machine is: the limit passes
 * once only silent engines are left.
 */
function createLimitClock() {
  let time = 0
  let silent = 0
  const sleeping = new Map<symbol, { until: number; wake: () => void }>()
  function look() {
    if (sleeping.size === 0 || sleeping.size !== silent) return
    silent = 0
    time = Math.max(...[...sleeping.values()].map(({ until }) => until))
    for (const { wake } of sleeping.values()) wake()
    sleeping.clear()
  }
  const sleep = (ms: number, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sleeper = Symbol()
    sleeping.set(sleeper, { until: time + ms, wake: resolve })
    signal.addEventListener(
      'abort',
      () => {
        sleeping.delete(sleeper)
        reject(signal.reason)
        look()
      },
      { once: true },
    )
    return promise
  }
  const silence: EngineAnswer = (url, response) => {
    silentAnswer(url, response)
    silent += 1
    look()
  }
  const heardIn = (answers: EngineAnswers): EngineAnswers =>
    Object.fromEntries(
      Object.entries(answers).map(([id, answer]) => [id, answer === silentAnswer ? silence : answer]),
    )
  return { clock: { now: () => time, sleep }, heardIn }
}

/** Time limit of a search, in milliseconds; long enough for a busy machine to query the first engine. */
const SEARCH_LIMIT_MS = 60_000

/** Creates a library whose external engines are a loopback server. */
export async function federatedSearchScene(answers: EngineAnswers = {}, settings: EngineSettings = {}) {
  const { clock: limit_clock, heardIn } = createLimitClock()
  const server = await useEngineServer(heardIn(answers))
  const clocks = { clock: createInstantClock(), limit_clock, limit_ms: SEARCH_LIMIT_MS }
  const engines = createEngines({ mirror: server.mirror, ...clocks, ...settings })
  const app = await testApp({ providers: () => ({ engines }) })
  const ada = await app.signUp('Ada')
  const search = (input: Partial<Parameters<typeof ada.call<typeof api.combine.search>>[1]> = {}) =>
    ada.call(api.combine.search, { query: 'graph', ...input })
  return { ...server, ...app, ada, search }
}

/** A paper that has an identifier of every kind. */
export const graphPaper: KnownPaper = {
  title: 'Graph networks',
  author: 'Ann Smith',
  year: 2021,
  doi: '10.1000/graph',
  arxiv: '2101.00001',
  pmid: '77',
}

/** A paper with a DOI only. */
export const treePaper: KnownPaper = {
  title: 'Graphs and trees',
  author: 'Bo Li',
  year: 2020,
  doi: '10.1000/tree',
}

/** Returns state and number of results by engine, as `state count`. */
export const engineStates = ({ engines }: { engines: { id: string; state: string; count: number }[] }) =>
  Object.fromEntries(engines.map(({ id, state, count }) => [id, `${state} ${count}`]))

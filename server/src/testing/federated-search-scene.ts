import { api } from '@scinav/contract'
import { createEngines, type EngineSettings } from '../platform/providers/engines/create.ts'
import { engineServer } from './engine-scene.ts'
import { type EngineAnswer, type KnownPaper, silence } from './engine-server.ts'
import { testApp } from './test-app.ts'

export const ALL = ['openalex', 'crossref', 'arxiv', 'semantic_scholar', 'pubmed'] as const

/** Turns cost no time. */
function quickClock() {
  let time = 0
  const sleep = async (ms: number) => {
    time += ms
  }
  return { now: () => time, sleep }
}

type Answers = Parameters<typeof engineServer>[0]

/**
 * Time that stands while anybody may still answer, however busy the machine is: the limit has passed once nobody is
 * waited for but the engines that stay silent.
 */
function limitClock() {
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
    const own = Symbol()
    sleeping.set(own, { until: time + ms, wake: resolve })
    signal.addEventListener(
      'abort',
      () => {
        sleeping.delete(own)
        reject(signal.reason)
        look()
      },
      { once: true },
    )
    return promise
  }
  const heard: EngineAnswer = (url, response) => {
    silence(url, response)
    silent += 1
    look()
  }
  const heardIn = (answers: Answers): Answers =>
    Object.fromEntries(
      Object.entries(answers).map(([id, answer]) => [id, answer === silence ? heard : answer]),
    )
  return { clock: { now: () => time, sleep }, heardIn }
}

/** Long enough that no busy machine uses it up before the first engine is asked. */
const LIMIT_MS = 60_000

/** A library whose outside engines are played by a server on loopback. */
export async function combining(answers: Answers = {}, settings: EngineSettings = {}) {
  const { clock: limit_clock, heardIn } = limitClock()
  const server = await engineServer(heardIn(answers))
  const clocks = { clock: quickClock(), limit_clock, limit_ms: LIMIT_MS }
  const engines = createEngines({ mirror: server.mirror, ...clocks, ...settings })
  const app = await testApp({ providers: () => ({ engines }) })
  const ada = await app.signUp('Ada')
  const search = (input: Partial<Parameters<typeof ada.call<typeof api.combine.search>>[1]> = {}) =>
    ada.call(api.combine.search, { query: 'graph', ...input })
  return { ...server, ...app, ada, search }
}

export const graph: KnownPaper = {
  title: 'Graph networks',
  author: 'Ann Smith',
  year: 2021,
  doi: '10.1000/graph',
  arxiv: '2101.00001',
  pmid: '77',
}
export const tree: KnownPaper = {
  title: 'Graphs and trees',
  author: 'Bo Li',
  year: 2020,
  doi: '10.1000/tree',
}

export const statesOf = ({ engines }: { engines: { id: string; state: string; count: number }[] }) =>
  Object.fromEntries(engines.map(({ id, state, count }) => [id, `${state} ${count}`]))

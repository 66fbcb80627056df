import { api } from '@scinav/contract'
import { createEngines, type EngineSettings } from '../providers/engines/create.ts'
import { engineServer } from './engine-scene.ts'
import type { KnownPaper } from './engine-server.ts'
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

/** A library whose outside engines are played by a server on loopback. */
export async function combining(
  answers: Parameters<typeof engineServer>[0] = {},
  settings: EngineSettings = {},
) {
  const server = await engineServer(answers)
  const engines = createEngines({ mirror: server.mirror, clock: quickClock(), ...settings })
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

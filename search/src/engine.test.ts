import { describe, onTestFinished, test } from 'vitest'
import type { SearchEngine } from './engine.ts'
import { createSearchEngine, openEngine } from './open-engine.ts'
import { engineContract, type OpenEngine } from './testing/engine.contract.ts'
import { createOracle } from './testing/oracle.ts'

function closing(engine: SearchEngine): SearchEngine {
  onTestFinished(() => engine.close())
  return engine
}

const embedded =
  (threads: number): OpenEngine =>
  async (vocabulary) =>
    closing(await openEngine({ folder: null, threads, ...(vocabulary && { vocabulary }) }))

const engines: [name: string, open: OpenEngine][] = [
  ['the embedded engine without threads', embedded(0)],
  ['the embedded engine with two threads', embedded(2)],
  [
    'the engine that reads every paper',
    async (vocabulary) => closing(createSearchEngine(createOracle(), vocabulary)),
  ],
]

describe.each(engines)('%s', (_, open) => {
  test.each(engineContract)('%s', (_, tried) => tried(open))
})

import { afterAll, describe, onTestFinished, test } from 'vitest'
import { createSearchEngine } from './open-engine.ts'
import { openTermIndex } from './open-term-index.ts'
import { engineContract, type OpenEngine } from './testing/engine.contract.ts'
import { createOracle } from './testing/oracle.ts'

/** Starts the threads of an index once; each test begins with the index empty. */
async function embedded(threads: number): Promise<OpenEngine> {
  const index = await openTermIndex({ folder: null, threads })
  afterAll(() => index.close())
  return async (vocabulary) => {
    await index.reset()
    return createSearchEngine(index, vocabulary)
  }
}

const engines: [name: string, open: OpenEngine][] = [
  ['the embedded engine without threads', await embedded(0)],
  ['the embedded engine with two threads', await embedded(2)],
  [
    'the engine that reads every paper',
    async (vocabulary) => {
      const engine = createSearchEngine(createOracle(), vocabulary)
      onTestFinished(() => engine.close())
      return engine
    },
  ],
]

describe.each(engines)('%s', (_, open) => {
  test.each(engineContract)('%s', (_, tried) => tried(open))
})

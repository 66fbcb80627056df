import { describe, inject, onTestFinished, test } from 'vitest'
import { openSharedPapers } from '../opensearch/index.ts'
import { engineContract, type OpenEngine } from './engine.contract.ts'

let openedCount = 0

const createOpenEngine =
  (shards: number): OpenEngine =>
  async (vocabulary) => {
    openedCount += 1
    const prefix = `contract-${process.pid}-${openedCount}`
    const shared = await openSharedPapers({
      ...{ urls: [inject('opensearch')], prefix, shards, replicas: 0 },
      ...(vocabulary && { vocabulary }),
    })
    onTestFinished(() => shared.engine.close())
    return shared.engine
  }

describe.each([1, 3])('the engine over OpenSearch, shards: %i', (shards) => {
  test.each(engineContract)('%s', (_, tried) => tried(createOpenEngine(shards)))
})

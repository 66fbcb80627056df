import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { createEngines } from '../../platform/providers/engines/create.ts'
import type { EngineTurns } from '../../platform/providers/engines/turns.ts'
import { knownPaperAnswers } from '../../testing/engine-server.ts'
import { federatedSearchScene, graphPaper, treePaper } from '../../testing/federated-search-scene.ts'
import { removeExpired } from './engine-memory.ts'

const shareTurns = (_id: string, own: EngineTurns) => own

/** A library that several processes serve: `elsewhere` goes on as another one, which has asked nobody yet. */
async function served(shared: boolean) {
  const scene = await federatedSearchScene(
    knownPaperAnswers(graphPaper, treePaper),
    shared ? { shareTurns } : {},
  )
  const elsewhere = () => {
    const { limit_ms, clock } = scene.base.providers.engines
    const settings = {
      mirror: scene.mirror,
      limit_ms,
      limit_clock: clock,
      clock: { now: () => 0, sleep: async () => {} },
    }
    scene.base.providers.engines = createEngines({ ...settings, ...(shared && { shareTurns }) })
  }
  return { ...scene, elsewhere }
}

test('what one process has found another takes into the library', async () => {
  const { ada, search, elsewhere } = await served(false)
  const keys = (await search({ engines: ['openalex'] })).list.map(({ key }) => key)
  elsewhere()

  expect((await ada.call(api.combine.keep, { keys })).added).toBe(2)
})

test('what was found is remembered for two hours after it was last shown, and then forgotten', async () => {
  const { ada, base, search, pass } = await served(false)
  const keys = (await search({ engines: ['openalex'] })).list.map(({ key }) => key)
  pass(60 * 60_000)
  await search({ engines: ['openalex'] })
  pass(90 * 60_000)
  await removeExpired(base)
  expect((await ada.call(api.combine.keep, { keys: keys.slice(0, 1) })).added).toBe(1)
  pass(31 * 60_000)
  expect((await ada.refusal(api.combine.keep, { keys: keys.slice(1) })).problem).toBe('combine.expired')
  await removeExpired(base)
  expect(await base.db.selectFrom('found_works').selectAll().execute()).toEqual([])
})

test('one process is told what another was answered, for ten minutes', async () => {
  const { search, asked, elsewhere, pass } = await served(true)
  const first = await search({ engines: ['openalex', 'arxiv'] })
  elsewhere()
  const second = await search({ engines: ['openalex', 'arxiv'] })
  expect(second.list).toEqual(first.list)
  expect(asked).toHaveLength(2)

  pass(10 * 60_000)
  elsewhere()
  await search({ engines: ['openalex', 'arxiv'] })
  expect(asked).toHaveLength(4)
})

test('a search that cannot be remembered is answered all the same', async () => {
  const { base, search } = await served(true)
  await base.db.schema.dropTable('found_works').execute()
  await base.db.schema.dropTable('engine_answers').execute()
  expect((await search({ engines: ['openalex'] })).list).toHaveLength(2)
})

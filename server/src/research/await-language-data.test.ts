import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@scinav/contract'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { loadLanguageData } from '../answers/index.ts'
import { addSubjectPapers, startResearch, waitForResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'

const LOOKS = 40

test('a research that is begun while words are read waits for them, and goes on then', async () => {
  const app = await testApp()
  await addSubjectPapers(app)
  const ada = await app.signUp('Ada')
  const { promise: held, resolve: free } = Promise.withResolvers<void>()
  const holds: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => held.then(() => result),
  }
  const reading = loadLanguageData({ now: app.base.now, db: app.base.db.withPlugin(holds) })
  const { run_id } = await startResearch(ada, { auto_accept_plan: true })
  const look = async () => (await ada.call(api.deepResearch.run, { run_id })).snapshot
  for (let at = 0; at < LOOKS; at += 1) {
    expect((await look()).searches).toEqual([])
    await wait(10)
  }
  free()
  await reading
  await waitForResearch(ada, run_id)
  expect((await look()).searches.length).toBeGreaterThan(0)
})

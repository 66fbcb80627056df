import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addSubjectPapers, startPlannedResearch, waitForResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'
import { searchQueueOf } from './gather/search-queue.ts'
import type { Research } from './run/research.ts'

const LOOKS = 50

test('a step begins when its turn has come: until then nothing is said of it', async () => {
  const app = await testApp()
  await addSubjectPapers(app)
  const ada = await app.signUp('Ada')
  const { run_id, plan } = await startPlannedResearch(ada)
  const { config, newId } = app.base
  const other = { ctx: { config, newId }, row: { user_id: 'bo' }, signal: new AbortController().signal }
  const inTurn = searchQueueOf(other as unknown as Research)
  const over = Promise.withResolvers<void>()
  const held = [inTurn(() => over.promise), inTurn(() => over.promise)]
  const { plan_id, version } = plan
  await ada.call(api.deepResearch.plan, { run_id, action: 'accept', plan_id, version })
  await waitForResearch(ada, run_id, 'researching')
  // Nothing tells that nothing has begun: so often it is looked whether it has.
  for (let look = 0; look < LOOKS; look += 1) await new Promise((resolve) => setTimeout(resolve, 10))
  const { snapshot } = await ada.call(api.deepResearch.run, { run_id })
  expect(snapshot.steps.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending'])
  over.resolve()
  await Promise.all(held)
  expect((await waitForResearch(ada, run_id)).state).toBe('completed')
})

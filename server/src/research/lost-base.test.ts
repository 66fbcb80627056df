import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addSubjectPapers, startResearch, waitForResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'

test('a research whose base has gone while it waited ends with the reason that its person can read', async () => {
  const app = await testApp()
  await addSubjectPapers(app)
  const ada = await app.signUp('Ada')
  const { id } = await ada.call(api.datasets.create, { name: '电池' })
  const sources = { engines: ['local' as const], dataset_ids: [id] }
  const { run_id } = await startResearch(ada, { question: '锂电池', sources })
  await waitForResearch(ada, run_id, 'waiting_clarification')
  await ada.call(api.datasets.remove, { dataset_id: id })
  await ada.call(api.deepResearch.answer, { run_id, answer: '主要方法' })
  const { state, snapshot } = await waitForResearch(ada, run_id)
  expect(state).toBe('failed')
  expect(snapshot.error).toMatchObject({ code: 'retrieval_failed', retryable: false })
  expect(snapshot.error?.message).toMatch(/知识库|数据集/)
})

import { api, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { completeResearch, startResearch, waitForResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'

/** A subject that the library knows in English alone, under a name that no list of terms has in Chinese. */
const ENGLISH: Partial<Work>[] = ['sloops', 'yawls', 'ketches', 'cutters'].map((boats, at) => ({
  title: `Jiffy reefing on ${boats}`,
  abstract: `Jiffy reefing is difficult on ${boats} in strong wind. We propose a method of jiffy reefing with two lines for ${boats}. Results show that jiffy reefing on ${boats} takes ${20 + at} seconds.`,
  publish_date: String(2015 + at),
  language: 'en',
}))
const QUESTION = '速缩帆结有哪些方法？'

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addPapers(app.base, [
    ...ENGLISH,
    '茶馆与城市生活',
    '唐代诗歌的意象',
    '水稻分蘖的遗传',
    '城市绿地与降温',
  ])
  return ada
}

test('a Chinese term that nothing here knows is asked back once, and looked for as its person calls it', async () => {
  const ada = await scene()
  const { run_id } = await startResearch(ada, { question: QUESTION })
  const asking = await waitForResearch(ada, run_id, 'waiting_clarification', 'waiting_plan')
  expect(asking.snapshot.clarification).toMatchObject({
    term: '速缩帆结',
    question: expect.stringContaining('英文是什么'),
  })
  await ada.call(api.deepResearch.answer, { run_id, answer: 'jiffy reefing' })
  const { snapshot } = await waitForResearch(ada, run_id, 'waiting_plan')
  const [plan] = snapshot.plans
  expect(
    plan?.steps.flatMap(({ queries }) => queries).every((query) => query.startsWith('jiffy reefing')),
  ).toBe(true)
  await ada.call(api.deepResearch.plan, {
    run_id,
    action: 'accept',
    plan_id: plan?.plan_id ?? '',
    version: 1,
  })
  const { snapshot: done, state } = await waitForResearch(ada, run_id)
  expect(state).toBe('completed')
  expect(done.sections.map(({ kind }) => kind)).toContain('evidence')
  expect(new Set(done.evidence.map(({ title }) => title)).size).toBe(4)
})

test('who skips that is told what may help, and so is who is not asked', async () => {
  const ada = await scene()
  const { run_id } = await startResearch(ada, { question: QUESTION })
  await waitForResearch(ada, run_id, 'waiting_clarification')
  await ada.call(api.deepResearch.answer, { run_id })
  const { snapshot } = await waitForResearch(ada, run_id, 'waiting_plan')
  const told = expect.stringContaining('在问题里写上英文名称')
  expect(snapshot.warnings).toEqual([told])
  const unasked = await completeResearch(ada, { question: QUESTION })
  expect(unasked.snapshot).toMatchObject({ clarification: null, warnings: [told] })
  expect(unasked.snapshot.sections.map(({ kind }) => kind)).toEqual(['insufficient'])
})

test('a subject that the library lacks under a name that is known is not asked about', async () => {
  const ada = await scene()
  const { run_id } = await startResearch(ada, { question: '机器翻译有哪些方法？' })
  const { snapshot } = await waitForResearch(ada, run_id, 'waiting_plan', 'waiting_clarification')
  expect(snapshot.clarification).toBeNull()
})

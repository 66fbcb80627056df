import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'

const { tools, preferences } = api
const MODEL = { AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_MODEL: 'reader' }

const reasonsOf = async (person: Awaited<ReturnType<TestApp['signUp']>>) => {
  const list = await person.call(tools.recommended, {})
  return new Map(list.map((each) => [each.id, each.reason]))
}

async function chatted(app: TestApp, user_id: string, application_id: string, record_count = 1) {
  const now = app.base.now().toISOString()
  const row = { id: app.base.newId(), user_id, application_id, title: '', dataset_id: null, paper_ids: '[]' }
  const times = { pinned_at: null, deleted_at: null, created_at: now, updated_at: now }
  await app.base.db
    .insertInto('chats')
    .values({ ...row, record_count, ...times })
    .execute()
}

test('a newcomer is offered the usual ones, and nothing that is marked already', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  expect(new Set((await reasonsOf(ada)).values())).toEqual(new Set(['常用的入门应用']))
  await ada.call(tools.mark, { tool_id: 'academic_qa' })
  expect([...(await reasonsOf(ada)).keys()]).not.toContain('academic_qa')
})

test('disciplines and own use say why, own use first; an empty chat is no use', async () => {
  const app = await testApp({ env: MODEL })
  const ada = await app.signUp('Ada')
  const chosen = { subject_codes: ['1002'], keywords: [], journals: [], authors: [] }
  await ada.call(preferences.savePreferences, chosen)
  await chatted(app, ada.id, 'polish_en')
  await chatted(app, ada.id, 'translation', 0)

  const reasons = await reasonsOf(ada)
  expect([...reasons.keys()][0]).toBe('polish_en')
  expect(reasons.get('polish_en')).toBe('您最近用过')
  expect(reasons.get('experiment_data')).toBe('适合您关注的医学')
  expect(reasons.has('translation')).toBe(false)
})

test('what three people use counts for a fourth, what two use stays theirs', async () => {
  const app = await testApp({ env: MODEL })
  const ada = await app.signUp('Ada')
  const [bo, cy, di] = [await app.signUp('Bobo'), await app.signUp('Cyril'), await app.signUp('Diana')]
  for (const each of [bo, cy]) await each.call(tools.mark, { tool_id: 'translation' })
  await chatted(app, di.id, 'translation')
  for (const each of [bo, cy]) await chatted(app, each.id, 'abstract_writing')
  await bo.call(tools.mark, { tool_id: 'abstract_writing' })

  const reasons = await reasonsOf(ada)
  expect(reasons.get('translation')).toBe('近期较多人使用')
  expect(reasons.has('abstract_writing')).toBe(false)
})

test('what needs a model is not recommended where there is none', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await chatted(app, ada.id, 'polish_en')
  const list = await ada.call(tools.recommended, {})
  expect(list.length).toBeGreaterThan(0)
  expect(list.some((each) => each.needs_model)).toBe(false)
})

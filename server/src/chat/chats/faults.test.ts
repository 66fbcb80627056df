import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { createModelFactory } from '../../platform/providers/models/model-factory.ts'
import { answerTextOf, recordIdOf, sendAndRead } from '../../testing/chat.ts'
import { addPapers } from '../../testing/papers.ts'
import {
  cut,
  failing,
  hang,
  malformed,
  refuse,
  say,
  scriptedModel,
  silent,
} from '../../testing/scripted-model.ts'
import { testApp } from '../../testing/test-app.ts'
import { SHORT_MODEL_TIMEOUTS } from '../../testing/timeouts.ts'

/** Works on the text it is given: nothing has to be found before the model is asked. */
const WRITING = 'polish_zh'

const busy = () => refuse(429, {}, 120)

async function scene() {
  const model = await scriptedModel()
  const models = createModelFactory({ backoff_ms: 1, ...SHORT_MODEL_TIMEOUTS })
  const app = await testApp({ env: model.env, providers: () => ({ models }) })
  const ada = await app.signUp('Ada')
  const { chat_id } = await ada.call(api.chat.open, { application_id: WRITING })
  const send = () => sendAndRead(ada, { chat_id, message: '请润色', inputs: { text: '注意力机制很好' } })
  const read = (chat_record_id: string) =>
    ada.call(api.chat.record, { application_id: WRITING, chat_id, chat_record_id })
  return { model, app, ada, chat_id, send, read }
}

test.each([
  ['401', () => [refuse(401)], 'provider_auth', ''],
  [
    '400 of a text that is too long',
    () => [refuse(400, { code: 'context_length_exceeded' })],
    'context_too_long',
    '',
  ],
  ['429, three times', () => [refuse(429), refuse(429), refuse(429)], 'provider_rate_limited', ''],
  ['429 that asks for two minutes', () => [busy()], 'provider_rate_limited', ''],
  ['500, three times', () => [refuse(500), refuse(500), refuse(500)], 'provider_error', ''],
  ['nothing at all', () => [silent()], 'provider_timeout', ''],
  ['silence in the middle', () => [hang(['说到', '一半'])], 'provider_timeout', '说到一半'],
  [
    'an error in the middle',
    () => [failing(['说到一半'], { message: 'something broke' })],
    'provider_error',
    '说到一半',
  ],
  ['a connection that is cut', () => [cut(['说到', '一半'])], 'provider_error', '说到一半'],
  ['an event that is no JSON', () => [malformed(['说到一半'])], 'provider_error', '说到一半'],
])(
  'a model that answers with %s: its code, what was said, and nothing else in the text',
  async (_name, replies, code, said) => {
    const { model, send, read } = await scene()
    const script = replies()
    model.next(...script)
    const frames = await send()

    expect(frames.at(-1)).toMatchObject({ event: 'error', data: { code } })
    const record = await read(recordIdOf(frames))
    expect(record).toMatchObject({ status: 'failed', answer: said, error: { code } })
    expect(record.error?.message).toMatch(/[\u4e00-\u9fff]/)
    expect(answerTextOf(frames)).toBe(said)
    // Asked again only where nothing was said; the script is played to its end and not further.
    expect(model.requests).toHaveLength(script.length)
  },
)

test('an answer of a model names it and what it used, and can be asked again after a fault', async () => {
  const { model, ada, chat_id, send, read } = await scene()
  model.next(refuse(401), say(['润色', '之后']))
  const failed = recordIdOf(await send())
  const again = await sendAndRead(ada, { chat_id, mode: 'regenerate', parent_id: failed })

  expect(again.at(-1)?.event).toBe('done')
  expect(await read(recordIdOf(again))).toMatchObject({
    answer: '润色之后',
    engine: 'model',
    model: expect.any(String),
    sibling_index: 2,
  })
  const [first] = await ada.call(api.chat.models, { application_id: WRITING })
  expect(first).toMatchObject({ default: true, available: true })
})

test('without a model, what needs one says so before anything is kept', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const [paper_id] = await addPapers(app.base, ['Attention is all you need'])
  const { chat_id } = await ada.call(api.chat.open, { application_id: WRITING })
  const inputs = { text: '注意力机制很好' }

  const refused = await ada.refusal(api.chat.send, { chat_id, message: '请润色', inputs })
  expect(refused).toMatchObject({ status: 422, problem: 'model.missing' })
  expect(refused.message).toContain('请管理员在「语言模型」中添加')
  expect(await ada.refusal(api.translate.paper, { paper_id, target: 'zh' })).toMatchObject({
    status: 422,
    problem: 'model.missing',
  })
  expect(await ada.call(api.chat.recent, {})).toEqual([])
})

test('a paper is translated once, and again only when its text has changed', async () => {
  const { model, app, ada } = await scene()
  const bo = await app.signUp('Bob')
  const [paper_id = ''] = await addPapers(app.base, [
    { title: 'Attention', abstract: 'We propose.', title_zh: '注意力' },
  ])
  model.next(say('我们提出。'))
  const wanted = { paper_id, fields: ['title' as const, 'abstract' as const], target: 'zh' as const }
  const first = await ada.call(api.translate.paper, wanted)

  expect(first).toMatchObject({
    title: '注意力',
    abstract: '我们提出。',
    text: null,
    model: expect.any(String),
  })
  expect(await bo.call(api.translate.paper, wanted)).toEqual(first)
  expect(model.requests).toHaveLength(1)
  model.next(say('你好'))
  expect(await ada.call(api.translate.paper, { text: 'Hello', target: 'zh' })).toMatchObject({ text: '你好' })
})

test('a dataset that is closed to outside models is answered without one, and the answer says so', async () => {
  const model = await scriptedModel()
  const app = await testApp({ env: model.env })
  const ada = await app.signUp('Ada')
  // The scripted model is on this machine; this one is not.
  const outside = app.base.providers.models
  app.base.providers.models = { ...outside, chat: (place) => ({ ...outside.chat(place), external: true }) }
  const dataset_id = await ada.call(api.datasets.privateId, {})
  await app.base.db
    .updateTable('datasets')
    .set({ external_model_allowed: 0 })
    .where('id', '=', dataset_id)
    .execute()
  const { chat_id, application } = await ada.call(api.chat.openDataset, { dataset_id })
  const chat_record_id = recordIdOf(await sendAndRead(ada, { chat_id, message: '注意力机制' }))
  const where = { application_id: application.id, chat_id, chat_record_id }

  const record = await ada.call(api.chat.record, where)
  expect(record).toMatchObject({ engine: 'extractive', model: null, status: 'done' })
  expect(record.notices[0]).toContain('不向外部模型开放')
  expect(record.notices.join()).not.toContain('未配置模型')
  expect(model.requests).toEqual([])
})

import { expect, test } from 'vitest'
import { answerTextOf, openStream, streamPath } from '../testing/chat.ts'
import { newServerSettings, postJson, registerPerson, startRealServer } from '../testing/real-server.ts'
import { defaultHelperReply } from '../testing/scripted-helpers.ts'
import { hang, say, scriptedModel } from '../testing/scripted-model.ts'

/** Writes from its own words: nothing has to be found before the model is asked. */
const APPLICATION = 'polish_zh'

test('a server that is killed while it answers says so at the next start, and keeps what every reader has read', async () => {
  const model = await scriptedModel()
  const words = Array.from({ length: 40 }, (_, index) => `第${index}句话。`)
  model.always(() => hang(words))
  const env = { ...model.env, ...(await newServerSettings()) }
  const first = await startRealServer(env)
  const cookie = await registerPerson(first, env.DATA_DIR)
  const get = async (url: string) =>
    (await fetch(url, { headers: { cookie, 'x-login-type': 'front' } })).json()
  const { chat_id } = (await get(`${first.url}/api/application/${APPLICATION}/chat/open`)).data
  const path = `/api/application/chat_message/${chat_id}`
  const body = { message: '请润色', inputs: { text: '注意力机制很好' } }
  const stream = await openStream(first.url + path, { cookie, body })
  const { data } = await stream.until((frame) => frame.event === 'meta')
  const chat_record_id = String(data.chat_record_id)
  await stream.until((frame) => frame.event === 'delta')
  first.process.kill('SIGKILL')
  await first.ended
  await stream.rest().catch(() => {})
  const read = [...stream.frames]

  const second = await startRealServer(env)
  const record = await get(
    `${second.url}/api/application/${APPLICATION}/chat/${chat_id}/chat_record/${chat_record_id}`,
  )
  expect(record.data).toMatchObject({ status: 'failed', error: { code: 'interrupted', retryable: true } })
  const resumedPath = second.url + streamPath(chat_id, chat_record_id).replace('academic_qa', APPLICATION)
  const last = read.at(-1)?.id ?? 0
  const resumed = await (await openStream(resumedPath, { cookie, after: last })).rest()
  const whole = await (await openStream(resumedPath, { cookie })).rest()
  expect(whole).toEqual([...read, ...resumed])
  expect(whole.map((frame) => frame.id)).toEqual(whole.map((_, index) => index + 1))
  expect(record.data.answer).toBe(answerTextOf(whole))
  const active = await postJson(
    second,
    path,
    { ...body, mode: 'regenerate', parent_id: chat_record_id },
    cookie,
  )
  expect(active?.status).toBe(200)
  second.process.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

const QUESTION = 'What is the Transformer based on?'

test('a server that is killed while it checks an answer has the whole answer at the next start', async () => {
  const model = await scriptedModel()
  model.always(() => say('It is based on attention [E1].'))
  model.help((task, { body }) =>
    task === 'judge-citations' ? hang() : say(defaultHelperReply(task, body.messages)),
  )
  const env = { ...model.env, ...(await newServerSettings()) }
  const first = await startRealServer(env)
  const cookie = await registerPerson(first, env.DATA_DIR)
  const get = async (url: string) =>
    (await fetch(url, { headers: { cookie, 'x-login-type': 'front' } })).json()
  const { chat_id } = (await get(`${first.url}/api/application/academic_qa/chat/open`)).data
  const path = `/api/application/chat_message/${chat_id}`
  const stream = await openStream(first.url + path, { cookie, body: { message: QUESTION } })
  const { data } = await stream.until((frame) => frame.event === 'meta')
  await stream.until((frame) => frame.event === 'checking')
  first.process.kill('SIGKILL')
  await first.ended
  await stream.rest().catch(() => {})

  const second = await startRealServer(env)
  const resumed = await openStream(second.url + streamPath(chat_id, String(data.chat_record_id)), { cookie })
  expect((await resumed.rest()).at(-1)?.event).toBe('done')
  const place = `/api/application/academic_qa/chat/${chat_id}/chat_record/${data.chat_record_id}`
  const { data: record } = await get(second.url + place)
  expect(record).toMatchObject({ status: 'done', answer: 'It is based on attention [1].', error: null })
  expect(record.citations).toHaveLength(1)
  second.process.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('a server that is killed while it compares models compares them after the next start', async () => {
  const model = await scriptedModel()
  model.always(() => hang('It is based'))
  const env = { ...model.env, ...(await newServerSettings()) }
  const first = await startRealServer(env)
  const cookie = await registerPerson(first, env.DATA_DIR)
  const added = { name: '另一个', base_url: model.url, model: 'other', api_key: 'sk-of-a-test-0001' }
  const saved = await postJson(first, '/api/admin/models', added, cookie)
  const { data: other } = (await saved?.json()) ?? {}
  const { data: models } = await (
    await fetch(`${first.url}/api/application/academic_qa/app_model_mapping`, {
      headers: { cookie, 'x-login-type': 'front' },
    })
  ).json()
  const model_ids = [
    other.id,
    models.find(({ id }: { id: string }) => id !== other.id && id !== 'extractive').id,
  ]
  const compare = (url: string) =>
    postJson({ ...first, url }, '/api/admin/model_comparison', { question: QUESTION, model_ids }, cookie)
  const cut = compare(first.url)
  await expect.poll(() => model.requests.length).toBe(2)
  first.process.kill('SIGKILL')
  await first.ended
  expect(await cut).toBeNull()

  const second = await startRealServer(env)
  model.always(() => say('It is based on attention [E1].'))
  const { data } = (await (await compare(second.url))?.json()) ?? {}
  expect(data.answers).toMatchObject([{ problem: null }, { problem: null }])
  second.process.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

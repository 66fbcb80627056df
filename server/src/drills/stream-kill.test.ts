import { expect, test } from 'vitest'
import { answerTextOf, openStream } from '../testing/chat.ts'
import { preparedServerSettings } from '../testing/prepared-installation.ts'
import { postJson, type RealServer, registerPerson, startRealServer } from '../testing/real-server.ts'
import { defaultHelperReply } from '../testing/scripted-helpers.ts'
import { hang, say, scriptedModel } from '../testing/scripted-model.ts'

/** Writes from its own words: nothing has to be found before the model is asked. */
const POLISH = 'polish_zh'
const WORDS = Array.from({ length: 40 }, (_, index) => `第${index}句话。`)
const ROUGH = { message: '请润色', inputs: { text: '注意力机制很好' } }
const QUESTION = 'What is the Transformer based on?'
const COMPARED_QUESTION = 'What is the Transformer architecture based on?'
const REPLY = 'It is based on attention [E1].'

type Model = Awaited<ReturnType<typeof scriptedModel>>

/** Whether a request for an answer is about these words. */
const isAbout = (words: string, { body }: { body: unknown }) => JSON.stringify(body).includes(words)

/** Somebody at a server. */
function person(server: RealServer, cookie: string) {
  const headers = { cookie, 'x-login-type': 'front' }
  const get = async (path: string) => (await (await fetch(server.url + path, { headers })).json()).data
  return {
    get,
    post: (path: string, body: object) => postJson(server, path, body, cookie),
    /** Asks in a new chat, and reads until an event. */
    async ask(application: string, body: object, event: string) {
      const { chat_id } = await get(`/api/application/${application}/chat/open`)
      const path = `/api/application/chat_message/${chat_id}`
      const stream = await openStream(server.url + path, { cookie, body })
      const { data } = await stream.until((frame) => frame.event === 'meta')
      const record = String(data.chat_record_id)
      await stream.until((frame) => frame.event === event)
      const answer = `/api/application/${application}/chat/${chat_id}/chat_record/${record}`
      return { stream, path, record, answer }
    },
    /** Reads the stream of an answer after one of its frames, or from its beginning, to its end. */
    replay: async (answer: string, after = 0) =>
      (await openStream(`${server.url}${answer}/stream`, { cookie, after })).rest(),
  }
}

type Person = ReturnType<typeof person>
type StartedAnswer = Awaited<ReturnType<Person['ask']>>

/** Compares two models; whoever compares first adds the second. */
async function prepareComparison(
  first: Person,
  model: Model,
): Promise<(by: Person) => Promise<Response | null>> {
  const added = { name: '另一个', base_url: model.url, model: 'other', api_key: 'sk-of-a-test-0001' }
  const { data: other } = (await (await first.post('/api/admin/models', added))?.json()) ?? {}
  const models: { id: string }[] = await first.get('/api/application/academic_qa/app_model_mapping')
  const model_ids = [other.id, models.find(({ id }) => id !== other.id && id !== 'extractive')?.id]
  return (by) => by.post('/api/admin/model_comparison', { question: COMPARED_QUESTION, model_ids })
}

test('a server that is killed while it answers, checks an answer and compares models knows of all after the next start', async () => {
  const model = await scriptedModel()
  model.always((request) => {
    if (isAbout(COMPARED_QUESTION, request)) return hang('It is based')
    return isAbout(QUESTION, request) ? say(REPLY) : hang(WORDS)
  })
  model.help((task, { body }) =>
    task === 'judge-citations' ? hang() : say(defaultHelperReply(task, body.messages)),
  )
  const env = { ...model.env, ...(await preparedServerSettings()) }
  const first = await startRealServer(env)
  const cookie = await registerPerson(first, env.DATA_DIR)
  const before = person(first, cookie)
  const polished = await before.ask(POLISH, ROUGH, 'delta')
  const checked = await before.ask('academic_qa', { message: QUESTION }, 'checking')
  const compare = await prepareComparison(before, model)
  const cut = compare(before)
  const compared = () => model.requests.filter((request) => isAbout(COMPARED_QUESTION, request))
  await expect.poll(() => compared().length).toBe(2)
  first.process.kill('SIGKILL')
  await first.ended
  for (const { stream } of [polished, checked]) await stream.rest().catch(() => {})
  expect(await cut).toBeNull()

  const second = await startRealServer(env)
  const after = person(second, cookie)
  await expectBrokenOff(after, polished)
  await expectWhole(after, checked)
  model.help((task, { body }) => say(defaultHelperReply(task, body.messages)))
  model.always(() => say(REPLY))
  const { data } = (await (await compare(after))?.json()) ?? {}
  expect(data.answers).toMatchObject([{ problem: null }, { problem: null }])
  second.process.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

/** An answer that was being said is told as broken off, with all that its readers have read, and can be asked anew. */
async function expectBrokenOff(
  after: Person,
  { stream, path, record, answer }: StartedAnswer,
): Promise<void> {
  const read = [...stream.frames]
  const kept = await after.get(answer)
  expect(kept).toMatchObject({ status: 'failed', error: { code: 'interrupted', retryable: true } })
  const resumed = await after.replay(answer, read.at(-1)?.id ?? 0)
  const whole = await after.replay(answer)
  expect(whole).toEqual([...read, ...resumed])
  expect(whole.map((frame) => frame.id)).toEqual(whole.map((_, index) => index + 1))
  expect(kept.answer).toBe(answerTextOf(whole))
  const again = await after.post(path, { ...ROUGH, mode: 'regenerate', parent_id: record })
  expect(again?.status).toBe(200)
}

/** An answer that was only being checked is whole. */
async function expectWhole(after: Person, { answer }: StartedAnswer): Promise<void> {
  expect((await after.replay(answer)).at(-1)?.event).toBe('done')
  const kept = await after.get(answer)
  expect(kept).toMatchObject({ status: 'done', answer: 'It is based on attention [1].', error: null })
  expect(kept.citations).toHaveLength(1)
}

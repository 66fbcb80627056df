import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { createModelFactory } from '../../platform/providers/models/model-factory.ts'
import {
  APPLICATION_ID,
  answerTextOf,
  openChat,
  openStream,
  recordIdOf,
  sendAndRead,
  startListening,
} from '../../testing/chat.ts'
import { addPapers } from '../../testing/papers.ts'
import { helperTask, verdictsOn } from '../../testing/scripted-helpers.ts'
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

const ABSTRACT = 'Perovskite solar cells lose their efficiency within weeks when water reaches the film.'
const QUESTION = 'How stable are perovskite solar cells?'
/** The same, planned because it bounds a time in words. */
const RECENT = 'How stable are perovskite solar cells in recent work?'

async function scene() {
  const model = await scriptedModel()
  const models = createModelFactory({ backoff_ms: 1, ...SHORT_MODEL_TIMEOUTS })
  const app = await testApp({ env: model.env, providers: () => ({ models }) })
  const ada = await app.signUp('Ada')
  await addPapers(app.base, [{ title: 'Stability of perovskite solar cells', abstract: ABSTRACT }])
  const chat_id = await openChat(ada)
  const send = (message = QUESTION) => sendAndRead(ada, { chat_id, message })
  return { model, app, ada, chat_id, send }
}

test.each([
  ['refuses its key', () => refuse(401)],
  ['is busy for two minutes', () => refuse(429, {}, 120)],
  ['is broken', () => refuse(500)],
  ['finds the plan too long', () => refuse(400, { code: 'context_length_exceeded' })],
  ['refuses the words', () => refuse(400, { code: 'content_filter' })],
  ['never answers', () => silent()],
  ['stops in the middle', () => hang('{"question": "How')],
  ['is cut off', () => cut('{"question": "How')],
  ['sends no JSON', () => malformed()],
  ['ends with an error', () => failing('{', { message: 'something broke' })],
])(
  'a model that %s while it plans: the question is looked up by the rules and answered',
  async (_name, reply) => {
    const { model, send } = await scene()
    model.help(reply)
    model.always(() => say('They lose their efficiency within weeks when water reaches the film [E1].'))
    const frames = await send(RECENT)
    expect(frames.at(-1)?.event).toBe('done')
    expect(answerTextOf(frames)).toBe(
      'They lose their efficiency within weeks when water reaches the film [1].',
    )
    expect(JSON.stringify(frames)).toContain('已按规则检索')
  },
)

test.each([
  ['an error in the middle', () => failing(['Within weeks'], { message: 'broke' }), 'provider_error'],
  ['a connection that is cut', () => cut(['Within', ' weeks']), 'provider_error'],
  ['silence in the middle', () => hang(['Within', ' weeks']), 'provider_timeout'],
  [
    'a filter',
    () => failing(['Within weeks'], { code: 'content_filter', message: 'content_filter' }),
    'content_filtered',
  ],
])('an answer from evidence that ends with %s keeps what it said', async (_name, reply, code) => {
  const { model, ada, chat_id, send } = await scene()
  model.next(reply())
  const frames = await send()
  expect(frames.at(-1)).toMatchObject({ event: 'error', data: { code } })
  const record = await ada.call(api.chat.record, {
    application_id: APPLICATION_ID,
    chat_id,
    chat_record_id: recordIdOf(frames),
  })
  expect(record).toMatchObject({ status: 'failed', answer: 'Within weeks', error: { code } })
})

test('a person who stops an answer while it is planned ends the request to the model', async () => {
  const { model, app, ada, chat_id } = await scene()
  model.help(() => hang('{'))
  const url = await startListening(app)
  const stream = await openStream(`${url}/api/application/chat_message/${chat_id}`, {
    cookie: ada.cookie(),
    body: { message: RECENT },
  })
  const { data } = await stream.until(({ event }) => event === 'meta')
  await expect.poll(() => model.helped.length).toBe(1)
  await ada.call(api.chat.cancel, { chat_id, chat_record_id: String(data.chat_record_id) })
  const frames = await stream.rest()
  expect(frames.at(-1)?.event).toBe('cancelled')
  await expect.poll(() => model.left.count).toBe(1)
  expect(model.requests).toEqual([])
})

test('a sentence that its source does not say is replaced in the stored answer as in the stream', async () => {
  const { model, ada, chat_id, send } = await scene()
  model.help((task, { body }) => {
    if (task === 'revise') return say('1: DELETE')
    if (task === 'judge-citations')
      return say(
        verdictsOn(body.messages[1].content, (claim) =>
          claim.includes('Monks') ? 'unsupported' : 'supported',
        ),
      )
    return say(task === 'plan' ? JSON.stringify({ question: QUESTION }) : String(body.model))
  })
  model.next(say(['They lose their efficiency within weeks [E1]. ', 'Monks in Tibet brewed beer [E1].']))
  const frames = await send()
  expect(frames.some(({ event }) => event === 'revision')).toBe(true)
  const record = await ada.call(api.chat.record, {
    application_id: APPLICATION_ID,
    chat_id,
    chat_record_id: recordIdOf(frames),
  })
  expect(record.answer).toBe('They lose their efficiency within weeks [1]. ')
  expect(record.citations).toHaveLength(1)
})

test('a model checks the citations unless the person or the operator has switched that off', async () => {
  const { model, ada, chat_id, send } = await scene()
  const claim = 'They lose their efficiency within weeks [E1].'
  model.next(say(claim), say(claim))
  const checks = () =>
    model.helped.filter(({ body }) => helperTask(body.messages) === 'judge-citations').length
  const marked = async () => {
    const frames = await send()
    const place = { application_id: APPLICATION_ID, chat_id, chat_record_id: recordIdOf(frames) }
    return (await ada.call(api.chat.record, place)).citations.map(({ support }) => support)
  }
  expect([await marked(), checks()]).toEqual([['supported'], 1])
  await ada.call(api.user.saveSetting, { key: 'citation-check', type: 'chat', value: false })
  expect([await marked(), checks()]).toEqual([['unchecked'], 1])
})

test('another model may check than the one that answers, unless text would leave for it', async () => {
  const model = await scriptedModel()
  const checkedBy = async (env: Record<string, string>) => {
    const app = await testApp({ env: { ...model.env, ...env } })
    const ada = await app.signUp('Ada')
    await addPapers(app.base, [{ title: 'Stability of perovskite solar cells', abstract: ABSTRACT }])
    const chat_id = await openChat(ada)
    model.next(say('They lose their efficiency within weeks [E1].'))
    await sendAndRead(ada, { chat_id, message: QUESTION })
    const check = model.helped.findLast(({ body }) => helperTask(body.messages) === 'judge-citations')
    return check?.body.model
  }
  const outside = { id: 'far', base_url: 'https://models.example.org/v1', model: 'far' }
  expect(await checkedBy({ AI_CHECK_MODEL: 'small' })).toBe('small')
  expect(await checkedBy({ AI_CHECK_MODEL: 'far', AI_MODELS: JSON.stringify([outside]) })).toBe('scripted')
})

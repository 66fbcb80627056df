import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { AnswerFault } from '../../retrieval/index.ts'
import {
  APPLICATION_ID,
  answerByScript,
  answerTextOf,
  answerWith,
  openChat,
  openStream,
  parseFrames,
  recordIdOf,
  sendAndRead,
  startListening,
  streamPath,
} from '../../testing/chat.ts'
import { testApp } from '../../testing/test-app.ts'

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const url = await startListening(app)
  const chat_id = await openChat(ada)
  const send = (id: string, message = '问') =>
    openStream(`${url}/api/application/chat_message/${id}`, { cookie: ada.cookie(), body: { message } })
  return { app, ada, url, chat_id, send }
}

const recordIn = (chat_id: string, chat_record_id: string) => ({
  application_id: APPLICATION_ID,
  chat_id,
  chat_record_id,
})

test('of ten messages at once in one chat one is answered, the others are refused', async () => {
  const { app, ada, chat_id } = await scene()
  const script = answerByScript(app.base)
  const statuses: number[] = []
  const sent = Array.from({ length: 10 }, async () => {
    const answer = await ada.send(api.chat.send, { chat_id, message: '问' })
    statuses.push(answer.statusCode)
    return answer
  })
  await expect.poll(() => statuses).toEqual(Array(9).fill(409))
  script.say('答')
  script.end()
  const answers = await Promise.all(sent)

  expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, ...Array(9).fill(409)])
  expect(answers.find((answer) => answer.statusCode === 409)?.json().data.problem).toBe('chat.busy')
  const { total } = await ada.call(api.chat.records, {
    application_id: APPLICATION_ID,
    chat_id,
    page: 1,
    rows: 20,
  })
  expect(total).toBe(1)
})

test('ten messages with one key are one question, and all read its answer', async () => {
  const { app, ada, chat_id } = await scene()
  answerWith(app.base, '同一个', '回答')
  const headers = { 'idempotency-key': 'message-0001' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ada.send(api.chat.send, { chat_id, message: '问' }, headers)),
  )

  expect(new Set(answers.map((answer) => answer.body.replace(/^: .*\n\n/gm, ''))).size).toBe(1)
  expect(new Set(answers.map((answer) => recordIdOf(parseFrames(answer.body)))).size).toBe(1)
  expect(await ada.refusal(api.chat.send, { chat_id, message: '另一个' }, headers)).toMatchObject({
    status: 409,
    problem: 'request.key_reused',
  })
})

test('three answers at once, and thirty messages a minute', async () => {
  const { app, ada, send } = await scene()
  const script = answerByScript(app.base)
  const chats: string[] = []
  for (let count = 0; count < 4; count += 1) {
    const id = await openChat(ada)
    chats.push(id)
    if (count < 3) await (await send(id)).until((frame) => frame.event === 'meta')
  }
  expect(await ada.refusal(api.chat.send, { chat_id: chats[3], message: '问' })).toMatchObject({
    status: 429,
    problem: 'chat.too_many_runs',
  })
  for (const chat_id of chats.slice(0, 3)) {
    const { list } = await ada.call(api.chat.records, {
      application_id: APPLICATION_ID,
      chat_id,
      page: 1,
      rows: 1,
    })
    await ada.call(api.chat.cancel, { chat_id, chat_record_id: list[0]?.id ?? '' })
  }
  expect(script.signals.every((signal) => signal.aborted)).toBe(true)

  answerWith(app.base, '答')
  for (let count = 0; count < 27; count += 1)
    await sendAndRead(ada, { chat_id: chats[3] ?? '', message: '问' })
  const refused = await ada.refusal(api.chat.send, { chat_id: chats[3], message: '问' })
  expect(refused).toMatchObject({ status: 429, problem: 'chat.too_fast', data: { retry_after: 60 } })
  app.pass(61_000)
  expect((await sendAndRead(ada, { chat_id: chats[3] ?? '', message: '问' })).at(-1)?.event).toBe('done')
})

test('fifty messages at the edge of the quota never exceed it', async () => {
  const { app, ada } = await scene()
  answerWith(app.base, '答')
  const chats: string[] = []
  for (let count = 0; count < 5; count += 1) {
    const id = await openChat(ada)
    chats.push(id)
    await sendAndRead(ada, { chat_id: id, message: '问' })
  }
  const sent = Array.from({ length: 50 }, (_, index) =>
    ada.send(api.chat.send, { chat_id: chats[index % 5] ?? '', message: '再问' }),
  )
  const accepted = (await Promise.all(sent)).filter((answer) => answer.statusCode === 200)

  expect(accepted.length).toBeGreaterThan(0)
  expect(accepted.length).toBeLessThanOrEqual(25)
})

test('an answer can be stopped at every point, twice, and ends once', async () => {
  for (const parts of [0, 1, 3]) {
    const { app, ada, chat_id, send } = await scene()
    const script = answerByScript(app.base)
    const stream = await send(chat_id)
    const { data } = await stream.until((frame) => frame.event === 'meta')
    const chat_record_id = String(data.chat_record_id)
    for (let count = 0; count < parts; count += 1) {
      script.say(`第${count}句。`)
      await stream.until((frame) => String(frame.data.text).includes(`第${count}句`))
    }
    await Promise.all([
      ada.call(api.chat.cancel, { chat_id, chat_record_id }),
      ada.call(api.chat.cancel, { chat_id, chat_record_id, mode: 'finish_now' }),
    ])
    const frames = await stream.rest()

    expect(
      frames.filter(({ event }) => ['done', 'cancelled', 'error'].includes(event)).map(({ event }) => event),
    ).toEqual(['cancelled'])
    expect(script.signals[0]?.aborted).toBe(true)
    const record = await ada.call(api.chat.record, recordIn(chat_id, chat_record_id))
    expect(record).toMatchObject({
      status: 'cancelled',
      answer: answerTextOf(frames),
      stream_seq: frames.length,
      error: null,
    })
    await ada.call(api.chat.cancel, { chat_id, chat_record_id })
    expect(await ada.call(api.chat.record, recordIn(chat_id, chat_record_id))).toEqual(record)
  }
})

test('an answer that has ended stays as it ended', async () => {
  const { app, ada, chat_id } = await scene()
  answerWith(app.base, '完整的回答')
  const chat_record_id = recordIdOf(await sendAndRead(ada, { chat_id, message: '问' }))
  await ada.call(api.chat.cancel, { chat_id, chat_record_id })

  expect(await ada.call(api.chat.record, recordIn(chat_id, chat_record_id))).toMatchObject({
    status: 'done',
    answer: '完整的回答',
  })
})

test('a fault has its code beside the text, which is kept; the same place can be asked again', async () => {
  const { app, ada, chat_id, send } = await scene()
  const script = answerByScript(app.base)
  const stream = await send(chat_id)
  script.say('说了一半')
  script.fail(new AnswerFault('provider_rate_limited', '模型服务限流，请稍后重试。', true))
  const frames = await stream.rest()
  const fault = { code: 'provider_rate_limited', message: '模型服务限流，请稍后重试。', retryable: true }

  expect(frames.at(-1)).toMatchObject({ event: 'error', data: fault })
  const failed = await ada.call(api.chat.record, recordIn(chat_id, recordIdOf(frames)))
  expect(failed).toMatchObject({ status: 'failed', answer: '说了一半', error: fault })
  answerWith(app.base, '第二次')
  const again = await sendAndRead(ada, { chat_id, mode: 'regenerate', parent_id: failed.id })
  expect(again.at(-1)?.event).toBe('done')
})

test('a fault of our own shows nothing of itself', async () => {
  const { app, ada, chat_id, send } = await scene()
  const script = answerByScript(app.base)
  const stream = await send(chat_id)
  script.fail(new Error('secret path /etc/x'))
  const frames = await stream.rest()

  expect(frames.at(-1)).toMatchObject({ event: 'error', data: { code: 'internal', retryable: true } })
  expect(JSON.stringify(frames)).not.toContain('secret')
  expect(
    JSON.stringify(await ada.call(api.chat.record, recordIn(chat_id, recordIdOf(frames)))),
  ).not.toContain('secret')
})

test('a reader who has gone does not stop the answer', async () => {
  const { app, ada, chat_id, url, send } = await scene()
  const script = answerByScript(app.base)
  const stream = await send(chat_id)
  const { data } = await stream.until((frame) => frame.event === 'meta')
  stream.leave()
  script.say('没有人在看')
  script.end()
  const later = await openStream(url + streamPath(chat_id, String(data.chat_record_id)), {
    cookie: ada.cookie(),
  })

  expect(answerTextOf(await later.rest())).toBe('没有人在看')
})

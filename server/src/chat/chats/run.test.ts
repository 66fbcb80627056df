import { api } from '@scinav/contract'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import {
  APPLICATION_ID,
  answerByScript,
  answerTextOf,
  answerWith,
  openChat,
  openStream,
  recordIdOf,
  sendAndRead,
  startListening,
  streamPath,
} from '../../testing/chat.ts'
import { testApp } from '../../testing/test-app.ts'
import { STEP_TIMEOUT_MS } from '../../testing/timeouts.ts'

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  return { app, ada, chat_id: await openChat(ada) }
}

test('an answer is streamed with numbers from 1 without gaps, and kept as it was said', async () => {
  const { app, ada, chat_id } = await scene()
  answerWith(app.base, '注意力', '机制', {
    event: 'usage',
    data: { prompt_tokens: 7, completion_tokens: null },
  })
  const frames = await sendAndRead(ada, { chat_id, message: '什么是注意力？' })

  expect(frames.map((frame) => frame.id)).toEqual(frames.map((_, index) => index + 1))
  expect(frames[0]).toMatchObject({ event: 'meta', data: { chat_id, application_id: APPLICATION_ID } })
  expect(frames.at(-1)).toMatchObject({ event: 'done' })
  const where = { application_id: APPLICATION_ID, chat_id, chat_record_id: recordIdOf(frames) }
  expect(await ada.call(api.chat.record, where)).toMatchObject({
    question: '什么是注意力？',
    answer: answerTextOf(frames),
    status: 'done',
    stream_seq: frames.length,
    usage: { prompt_tokens: 7, completion_tokens: null },
    sibling_index: 1,
    sibling_count: 1,
    parent_id: null,
  })
  expect(answerTextOf(frames)).toBe('注意力机制')
})

test('a reload at any point, and a second tab, read the same bytes', async () => {
  const { app, ada, chat_id } = await scene()
  const script = answerByScript(app.base)
  const url = await startListening(app)
  const cookie = ada.cookie()
  const first = await openStream(`${url}/api/application/chat_message/${chat_id}`, {
    cookie,
    body: { message: '问' },
  })
  const meta = await first.until((frame) => frame.event === 'meta')
  const path = url + streamPath(chat_id, String(meta.data.chat_record_id))
  const tab = await openStream(path, { cookie })
  const points: number[] = []
  // A person follows at most twenty streams at once.
  for (let count = 0; count < 18; count += 1) {
    script.say(`第${count}段 😀\n\n`)
    const seen = await first.until(
      (frame) => frame.event === 'delta' && String(frame.data.text).includes(`第${count}段`),
    )
    points.push(seen.id)
  }
  first.leave()
  const reloads = await Promise.all(points.map((after) => openStream(path, { cookie, after })))
  script.say('完')
  script.end()
  const whole = await tab.rest()

  expect(whole.at(-1)?.event).toBe('done')
  expect(whole.map((frame) => frame.id)).toEqual(whole.map((_, index) => index + 1))
  for (const [index, reload] of reloads.entries())
    expect(await reload.rest()).toEqual(whole.slice(points[index]))
  const later = await openStream(path, { cookie })
  expect(await later.rest()).toEqual(whole)
  const after = await openStream(path, { cookie, after: whole.length })
  expect({ status: after.status, frames: await after.rest() }).toEqual({
    status: 200,
    frames: whole.slice(-1),
  })
})

test('what is said while the database refuses is told once it takes it again, in order and once', async () => {
  const { app, ada, chat_id } = await scene()
  const script = answerByScript(app.base)
  const url = await startListening(app)
  const stream = await openStream(`${url}/api/application/chat_message/${chat_id}`, {
    cookie: ada.cookie(),
    body: { message: '问' },
  })
  const refused = vi.spyOn(app.base.log, 'error')
  script.say('一')
  await stream.until((frame) => frame.event === 'delta')
  await sql`alter table chat_events rename to chat_events_away`.execute(app.base.db)
  script.say('二')
  await vi.waitFor(() => expect(refused).toHaveBeenCalled(), { timeout: STEP_TIMEOUT_MS })
  script.say('三')
  await sql`alter table chat_events_away rename to chat_events`.execute(app.base.db)
  script.end()
  const frames = await stream.rest()

  expect(answerTextOf(frames)).toBe('一二三')
  expect(frames.map((frame) => frame.id)).toEqual(frames.map((_, index) => index + 1))
  expect(frames.at(-1)?.event).toBe('done')
})

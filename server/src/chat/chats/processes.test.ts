import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { isLeaseHolderGone, takeLease } from '../../platform/foundation/lease.ts'
import {
  APPLICATION_ID,
  answerByScript,
  answerTextOf,
  openChat,
  openStream,
  startListening,
  streamPath,
} from '../../testing/chat.ts'
import { createCaller, testApp } from '../../testing/test-app.ts'

/** How a lease of this machine begins. */
const [HERE] = takeLease('here').split('/')

/** Two servers on one database; the first one is making an answer. */
async function twoServers() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const script = answerByScript(app.base)
  const chat_id = await openChat(ada)
  const url = await startListening(app)
  const path = `${url}/api/application/chat_message/${chat_id}`
  const stream = await openStream(path, { cookie: ada.cookie(), body: { message: '问' } })
  const { data } = await stream.until((frame) => frame.event === 'meta')
  const chat_record_id = String(data.chat_record_id)
  const start = () => testApp({ place: { folder: app.folder, url: app.url } })
  const record = { application_id: APPLICATION_ID, chat_id, chat_record_id }
  return { app, ada, script, stream, url, chat_id, chat_record_id, record, start }
}

/** The same person's browser at another server. */
function at(other: Awaited<ReturnType<typeof testApp>>, cookie: string) {
  const browser = createCaller(other.app)
  browser.useCookie(cookie)
  return browser
}

test('an answer is read through another server while it is made, to the last byte', async () => {
  const { ada, script, stream, chat_id, chat_record_id, start } = await twoServers()
  const other = await start()
  const url = await startListening(other)
  script.say('第一句。')
  const seen = await stream.until((frame) => frame.event === 'delta')
  const path = url + streamPath(chat_id, chat_record_id)
  const whole = await openStream(path, { cookie: ada.cookie() })
  const part = await openStream(path, { cookie: ada.cookie(), after: seen.id })
  await whole.until((frame) => frame.event === 'delta')
  script.say('第二句。')
  script.end()

  expect(await whole.rest()).toEqual(await stream.rest())
  expect(await part.rest()).toEqual(stream.frames.slice(seen.id))
  expect(answerTextOf(whole.frames)).toBe('第一句。第二句。')
})

test('an answer is stopped through another server', async () => {
  const { ada, script, stream, record, start } = await twoServers()
  const other = at(await start(), ada.cookie())
  await other.call(api.chat.cancel, record)

  expect((await stream.rest()).at(-1)?.event).toBe('cancelled')
  expect(script.signals[0]?.aborted).toBe(true)
  expect(await other.call(api.chat.record, record)).toMatchObject({ status: 'cancelled' })
})

test('a tool that asks is heard through another server, once, and silence is no answer', async () => {
  const { ada, script, stream, record, start } = await twoServers()
  const other = at(await start(), ada.cookie())
  const word = script.tasks[0]?.approve({ call_id: 'c1', name: 'delete_file', args: { id: 1 } })
  const approve = (approved: boolean) =>
    other.send(api.chat.approve, { chat_record_id: record.chat_record_id, call_id: 'c1', approved })
  await expect.poll(async () => (await approve(true)).statusCode).toBe(200)

  expect(await word).toBe(true)
  expect((await approve(false)).json().data.problem).toBe('approval.not_found')
  const silent = script.tasks[0]?.approve({ call_id: 'c2', name: 'delete_file', args: { id: 2 } })
  await ada.call(api.chat.cancel, record)
  expect(await silent).toBe(false)
  await stream.rest()
})

test('an answer whose process is gone has failed as interrupted, with what was said', async () => {
  const { app, ada, script, stream, record, start } = await twoServers()
  script.say('说到一半')
  const { id } = await stream.until((frame) => frame.event === 'delta')
  const lease = `${HERE}/999999999/gone`
  await app.base.db.updateTable('chat_records').set({ lease }).execute()
  const other = at(await start(), ada.cookie())

  expect(await other.call(api.chat.record, record)).toMatchObject({
    status: 'failed',
    answer: '说到一半',
    error: { code: 'interrupted', retryable: true },
    stream_seq: id + 1,
  })
  expect((await stream.rest()).at(-1)).toMatchObject({
    id: id + 1,
    event: 'error',
    data: { code: 'interrupted' },
  })
  expect(script.signals[0]?.aborted).toBe(true)
  script.say('之后再说的')
  const rows = await app.base.db.selectFrom('chat_events').select('seq').orderBy('seq').execute()
  expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: id + 1 }, (_, index) => index + 1))
})

test('an answer whose lease has run out is ended, whoever held it', async () => {
  const { app, ada, script, stream, record, start } = await twoServers()
  script.say('说到一半')
  await stream.until((frame) => frame.event === 'delta')
  const gone = { lease: 'another-machine/1/x', lease_until: '2026-03-02T07:59:59.000Z' }
  await app.base.db.updateTable('chat_records').set(gone).execute()
  const other = at(await start(), ada.cookie())

  expect(await other.call(api.chat.record, record)).toMatchObject({ status: 'failed', answer: '说到一半' })
})

test('a server that starts beside a running one leaves its answers alone', async () => {
  const { ada, script, stream, record, start } = await twoServers()
  const other = at(await start(), ada.cookie())
  expect(await other.call(api.chat.record, record)).toMatchObject({ status: 'streaming' })
  script.say('还在')
  script.end()
  expect((await stream.rest()).at(-1)?.event).toBe('done')
})

test('only a process that is certainly gone counts as gone', () => {
  expect(isLeaseHolderGone(takeLease('here'), false)).toBe(false)
  expect(isLeaseHolderGone(`${HERE}/${process.ppid}/other`, false)).toBe(false)
  expect(isLeaseHolderGone(`${HERE}/999999999/dead`, false)).toBe(true)
  expect(isLeaseHolderGone(`${HERE}/${process.pid}/earlier`, false)).toBe(true)
  expect(isLeaseHolderGone('another-machine/1/x', false)).toBe(false)
  // Another container of the same name.
  expect(isLeaseHolderGone(`${HERE}1/${process.pid}/x`, false)).toBe(false)
  expect(isLeaseHolderGone('another-machine/1/x', true)).toBe(true)
  expect(isLeaseHolderGone(null, false)).toBe(true)
})

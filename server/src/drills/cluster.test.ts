import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dropInInbox } from '../library/import/inbox.ts'
import { answerTextOf, openStream, streamPath } from '../testing/chat.ts'
import { startServerCluster } from '../testing/cluster.ts'
import { callApi, postApi } from '../testing/drill-client.ts'
import { existingDatabase } from '../testing/fresh-database.ts'
import { emptyServerSettings } from '../testing/prepared-installation.ts'
import { type RealServer, registerPerson } from '../testing/real-server.ts'
import { hang, scriptedModel } from '../testing/scripted-model.ts'
import { startSlowPeer } from '../testing/slow-peer.ts'

/** Writes from its own words: nothing has to be found before the model is asked. */
const APPLICATION = 'polish_zh'
const WORDS = Array.from({ length: 40 }, (_, index) => `第${index}句话。`)

const work = (title: string) => ({
  ...{ id: 'cluster.1', title, abstract: 'How several processes share one library.' },
  ...{ authors: ['Ada Tester'], year: 2024, venue: 'cluster1', type: 'conference', doi: null, url: null },
})

test('two web and two worker processes that begin together are one installation: sessions, streams, imports, search; what a killed one was saying is told by the other', async () => {
  const model = await scriptedModel()
  model.always(() => hang(WORDS))
  const { DATA_DIR, start } = await startServerCluster(model.env)
  const [first, second, ...workers] = await Promise.all([
    start('web'),
    start('web'),
    start('worker'),
    start('worker'),
  ])
  const cookie = await registerPerson(first, DATA_DIR)
  const there = { server: second, cookie }

  const { chat_id } = await callApi(there, `/api/application/${APPLICATION}/chat/open`)
  const body = { message: '请润色', inputs: { text: '注意力机制很好' } }
  const path = `/api/application/chat_message/${chat_id}`
  const own = await openStream(first.url + path, { cookie, body })
  const { data } = await own.until((frame) => frame.event === 'meta')
  const id = String(data.chat_record_id)
  const followed = streamPath(chat_id, id).replace('academic_qa', APPLICATION)
  const other = await openStream(second.url + followed, { cookie })
  await other.until((frame) => frame.event === 'delta')
  await postApi(there, '/api/application/chat/cancel', { chat_id, chat_record_id: id })
  const [here, elsewhere] = await Promise.all([own.rest(), other.rest()])
  expect(elsewhere).toEqual(here)
  expect(here.at(-1)).toMatchObject({ event: 'cancelled' })

  const file = join(DATA_DIR, 'works.jsonl')
  writeFileSync(file, `${JSON.stringify(work('Shards of a cluster zq41'))}\n`)
  dropInInbox(DATA_DIR, [file], 'cluster')
  const search = { query: '"Shards of a cluster zq41"', facets: false }
  for (const server of [first, second])
    await expect
      .poll(async () => (await postApi({ server, cookie }, '/api/paper/search', search))?.total)
      .toBe(1)
  expect(await callApi(there, '/api/admin/import')).toMatchObject({ total: 1, list: [{ added: 1 }] })

  for (const worker of workers) {
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${worker.url}/metrics`)).text()).toMatch(
      /^jobs{state="queued",role="worker"}/m,
    )
    expect((await fetch(`${worker.url}/api/user/profile`, { headers: { cookie } })).status).toBe(404)
  }
  expect(await (await fetch(`${first.url}/metrics`)).text()).toContain('role="web"')
  await expectToldByOther([first, second], cookie)
})

/** Kills the first of two web processes while it answers: the other tells what it said, and that it broke off. */
async function expectToldByOther([first, second]: [RealServer, RealServer], cookie: string): Promise<void> {
  const { chat_id } = await callApi({ server: first, cookie }, `/api/application/${APPLICATION}/chat/open`)
  const body = { message: '请润色', inputs: { text: '注意力机制很好' } }
  const own = await openStream(`${first.url}/api/application/chat_message/${chat_id}`, { cookie, body })
  const { data } = await own.until((frame) => frame.event === 'meta')
  const record = String(data.chat_record_id)
  await own.until((frame) => frame.event === 'delta')
  first.process.kill('SIGKILL')
  await own.rest().catch(() => {})

  const followed = second.url + streamPath(chat_id, record).replace('academic_qa', APPLICATION)
  const resumed = await (await openStream(followed, { cookie, after: own.frames.at(-1)?.id ?? 0 })).rest()
  const whole = [...own.frames, ...resumed]
  expect(whole.map(({ id }) => id)).toEqual(whole.map((_, index) => index + 1))
  expect(whole.at(-1)).toMatchObject({ event: 'error', data: { code: 'interrupted' } })
  const path = `/api/application/${APPLICATION}/chat/${chat_id}/chat_record/${record}`
  expect(await callApi({ server: second, cookie }, path)).toMatchObject({
    status: 'failed',
    answer: answerTextOf(whole),
  })
}

test('what a killed worker was doing is done by the other, which says in every line of its log who it is', async () => {
  const gateway = await startSlowPeer()
  const { DATA_DIR, DATABASE_URL, start } = await startServerCluster(
    { SMS_WEBHOOK_URL: gateway.url },
    emptyServerSettings,
  )
  const web = await start('web')
  const killed = await start('worker')
  const asked = { target: '13800138000', scene: 'register' }
  await postApi({ server: web, cookie: '' }, '/api/register/send_msg', asked)
  await expect.poll(() => gateway.waiting.length).toBe(1)
  // At once: the gateway answers only the second request, and the first attempt may not end by its timeout.
  killed.process.kill('SIGKILL')
  const heir = await start('worker', { LOG_LEVEL: 'debug' })
  let log = ''
  heir.process.stdout?.on('data', (chunk: Buffer) => {
    log += chunk
  })

  await expect.poll(() => gateway.waiting.length).toBe(2)
  gateway.waiting[1]?.end()
  const { db, close } = await existingDatabase({ folder: DATA_DIR, url: DATABASE_URL })
  onTestFinished(close)
  const messages = db.selectFrom('jobs').select(['state', 'attempts']).where('name', '=', 'user.message')
  await expect.poll(() => messages.execute()).toEqual([{ state: 'done', attempts: 2 }])
  expect(await (await fetch(`${heir.url}/metrics`)).text()).toMatch(
    /^jobs{state="running",role="worker"} \d+$/m,
  )
  await expect.poll(() => log).toContain('"msg":"request"')
  const lines = log.split('\n').filter((line) => line.startsWith('{'))
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({
      pid: heir.process.pid,
      role: 'worker',
      host: expect.any(String),
    })
  expect(gateway.waiting).toHaveLength(2)
})

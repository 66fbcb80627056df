import { createHash, randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { answerTextOf, openStream, streamPath } from '../../server/src/testing/chat.ts'
import {
  createWriters,
  findLostSettings,
  logTimes,
  startServerCluster,
} from '../../server/src/testing/cluster.ts'
import { createCuttableLink } from '../../server/src/testing/cuttable-link.ts'
import { callApi, killCount, postApi, uploadFile } from '../../server/src/testing/drill-client.ts'
import { type RealServer, registerPerson } from '../../server/src/testing/real-server.ts'
import { useS3Server } from '../../server/src/testing/s3-server.ts'
import { hang, scriptedModel } from '../../server/src/testing/scripted-model.ts'
import { DRILL_TIMEOUT_MS } from '../../server/src/testing/timeouts.ts'

const KILL_COUNT = killCount(1)
const APPLICATION = 'polish_zh'
const ANSWER_SENTENCES = Array.from({ length: 40 }, (_, index) => `第${index}句话。`)
const MB = 1024 * 1024
/** Number of acknowledged writes after the connection is repaired, while failures are counted. */
const WRITES_AFTER_REPAIR = 100

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Starts a model's answer that does not end; resolves once text has arrived. */
async function beginAnswer(server: RealServer, cookie: string) {
  const { chat_id } = await callApi({ server, cookie }, `/api/application/${APPLICATION}/chat/open`)
  const body = { message: '请润色', inputs: { text: '注意力机制很好' } }
  const own = await openStream(`${server.url}/api/application/chat_message/${chat_id}`, { cookie, body })
  const { data } = await own.until((frame) => frame.event === 'meta')
  const record = String(data.chat_record_id)
  await own.until((frame) => frame.event === 'delta')
  return { own, chat_id, record, path: streamPath(chat_id, record).replace('academic_qa', APPLICATION) }
}

const readiness = async (server: RealServer) => (await fetch(`${server.url}/readyz`)).status

test('answers of web processes that are killed are told whole by the other, which says that they broke off', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const model = await scriptedModel()
  model.always(() => hang(ANSWER_SENTENCES))
  const { DATA_DIR, start } = await startServerCluster(model.env)
  let [killed, heir] = await Promise.all([start('web'), start('web'), start('worker')])
  const cookie = await registerPerson(killed, DATA_DIR)
  const times: number[] = []
  for (let time = 0; time < KILL_COUNT; time += 1) {
    const { own, chat_id, record, path } = await beginAnswer(killed, cookie)
    killed.process.kill('SIGKILL')
    const began = performance.now()
    await own.rest().catch(() => {})
    const after = own.frames.at(-1)?.id ?? 0
    const resumed = await (await openStream(heir.url + path, { cookie, after })).rest()
    times.push(performance.now() - began)
    const whole = [...own.frames, ...resumed]
    expect(whole.map(({ id }) => id)).toEqual(whole.map((_, index) => index + 1))
    expect(whole.at(-1)).toMatchObject({ event: 'error', data: { code: 'interrupted' } })
    const kept = `/api/application/${APPLICATION}/chat/${chat_id}/chat_record/${record}`
    expect(await callApi({ server: heir, cookie }, kept)).toMatchObject({
      status: 'failed',
      answer: answerTextOf(whole),
    })
    ;[killed, heir] = [heir, await start('web')]
  }
  logTimes('after a kill in mid-stream, until the reader has the end', times)
})

test('uploads of web processes that are killed are gone on with by the other: whole, and once', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const store = await useS3Server()
  const { DATA_DIR, start } = await startServerCluster(store.env)
  let [killed, heir] = await Promise.all([start('web'), start('web'), start('worker')])
  const cookie = await registerPerson(killed, DATA_DIR)
  const times: number[] = []
  for (let time = 0; time < KILL_COUNT; time += 1) {
    const bytes = randomBytes(17 * MB)
    const size = { name: `${time}.bin`, size: bytes.length, purpose: 'file' }
    const begun = await postApi({ server: killed, cookie }, '/api/upload', size)
    const put = (server: RealServer, offset: number) =>
      callApi({ server, cookie }, `/api/upload/${begun.id}?offset=${offset}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: bytes.subarray(offset, offset + 8 * MB),
      })
    await put(killed, 0)
    // The store stops responding at the second part, which is in transit then.
    const reached = Promise.withResolvers<void>()
    store.always(({ method, key }) => {
      if (method !== 'PUT' || !key.includes('/uploads/')) return undefined
      reached.resolve()
      return 'silence'
    })
    const broken = put(killed, 8 * MB).catch(() => 'gone')
    await reached.promise
    killed.process.kill('SIGKILL')
    const began = performance.now()
    expect(await broken).toBe('gone')
    store.always(() => undefined)
    const { offset } = await callApi({ server: heir, cookie }, `/api/upload/${begun.id}`)
    for (let at = offset; at < bytes.length; at += 8 * MB) await put(heir, at)
    times.push(performance.now() - began)
    const kept = await postApi({ server: heir, cookie }, '/api/cx_file/from_upload', { upload_id: begun.id })
    expect(kept).toMatchObject({ size_bytes: bytes.length, sha256: sha256(bytes) })
    ;[killed, heir] = [heir, await start('web')]
  }
  logTimes('after a kill in mid-upload, until all of it is there', times)
  expect(store.names('bytes/')).toHaveLength(KILL_COUNT)
})

/** How the connection fails: closed, so that both sides notice, or silently. */
for (const how of ['cut', 'silence'] as const)
  test(`a process whose line to the database is cut (${how}) says so and goes on by itself; what it had written stays`, {
    timeout: DRILL_TIMEOUT_MS,
  }, async () => {
    const model = await scriptedModel()
    model.always(() => hang(ANSWER_SENTENCES))
    const { DATA_DIR, DATABASE_URL, start } = await startServerCluster(model.env)
    const line = await createCuttableLink(DATABASE_URL)
    onTestFinished(line.end)
    const [cutOff, other] = await Promise.all([
      start('web', { DATABASE_URL: line.url }),
      start('web'),
      start('worker'),
    ])
    const cookie = await registerPerson(other, DATA_DIR)
    const [noticed, unready, mended]: [number[], number[], number[]] = [[], [], []]
    let late = 0
    for (let time = 0; time < KILL_COUNT; time += 1) {
      const { own, chat_id, record, path } = await beginAnswer(cutOff, cookie)
      const writing = createWriters(() => [cutOff], cookie)
      await expect.poll(() => writing.acknowledged()).toBeGreaterThan(0)

      line[how]()
      const cutAt = performance.now()
      const said = (async () => {
        await expect.poll(() => readiness(cutOff)).toBe(503)
        unready.push(performance.now() - cutAt)
      })()
      await expect.poll(() => writing.refused.length).toBeGreaterThan(0)
      noticed.push(performance.now() - cutAt)
      expect(writing.refused[0]).toContain('503 数据库暂时连接不上')
      await said
      await expect.poll(() => readiness(cutOff)).toBe(503)
      expect((await fetch(`${cutOff.url}/healthz`)).status).toBe(200)
      expect(await readiness(other)).toBe(200)
      line.mend()
      const mendedAt = performance.now()
      await expect.poll(() => readiness(cutOff)).toBe(200)
      const [again, refused] = [writing.acknowledged(), writing.refused.length]
      await expect.poll(() => writing.acknowledged()).toBeGreaterThan(again)
      mended.push(performance.now() - mendedAt)
      await expect.poll(() => writing.acknowledged()).toBeGreaterThan(again + WRITES_AFTER_REPAIR)
      late += writing.refused.length - refused
      await writing.stop()
      for (const server of [cutOff, other])
        expect(await findLostSettings((path) => callApi({ server, cookie }, path), writing.wanted)).toEqual(
          [],
        )

      // Whether or not its run survived the cut, it ends once and is delivered whole.
      await postApi({ server: other, cookie }, '/api/application/chat/cancel', {
        chat_id,
        chat_record_id: record,
      })
      await own.rest().catch(() => {})
      const whole = await (await openStream(other.url + path, { cookie })).rest()
      expect(whole.slice(0, own.frames.length)).toEqual(own.frames)
      expect(whole.map(({ id }) => id)).toEqual(whole.map((_, index) => index + 1))
      expect(['cancelled', 'error']).toContain(whole.at(-1)?.event)
      const kept = `/api/application/${APPLICATION}/chat/${chat_id}/chat_record/${record}`
      expect(await callApi({ server: other, cookie }, kept)).toMatchObject({ answer: answerTextOf(whole) })
    }
    logTimes(`until the first request is told of the line (${how})`, noticed)
    logTimes(`until /readyz says so (${how})`, unready)
    logTimes(`after it is mended (${how}), until the next write is acknowledged`, mended)
    console.info(`of the ${KILL_COUNT * WRITES_AFTER_REPAIR} writes after that refused (${how}): ${late}`)
  })

test('while the store of files is gone everything else goes on, and with it come the files', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const store = await useS3Server()
  const { DATA_DIR, start } = await startServerCluster(store.env)
  const [first, second] = await Promise.all([start('web'), start('web'), start('worker')])
  const cookie = await registerPerson(first, DATA_DIR)
  const times: number[] = []
  for (let time = 0; time < KILL_COUNT; time += 1) {
    const bytes = randomBytes(MB)
    const name = `${time}.bin`
    await store.down()
    expect(await uploadFile({ server: first, cookie }, { name, bytes })).toBeUndefined()
    expect(await readiness(second)).toBe(200)
    expect(await callApi({ server: second, cookie }, '/api/user')).toMatchObject({ nick_name: '演练' })
    const began = performance.now()
    await store.up()
    const upload_id = await uploadFile({ server: first, cookie }, { name, bytes })
    const kept = await postApi({ server: second, cookie }, '/api/cx_file/from_upload', { upload_id })
    times.push(performance.now() - began)
    expect(kept).toMatchObject({ sha256: sha256(bytes) })
  }
  logTimes('after the store is back, until a file is kept', times)
  expect(store.names('bytes/')).toHaveLength(KILL_COUNT)
})

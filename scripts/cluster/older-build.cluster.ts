import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handOver } from '../../server/src/library/import/inbox.ts'
import { openStream, streamPath, textOf } from '../../server/src/testing/chat.ts'
import { cluster, lostSettings, tellTimes, writers } from '../../server/src/testing/cluster.ts'
import { ask, type Client, documentsOf, killsOf, send } from '../../server/src/testing/drill-client.ts'
import { DRILL_MS } from '../../server/src/testing/patience.ts'
import { type RealServer, registerReal } from '../../server/src/testing/real-server.ts'
import { hang, scriptedModel } from '../../server/src/testing/scripted-model.ts'
import { olderBuild } from './older-build.ts'

/** The last one before migration 0036, which adds columns to documents; `OLDER_BUILD` names another. */
const { OLDER_BUILD = '3b8e0baffd987e68896e2b658eb147003a39dc6b' } = process.env
const APPLICATION = 'polish_zh'
const WORDS = Array.from({ length: 40 }, (_, index) => `第${index}句话。`)
const WORKS = 3_000
const BETWEEN = 20

let older: ReturnType<typeof olderBuild>
beforeAll(() => {
  older = olderBuild(OLDER_BUILD)
})
afterAll(() => older?.remove())

/** Begins an answer through one process that does not come to an end by itself. */
async function beginAnswer({ server, cookie }: Client) {
  const { chat_id } = await ask({ server, cookie }, `/api/application/${APPLICATION}/chat/open`)
  const body = { message: '请润色', inputs: { text: '注意力机制很好' } }
  const own = await openStream(`${server.url}/api/application/chat_message/${chat_id}`, { cookie, body })
  const { data } = await own.until((frame) => frame.event === 'meta')
  await own.until((frame) => frame.event === 'delta')
  const record = String(data.chat_record_id)
  return { own, chat_id, record, path: streamPath(chat_id, record).replace('academic_qa', APPLICATION) }
}

/** What a process was saying as it was asked to end is told whole by another, as its reader had it and as it is kept. */
async function readAnew({ server, cookie }: Client, begun: Awaited<ReturnType<typeof beginAnswer>>) {
  const { own, chat_id, record, path } = begun
  await own.rest().catch(() => {})
  const whole = await (await openStream(server.url + path, { cookie })).rest()
  expect(whole.slice(0, own.frames.length)).toEqual(own.frames)
  expect(whole.map(({ id }) => id)).toEqual(whole.map((_, index) => index + 1))
  const kept = `/api/application/${APPLICATION}/chat/${chat_id}/chat_record/${record}`
  expect(await ask({ server, cookie }, kept)).toMatchObject({ answer: textOf(whole) })
}

function bringWorks(folder: string): void {
  const file = join(folder, 'works.jsonl')
  const lines = Array.from({ length: WORKS }, (_, at) =>
    JSON.stringify({
      ...{ id: `w.${at}`, title: `Okapi of herd ${at}`, abstract: `What ${at} did.`, doi: null, url: null },
      ...{ authors: ['Ada Tester'], year: 2024, venue: 'w', type: 'conference' },
    }),
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
  handOver(folder, [file], 'under way')
}

async function addFile(client: Client, dataset_id: string, name: string): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([`# 标题 ${name}\n\n正文 ${name}。`]), name)
  await ask(client, `/api/dataset/document/autoSplitSave/${dataset_id}`, { method: 'POST', body: form })
}

test('an older build is replaced by this one, process by process, under load: nobody is refused, nothing is lost or double', {
  timeout: DRILL_MS,
}, async () => {
  const model = await scriptedModel()
  model.always(() => hang(WORDS))
  const times: number[] = []
  for (let time = 0; time < killsOf(1); time += 1) await replaceAll(model.env, times)
  tellTimes('from the start of the newer process until the older one has ended', times)
})

async function replaceAll(env: Record<string, string>, times: number[]): Promise<void> {
  const { DATA_DIR, start } = await cluster(env)
  // The first one makes the tables.
  const first = await start('web', {}, older.main)
  const [second, worker] = await Promise.all([start('web', {}, older.main), start('worker', {}, older.main)])
  const cookie = await registerReal(first, DATA_DIR)
  const { id } = await send({ server: first, cookie }, '/api/project_dataset/create', { name: '演练' })
  const papers = (await ask({ server: first, cookie }, '/api/admin/import')).paper_count
  const web = [first, second]
  const writing = writers(() => web, cookie)
  const enough = async () => {
    const then = writing.acknowledged() + BETWEEN
    await expect.poll(() => writing.acknowledged() >= then).toBe(true)
  }
  bringWorks(DATA_DIR)
  for (const [at, server] of [first, second].entries()) {
    await enough()
    const began = performance.now()
    // It changes the tables beside the older ones, which go on.
    const newer = await start('web')
    const [old, young] = [
      { server, cookie },
      { server: newer, cookie },
    ]
    await addFile(old, id, `old-${at}.md`)
    await addFile(young, id, `new-${at}.md`)
    const begun = await beginAnswer(old)
    await enough()
    web[at] = newer
    server.process.kill('SIGTERM')
    await readAnew(young, begun)
    expect(await server.ended).toBe(0)
    times.push(performance.now() - began)
  }
  const newest = await replaceWorker(worker, start)
  await allThere(
    web.map((server) => ({ server, cookie })),
    { id, papers },
  )
  await writing.stop()
  expect(writing.refused).toEqual([])
  for (const server of web)
    expect(await lostSettings((path) => ask({ server, cookie }, path), writing.wanted)).toEqual([])
  // Those of ten rounds together would be thirty, each of which takes its share of the machine.
  await stop([...web, newest])
}

async function replaceWorker(worker: RealServer, start: Awaited<ReturnType<typeof cluster>>['start']) {
  const newer = await start('worker')
  await stop([worker])
  return newer
}

async function stop(servers: RealServer[]): Promise<void> {
  for (const { process } of servers) process.kill('SIGTERM')
  for (const { ended } of servers) expect(await ended).toBe(0)
}

/** What was brought through either build, seen through each process. */
async function allThere(clients: Client[], { id, papers }: { id: string; papers: number }): Promise<void> {
  for (const client of clients) {
    await expect
      .poll(async () => (await documentsOf(client, id)).map(({ name, state }) => `${name} ${state}`).sort())
      .toEqual(['new-0.md ready', 'new-1.md ready', 'old-0.md ready', 'old-1.md ready'])
    await expect.poll(async () => (await ask(client, '/api/admin/import')).list[0]?.state).toBe('done')
    expect(await ask(client, '/api/admin/import')).toMatchObject({ total: 1, paper_count: papers + WORKS })
    const search = { query: 'title:Okapi', facets: false }
    await expect.poll(async () => (await send(client, '/api/paper/search', search))?.total).toBe(WORKS)
  }
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropInInbox } from '../../server/src/library/import/inbox.ts'
import { answerTextOf, openStream, streamPath } from '../../server/src/testing/chat.ts'
import {
  createWriters,
  findLostSettings,
  logTimes,
  startServerCluster,
} from '../../server/src/testing/cluster.ts'
import {
  callApi,
  type DrillClient,
  killCount,
  listDocuments,
  postApi,
} from '../../server/src/testing/drill-client.ts'
import { type RealServer, registerPerson } from '../../server/src/testing/real-server.ts'
import { hang, scriptedModel } from '../../server/src/testing/scripted-model.ts'
import { DRILL_TIMEOUT_MS } from '../../server/src/testing/timeouts.ts'
import { extractBuild } from './older-build.ts'

/** The last build before migration 0036, which adds columns to documents; `OLDER_BUILD` selects another. */
const { OLDER_BUILD = '3b8e0baffd987e68896e2b658eb147003a39dc6b' } = process.env
const APPLICATION = 'polish_zh'
const ANSWER_SENTENCES = Array.from({ length: 40 }, (_, index) => `第${index}句话。`)
const WORKS = 3_000
const MIN_WRITES_BETWEEN = 20

let previousBuild: ReturnType<typeof extractBuild>
beforeAll(() => {
  previousBuild = extractBuild(OLDER_BUILD)
})
afterAll(() => previousBuild?.remove())

/** Starts an answer through one process that does not end by itself. */
async function beginAnswer({ server, cookie }: DrillClient) {
  const { chat_id } = await callApi({ server, cookie }, `/api/application/${APPLICATION}/chat/open`)
  const body = { message: '请润色', inputs: { text: '注意力机制很好' } }
  const own = await openStream(`${server.url}/api/application/chat_message/${chat_id}`, { cookie, body })
  const { data } = await own.until((frame) => frame.event === 'meta')
  await own.until((frame) => frame.event === 'delta')
  const record = String(data.chat_record_id)
  return { own, chat_id, record, path: streamPath(chat_id, record).replace('academic_qa', APPLICATION) }
}

/**
 * Expects that an answer interrupted by a process's shutdown is delivered whole by another process, consistent with
 * what its reader received and with what is stored.
 */
async function expectResumedAnswer(
  { server, cookie }: DrillClient,
  begun: Awaited<ReturnType<typeof beginAnswer>>,
) {
  const { own, chat_id, record, path } = begun
  await own.rest().catch(() => {})
  const whole = await (await openStream(server.url + path, { cookie })).rest()
  expect(whole.slice(0, own.frames.length)).toEqual(own.frames)
  expect(whole.map(({ id }) => id)).toEqual(whole.map((_, index) => index + 1))
  const kept = `/api/application/${APPLICATION}/chat/${chat_id}/chat_record/${record}`
  expect(await callApi({ server, cookie }, kept)).toMatchObject({ answer: answerTextOf(whole) })
}

function importWorks(folder: string): void {
  const file = join(folder, 'works.jsonl')
  const lines = Array.from({ length: WORKS }, (_, at) =>
    JSON.stringify({
      ...{ id: `w.${at}`, title: `Okapi of herd ${at}`, abstract: `What ${at} did.`, doi: null, url: null },
      ...{ authors: ['Ada Tester'], year: 2024, venue: 'w', type: 'conference' },
    }),
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
  dropInInbox(folder, [file], 'under way')
}

async function addFile(client: DrillClient, dataset_id: string, name: string): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([`# 标题 ${name}\n\n正文 ${name}。`]), name)
  await callApi(client, `/api/dataset/document/autoSplitSave/${dataset_id}`, { method: 'POST', body: form })
}

test('an older build is replaced by this one, process by process, under load: nobody is refused, nothing is lost or double', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const model = await scriptedModel()
  model.always(() => hang(ANSWER_SENTENCES))
  const times: number[] = []
  for (let time = 0; time < killCount(1); time += 1) await replaceProcesses(model.env, times)
  logTimes('from the start of the newer process until the older one has ended', times)
})

async function replaceProcesses(env: Record<string, string>, times: number[]): Promise<void> {
  const { DATA_DIR, start } = await startServerCluster(env)
  // The first process creates the tables.
  const first = await start('web', {}, previousBuild.main)
  const [second, worker] = await Promise.all([
    start('web', {}, previousBuild.main),
    start('worker', {}, previousBuild.main),
  ])
  const cookie = await registerPerson(first, DATA_DIR)
  const { id } = await postApi({ server: first, cookie }, '/api/project_dataset/create', { name: '演练' })
  const papers = (await callApi({ server: first, cookie }, '/api/admin/import')).paper_count
  const web = [first, second]
  const writing = createWriters(() => web, cookie)
  const enough = async () => {
    const then = writing.acknowledged() + MIN_WRITES_BETWEEN
    await expect.poll(() => writing.acknowledged() >= then).toBe(true)
  }
  importWorks(DATA_DIR)
  for (const [at, server] of [first, second].entries()) {
    await enough()
    const began = performance.now()
    // It migrates the tables while the older processes keep running.
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
    await expectResumedAnswer(young, begun)
    expect(await server.ended).toBe(0)
    times.push(performance.now() - began)
  }
  const newest = await replaceWorker(worker, start)
  await expectAllPresent(
    web.map((server) => ({ server, cookie })),
    { id, papers },
  )
  await writing.stop()
  expect(writing.refused).toEqual([])
  for (const server of web)
    expect(await findLostSettings((path) => callApi({ server, cookie }, path), writing.wanted)).toEqual([])
  // Ended here, because the processes of ten rounds together would slow the machine down.
  await stopProcesses([...web, newest])
}

async function replaceWorker(
  worker: RealServer,
  start: Awaited<ReturnType<typeof startServerCluster>>['start'],
) {
  const newer = await start('worker')
  await stopProcesses([worker])
  return newer
}

async function stopProcesses(servers: RealServer[]): Promise<void> {
  for (const { process } of servers) process.kill('SIGTERM')
  for (const { ended } of servers) expect(await ended).toBe(0)
}

/** Expects that everything added through either build is visible through each process. */
async function expectAllPresent(
  clients: DrillClient[],
  { id, papers }: { id: string; papers: number },
): Promise<void> {
  for (const client of clients) {
    await expect
      .poll(async () => (await listDocuments(client, id)).map(({ name, state }) => `${name} ${state}`).sort())
      .toEqual(['new-0.md ready', 'new-1.md ready', 'old-0.md ready', 'old-1.md ready'])
    await expect.poll(async () => (await callApi(client, '/api/admin/import')).list[0]?.state).toBe('done')
    expect(await callApi(client, '/api/admin/import')).toMatchObject({
      total: 1,
      paper_count: papers + WORKS,
    })
    const search = { query: 'title:Okapi', facets: false }
    await expect.poll(async () => (await postApi(client, '/api/paper/search', search))?.total).toBe(WORKS)
  }
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dropInInbox } from '../../server/src/library/import/inbox.ts'
import { logTimes, startServerCluster } from '../../server/src/testing/cluster.ts'
import {
  callApi,
  type DrillClient,
  killCount,
  listDocuments,
  postApi,
} from '../../server/src/testing/drill-client.ts'
import { registerPerson } from '../../server/src/testing/real-server.ts'
import { DRILL_TIMEOUT_MS } from '../../server/src/testing/timeouts.ts'

const KILL_COUNT = killCount(1)
const WORKS = 6_000
const FILES = 6

/** One import, as the operator's list shows it. */
interface ImportStatus {
  state: string
  records: number
  added: number
}

async function readNewestImport(
  client: DrillClient,
): Promise<ImportStatus & { runs: number; papers: number }> {
  const { list, total, paper_count } = await callApi(client, '/api/admin/import')
  return { ...list[0], runs: total, papers: paper_count }
}

const createWorkRecord = (time: number, at: number) => ({
  ...{ id: `k${time}.${at}`, title: `Okapi ${time} of herd ${at}`, abstract: `What ${at} did at ${time}.` },
  ...{ authors: ['Ada Tester'], year: 2024, venue: `k${time}`, type: 'conference', doi: null, url: null },
})

test('what a worker was importing when it was killed is imported by another: every work is there, and once', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const { DATA_DIR, start } = await startServerCluster()
  const web = await start('web')
  let worker = await start('worker')
  const client = { server: web, cookie: await registerPerson(web, DATA_DIR) }
  let { papers } = await readNewestImport(client)
  const times: number[] = []
  for (let time = 0; time < KILL_COUNT; time += 1) {
    const file = join(DATA_DIR, `works-${time}.jsonl`)
    const lines = Array.from({ length: WORKS }, (_, at) => JSON.stringify(createWorkRecord(time, at)))
    writeFileSync(file, `${lines.join('\n')}\n`)
    dropInInbox(DATA_DIR, [file], `kill ${time}`)
    await expect.poll(async () => (await readNewestImport(client)).runs).toBe(time + 1)
    await expect.poll(async () => (await readNewestImport(client)).records).toBeGreaterThan(0)
    worker.process.kill('SIGKILL')
    await worker.ended
    const began = performance.now()
    worker = await start('worker')
    await expect.poll(async () => (await readNewestImport(client)).state).toBe('done')
    times.push(performance.now() - began)
    papers += WORKS
    expect(await readNewestImport(client)).toMatchObject({ records: WORKS, papers })
    const search = { query: `title:"Okapi ${time}"`, facets: false }
    await expect.poll(async () => (await postApi(client, '/api/paper/search', search))?.total).toBe(WORKS)
  }
  logTimes('after a kill in mid-import, until another worker has begun and the import is done', times)
})

const markdownText = (name: string) =>
  Array.from({ length: 400 }, (_, at) => `# 第 ${at} 节\n\n文件 ${name} 的内容 ${at}。`).join('\n\n')

test('what a worker was parsing when it was killed is parsed by another: every document is ready, and once', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const { DATA_DIR, start } = await startServerCluster()
  const web = await start('web')
  let worker = await start('worker')
  const client = { server: web, cookie: await registerPerson(web, DATA_DIR) }
  const { id } = await postApi(client, '/api/project_dataset/create', { name: '演练' })
  const times: number[] = []
  for (let time = 0; time < KILL_COUNT; time += 1) {
    const form = new FormData()
    for (let file = 0; file < FILES; file += 1) {
      const name = `${time}-${file}.md`
      form.append('file', new Blob([markdownText(name)]), name)
    }
    await callApi(client, `/api/dataset/document/autoSplitSave/${id}`, { method: 'POST', body: form })
    const own = async () =>
      (await listDocuments(client, id)).filter(({ name }) => name.startsWith(`${time}-`))
    await expect.poll(async () => (await own()).some(({ state }) => state !== 'queued')).toBe(true)
    worker.process.kill('SIGKILL')
    await worker.ended
    const began = performance.now()
    worker = await start('worker')
    await expect.poll(async () => (await own()).every(({ state }) => state === 'ready')).toBe(true)
    times.push(performance.now() - began)
    const names = (await own()).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toHaveLength(FILES)
  }
  logTimes('after a kill in mid-parse, until another worker has begun and every document is ready', times)
})

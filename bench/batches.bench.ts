// npm run bench -- batches [theses]: checks a batch of generated theses to its end on a server of its own, two batches of
// two people at once, and one manuscript of 300 references on 100 pages.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { api, type OutputOf, type Work } from '../contract/src/index.ts'
import { openArchive } from '../documents/src/index.ts'
import { zipOf } from '../documents/src/testing/zip-builder.ts'
import { logIn } from './log-in.ts'
import { draftManuscript } from './manuscripts/draft.ts'
import { draftLongManuscript } from './manuscripts/long-draft.ts'
import { openPrinter, writeDraft } from './manuscripts/write.ts'
import {
  type Client,
  call,
  post,
  quantile,
  readLongestPause,
  startMonitoredServer,
} from './measured-client.ts'
import { readStarterWorks } from './printed-references.ts'
import { type Figure, publishFigures, rounded } from './results.ts'

type Batch = OutputOf<typeof api.manuscriptBatches.batch>
type Check = OutputOf<typeof api.manuscriptChecks.run>

const DEFAULT_THESES = 50
const THESES = Number(process.argv.find((each) => /^\d+$/.test(each)) ?? DEFAULT_THESES)
/** Number of theses of each of two batches at once. */
const SMALL_BATCH = Math.ceil(THESES / 5)
/** Size of the long manuscript. */
const LONG = { entries: 300, pages: 100 }
/** Seeds of theses that are not measured. */
const WARM_UP_SEEDS = Array.from({ length: 20 }, (_, at) => 5_000 + at)
const POLL_MS = 250
const PART_BYTES = 8 * 1024 * 1024
const MEGABYTE = 1024 * 1024

const folder = mkdtempSync(join(tmpdir(), 'scinav-batches-'))
const works = readStarterWorks().filter(
  ({ creators, publish_date }) => creators.length > 0 && Number(publish_date?.slice(0, 4)) >= 1850,
)
const pool = { works, retracted: works.filter(({ doi }) => doi !== null).slice(0, 20) }
const printer = await openPrinter()
const server = await startMonitoredServer(join(folder, 'data'))
const figures: Figure[] = []
/** Prints a figure and keeps it for publication. */
const report = (
  name: string,
  value: number,
  unit: string,
  goal?: string,
  conditions = `${THESES} theses`,
) => {
  figures.push({ name, value, unit, conditions, ...(goal && { goal }) })
  console.log(`${name} (${conditions}): ${value} ${unit}${goal ? ` (${goal})` : ''}`)
}

/** Returns the peak of the server's resident memory, in megabytes; NaN on systems other than Linux. */
function peakMemory(): number {
  try {
    const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
    return Math.round((Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / MEGABYTE)
  } catch {
    return Number.NaN
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Registers a user who may check manuscripts.
 *
 * @param operator who grants the role; null for the first user, who is an operator.
 */
async function registerChecker(operator: Client | null, account: string): Promise<Client> {
  const client = { server, cookie: await logIn(server, join(folder, 'data'), account) }
  const { id } = await call(client, api.user.current.path)
  const body = JSON.stringify({ user_id: id, is_checker: true })
  const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body }
  await call(operator ?? client, api.admin.setUser.path, init)
  return client
}

/** Uploads a file in parts and returns the id of the upload. */
async function upload(client: Client, name: string, bytes: Uint8Array, purpose: string): Promise<string> {
  const { id } = await post(client, '/api/upload', { name, size: bytes.length, purpose })
  const headers = { 'content-type': 'application/octet-stream' }
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const body = Uint8Array.from(bytes.subarray(at, at + PART_BYTES))
    await call(client, `/api/upload/${id}?offset=${at}`, { method: 'PUT', headers, body })
  }
  return id
}

/** Packs theses of some seeds in the folders of three departments. */
async function packTheses(seeds: readonly number[]): Promise<Uint8Array> {
  const files: { name: string; bytes: Uint8Array }[] = []
  for (const seed of seeds) {
    const path = await writeDraft(draftManuscript(seed, pool, seed % 4 === 0), folder, printer)
    files.push({ name: `院系${seed % 3}/作者${seed}_论文${basename(path)}`, bytes: readFileSync(path) })
  }
  return zipOf(files)
}

async function beginBatch(client: Client, archive: Uint8Array): Promise<string> {
  const upload_id = await upload(client, '论文.zip', archive, 'archive')
  return (await post(client, api.manuscriptBatches.begin.path, { files: [{ upload_id }] })).batch_id
}

const loadBatch = (client: Client, batch_id: string): Promise<Batch> =>
  call(client, api.manuscriptBatches.batch.path.replace('{batch_id}', batch_id))

/** Follows a batch to its end; returns its state then, and how long searches took meanwhile, ms. */
async function followBatch(client: Client, batch_id: string): Promise<{ batch: Batch; calls: number[] }> {
  const calls: number[] = []
  for (;;) {
    const batch = await loadBatch(client, batch_id)
    if (batch.finished_at !== null) return { batch, calls }
    const start = performance.now()
    await post(client, '/api/paper/search', { query: 'data processing', page_size: 10 })
    calls.push(performance.now() - start)
    await sleep(POLL_MS)
  }
}

async function download(client: Client, path: string): Promise<Uint8Array> {
  const headers = { 'x-login-type': 'front', cookie: client.cookie }
  const answer = await fetch(`${server.url}${path}`, { headers })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Measures a batch of `THESES` theses, and the exports of its results. */
async function measureBatch(client: Client): Promise<void> {
  const archive = await packTheses(Array.from({ length: THESES }, (_, at) => at + 1))
  await readLongestPause(server)
  const start = performance.now()
  const batch_id = await beginBatch(client, archive)
  const { batch, calls } = await followBatch(client, batch_id)
  report('time of a batch', rounded((performance.now() - start) / 1_000, 1), 's')
  report('theses completed', batch.theses.completed, 'theses', `= ${THESES}`)
  report('searches meanwhile, 95th percentile', rounded(quantile(calls, 0.95), 0), 'ms')
  report('longest pause of the main thread', rounded(await readLongestPause(server), 0), 'ms', '≤ 50')
  report('peak of resident memory', peakMemory(), 'MB')

  const openExport = async (format: string) => {
    const path = join(folder, format)
    const address = api.manuscriptBatches.export.path.replace('{batch_id}', batch_id)
    writeFileSync(path, await download(client, `${address}?format=${format}`))
    return openArchive(path)
  }
  const workbook = await openExport('xlsx')
  const sheet = (await workbook.read('xl/worksheets/sheet1.xml')).toString()
  workbook.close()
  report('rows of the exported table', (sheet.match(/<row /g)?.length ?? 0) - 1, 'rows')
  const exported = await openExport('reports')
  const reports = exported.names.filter((name) => name.endsWith('.docx'))
  exported.close()
  report('Word files in the archive of reports', reports.length, 'files')
  report('longest pause during the exports', rounded(await readLongestPause(server), 0), 'ms', '≤ 50')
}

/** Measures whether two batches that begin together also end about together. */
async function measureTwoPeople(people: readonly Client[]): Promise<void> {
  const archives: Uint8Array[] = []
  for (const at of people.keys()) {
    const firstSeed = 1_000 * (at + 1)
    archives.push(await packTheses(Array.from({ length: SMALL_BATCH }, (_, index) => firstSeed + index)))
  }
  await readLongestPause(server)
  const start = performance.now()
  const times = await Promise.all(
    people.map(async (client, at) => {
      const archive = archives[at] ?? new Uint8Array()
      const { batch } = await followBatch(client, await beginBatch(client, archive))
      return { seconds: (performance.now() - start) / 1_000, completed: batch.theses.completed }
    }),
  )
  const conditions = `two people, ${SMALL_BATCH} theses each`
  const [first = 0, last = 0] = times.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  report('the first batch ends after', rounded(first, 1), 's', undefined, conditions)
  report('the other batch ends after', rounded(last, 1), 's', undefined, conditions)
  const completed = times.reduce((sum, each) => sum + each.completed, 0)
  report('theses completed', completed, 'theses', `= ${2 * SMALL_BATCH}`, conditions)
  const pause = rounded(await readLongestPause(server), 0)
  report('longest pause of the main thread', pause, 'ms', '≤ 50', conditions)
}

/** Measures a single check of a long manuscript. */
async function measureLongCheck(client: Client): Promise<void> {
  const cited: Work[] = works.slice(0, LONG.entries)
  const path = await writeDraft(draftLongManuscript(cited, LONG.pages), folder, printer)
  const upload_id = await upload(client, '长稿件.docx', readFileSync(path), 'file')
  await readLongestPause(server)
  const start = performance.now()
  const { check_id } = await post(client, api.manuscriptChecks.begin.path, { upload_id })
  let firstFinding: number | undefined
  const load = (): Promise<Check> =>
    call(client, api.manuscriptChecks.run.path.replace('{check_id}', check_id))
  let check = await load()
  while (check.finished_at === null) {
    await sleep(POLL_MS)
    check = await load()
    if (check.snapshot.findings.length > 0) firstFinding ??= performance.now() - start
  }
  const conditions = `${LONG.entries} references, ${LONG.pages} pages`
  const seconds = (ms: number) => rounded(ms / 1_000, 1)
  report('time of a check', seconds(performance.now() - start), 's', '≤ 60', conditions)
  report('first findings', seconds(firstFinding ?? Number.NaN), 's', '≤ 5', conditions)
  report('entries checked', check.snapshot.checked.length, 'entries', `= ${LONG.entries}`, conditions)
  for (const { stage, started_at, finished_at } of check.snapshot.stages)
    console.log(`  ${stage}: ${seconds(Date.parse(finished_at ?? started_at) - Date.parse(started_at))} s`)
  const pause = rounded(await readLongestPause(server), 0)
  report('longest pause of the main thread', pause, 'ms', '≤ 50', conditions)
}

try {
  const operator = await registerChecker(null, 'bench')
  const other = await registerChecker(operator, 'other')
  // Warms up, so that loading by the first checks and after the start does not count.
  await followBatch(operator, await beginBatch(operator, await packTheses(WARM_UP_SEEDS)))
  await measureLongCheck(operator)
  await measureBatch(operator)
  await measureTwoPeople([operator, other])
  publishFigures('batches', figures)
} finally {
  await printer?.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

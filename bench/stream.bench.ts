// npm run bench -- stream [apart]: a thousand readers of running answers: lost events, delays, resources. `apart`: over
// PostgreSQL, where one process answers and all read through another.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgresCluster } from '../server/src/testing/postgres-cluster.ts'
import { logIn } from './log-in.ts'
import { childCpuSeconds, cpuSeconds, localPath, type MeasuredServer, startMeasured } from './process.ts'
import { publishFigures, rounded } from './results.ts'

/** Number of readers, shared evenly among the answers. */
const READERS = 1_000
/** Number of answers that are written at the same time. */
const RUNS = 20
/** Words of each answer. */
const WORDS = 400
const WORD_INTERVAL_MS = 50
const APPLICATION = 'academic_qa'
/** Number of messages whose first event is timed afterwards. */
const FIRST_EVENT_SAMPLES = 50
/** Interval at which the server sends the words that have come in: `FLUSH_INTERVAL_MS` of its event log. */
const TICK_MS = 50

/** Most p99 delay beside the tick, in milliseconds, and most memory, in MB. */
const GOALS = { p99: 50, memory: 600 }

/** Sends one JSON call; resolves to the envelope's data. */
async function callApi(server: MeasuredServer, cookie: string, path: string, method = 'GET') {
  const headers = { cookie, 'x-login-type': 'front' }
  const response = await fetch(server.url + path, { method, headers })
  const { data, message } = await response.json()
  if (!response.ok) throw new Error(`${path}: ${message}`)
  return data
}

/** Sends a message; returns the time to the first event, in milliseconds, and the record's id. Others read the rest. */
async function sendMessage(server: MeasuredServer, cookie: string, chat_id: string) {
  const reading = new AbortController()
  const started = performance.now()
  const response = await fetch(`${server.url}/api/application/chat_message/${chat_id}`, {
    method: 'POST',
    signal: reading.signal,
    headers: { cookie, 'x-login-type': 'front', 'content-type': 'application/json' },
    body: JSON.stringify({ message: '注意力机制是什么？' }),
  })
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('"chat_record_id"')) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`no event: ${text}`)
    text += value
  }
  const first = performance.now() - started
  reading.abort()
  return { first, chat_record_id: /"chat_record_id":"(\w+)"/.exec(text)?.[1] ?? '' }
}

/** Opens a chat and returns its id. */
const openChat = async (server: MeasuredServer, cookie: string): Promise<string> =>
  (await callApi(server, cookie, `/api/application/${APPLICATION}/chat/open`)).chat_id

const streamPath = (chat_id: string, record_id: string) =>
  `/api/application/${APPLICATION}/chat/${chat_id}/chat_record/${record_id}/stream`

/** Starts the runs, each with its own user, because there are more than one user may have. */
function beginRuns(server: MeasuredServer, cookies: string[]) {
  return Promise.all(
    cookies.map(async (cookie) => {
      const chat_id = await openChat(server, cookie)
      const { first, chat_record_id } = await sendMessage(server, cookie, chat_id)
      return { cookie, first, path: streamPath(chat_id, chat_record_id) }
    }),
  )
}

/** Returns the present (`VmRSS`) or the most memory (`VmHWM`) of a server's process, in MB. */
function processMegabytes({ process: { pid } }: MeasuredServer, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

/** Returns the value below which the given share of the values lies. */
const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

const isTwoProcesses = process.argv[3] === 'apart'
const postgres = isTwoProcesses ? await startPostgresCluster(true) : null
const folder = mkdtempSync(join(tmpdir(), 'scinav-bench-'))
const settings = {
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  RATE_LIMIT_SCALE: '100000',
  RUNS_WORDS: String(WORDS),
  RUNS_EVERY_MS: String(WORD_INTERVAL_MS),
}
const processSettings = (name: string) =>
  postgres ? { DATABASE_URL: postgres.url, INDEX_DIR: join(folder, name) } : {}
const server = await startMeasured('./stream-server.ts', { ...settings, ...processSettings('one') })
const readingServer = isTwoProcesses
  ? await startMeasured('./stream-server.ts', { ...settings, ...processSettings('two') })
  : server
/** Returns the processor time so far of the answering server, of the one that is read, and of PostgreSQL, in seconds. */
const cpuTimes = () => [
  cpuSeconds(server.process),
  cpuSeconds(readingServer.process),
  childCpuSeconds(postgres?.pid),
]
try {
  const cookies: string[] = []
  for (let count = 0; count < RUNS; count += 1) cookies.push(await logIn(server, folder, `bench${count}`))
  const idleMegabytes = processMegabytes(server, 'VmRSS')
  const runs = await beginRuns(server, cookies)
  const before = cpuTimes()
  const args = [localPath('./stream-readers.ts'), readingServer.url, String(READERS), JSON.stringify(runs)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const measured: Record<'words' | 'gaps' | 'unfinished' | 'p50' | 'p99' | 'most', number> = JSON.parse(
    stdout.replace('connected\n', ''),
  )
  const rows = [
    ['words said', (READERS * WORDS).toLocaleString('en'), ''],
    ['words read', measured.words.toLocaleString('en'), 'all'],
    ['events lost or out of order', String(measured.gaps), '0'],
    ['streams that did not end', String(measured.unfinished), '0'],
    ['p50 from said to read', `${measured.p50.toFixed(1)} ms`, `(a tick is ${TICK_MS} ms)`],
    ['p99 from said to read', `${measured.p99.toFixed(1)} ms`, ''],
    ['p99 added beside the tick', `${(measured.p99 - TICK_MS).toFixed(1)} ms`, `≤ ${GOALS.p99} ms`],
    [
      'memory, most',
      `${processMegabytes(server, 'VmHWM').toFixed(0)} MB (${idleMegabytes.toFixed(0)} before)`,
      `≤ ${GOALS.memory} MB`,
    ],
  ]
  const [answering = 0, passing = 0, database = 0] = cpuTimes().map(
    (seconds, at) => seconds - (before[at] ?? 0),
  )
  const secondsText = (seconds: number) => `${seconds.toFixed(1)} s`
  rows.push(['processor time of the process that answers', secondsText(answering), ''])
  if (isTwoProcesses)
    rows.push(
      ['of the one that is read through', secondsText(passing), ''],
      ['of PostgreSQL', secondsText(database), ''],
    )
  const firsts: number[] = []
  const [cookie = ''] = cookies
  for (let count = 0; count < FIRST_EVENT_SAMPLES; count += 1) {
    const chat_id = await openChat(server, cookie)
    const { first, chat_record_id } = await sendMessage(server, cookie, chat_id)
    firsts.push(first)
    await stopAnswer(server, cookie, chat_id, chat_record_id)
  }
  rows.push([
    'POST to first event, p50 / p95',
    `${quantile(firsts, 0.5).toFixed(1)} / ${quantile(firsts, 0.95).toFixed(1)} ms`,
    '',
  ])
  const way = isTwoProcesses ? 'through another process' : 'one process'
  publishFigures('stream', [
    {
      name: `${way}: events lost, of ${(READERS * WORDS).toLocaleString('en')}`,
      value: measured.gaps,
      goal: '0',
    },
    {
      name: `${way}: p99 beside the tick of ${TICK_MS} ms`,
      value: rounded(measured.p99 - TICK_MS, 1),
      unit: 'ms',
      goal: `≤ ${GOALS.p99}`,
    },
    {
      name: `${way}: memory`,
      value: Math.round(processMegabytes(server, 'VmHWM')),
      unit: 'MB',
      goal: `≤ ${GOALS.memory}`,
    },
    { name: `${way}: processor time`, value: rounded(answering, 1), unit: 's' },
    ...(isTwoProcesses
      ? [
          { name: `${way}: processor time where it is read`, value: rounded(passing, 1), unit: 's' },
          { name: `${way}: processor time of PostgreSQL`, value: rounded(database, 1), unit: 's' },
        ]
      : []),
    { name: 'POST to first event, p50', value: Math.round(quantile(firsts, 0.5)), unit: 'ms' },
  ])
  console.log(`| ${READERS} readers of ${RUNS} answers | measured | goal |\n|---|---|---|`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
} finally {
  await server.stop()
  if (isTwoProcesses) await readingServer.stop()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Stops an answer. */
async function stopAnswer(server: MeasuredServer, cookie: string, chat_id: string, chat_record_id: string) {
  await fetch(`${server.url}/api/application/chat/cancel`, {
    method: 'POST',
    headers: { cookie, 'x-login-type': 'front', 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id, chat_record_id }),
  })
}

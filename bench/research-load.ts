import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { processMemory } from '../server/src/documents/parser/parser-process.ts'
import { logIn } from './log-in.ts'
import {
  type Client,
  call,
  post,
  quantile,
  readLongestPause,
  startMonitoredServer,
} from './measured-client.ts'
import { localPath, type MeasuredServer } from './process.ts'
import { researchQuestions } from './research-gates.ts'

const RUNS = 20
const READERS = 200
const SEARCHES = 100
const POLL_INTERVAL_MS = 100
const TICK_MS = 50
const MB = 1024 * 1024

interface PlannedRun extends Client {
  run_id: string
  path: string
  accept: { run_id: string; action: 'accept'; plan_id: string; version: number }
}

/** Starts a research run, up to its plan. */
async function startPlannedRun(
  server: MeasuredServer,
  cookie: string,
  question: string,
): Promise<PlannedRun> {
  const client = { server, cookie }
  const { run_id } = await post(client, '/api/deep_research/run', { question })
  for (;;) {
    const run = await call(client, `/api/deep_research/run/${run_id}`)
    if (run.state === 'waiting_clarification')
      await post(client, `/api/deep_research/run/${run_id}/answer`, {})
    if (run.finished_at !== null) throw new Error(`${question}: ${run.state}`)
    const plan = run.snapshot.plans.at(-1)
    if (run.state === 'waiting_plan')
      return {
        ...client,
        run_id,
        path: `/api/deep_research/run/${run_id}/events`,
        accept: { run_id, action: 'accept', plan_id: plan.plan_id, version: plan.version },
      }
    await wait(POLL_INTERVAL_MS)
  }
}

interface ReaderFigures {
  events: number
  gaps: number
  unfinished: number
  p50: number
  p99: number
}

/** Starts readers in their own process; `ready` resolves when all are connected, `done` when every stream has ended. */
function startReaders(server: MeasuredServer, runs: PlannedRun[]) {
  const streams = JSON.stringify(runs.map(({ path, cookie }) => ({ path, cookie })))
  const child = spawn(
    process.execPath,
    [localPath('./stream-readers.ts'), server.url, String(READERS), streams],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const { promise: ready, resolve: connected } = Promise.withResolvers<void>()
  const { promise: done, resolve: ended } = Promise.withResolvers<ReaderFigures>()
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.includes('connected\n')) connected()
  })
  child.on('close', () => ended(JSON.parse(output.replace('connected\n', ''))))
  return { ready, done }
}

const WORDS = ['model', '方法', 'network', '数据 分析', 'learning', 'translation corpus']

/** Runs searches one after the other until the end; returns their times in milliseconds. */
async function measureSearches(client: Client, isOver: (count: number) => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver(times.length)) {
    const began = performance.now()
    await post(client, '/api/paper/search', { query: WORDS[times.length % WORDS.length] })
    times.push(performance.now() - began)
    await wait(20)
  }
  return times
}

/** Returns the resident memory of a server in megabytes. */
const residentMegabytes = ({ process }: MeasuredServer) => processMemory(process.pid ?? 0) / MB

/** Measures twenty concurrent research runs with two hundred readers, during searches. */
export async function loadBench(folder: string): Promise<void> {
  const server = await startMonitoredServer(folder)
  try {
    const asked = researchQuestions.filter(({ thin }) => !thin).slice(0, RUNS)
    const runs: PlannedRun[] = []
    for (const { question } of asked)
      runs.push(await startPlannedRun(server, await logIn(server, folder, `r${Date.now()}`), question))
    const [client] = runs
    if (!client) throw new Error('nothing was asked')
    const idle = await measureSearches(client, (count) => count === SEARCHES)
    const before = residentMegabytes(server)
    const { ready, done } = startReaders(server, runs)
    await ready
    await readLongestPause(server)
    let [peak, isOver] = [before, false]
    const sampling = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(server))
    }, POLL_INTERVAL_MS)
    const began = performance.now()
    const concurrent = measureSearches(client, () => isOver)
    for (const { accept, ...own } of runs)
      await post(own, `/api/deep_research/run/${accept.run_id}/plan`, accept)
    const read = await done
    const took = (performance.now() - began) / 1_000
    isOver = true
    const busy = await concurrent
    clearInterval(sampling)
    const pause = await readLongestPause(server)
    const p95 = (times: number[]) => quantile(times, 0.95)
    const rows = [
      ['events read', '', read.events.toLocaleString('en')],
      ['events lost or out of order; streams that did not end', '0', `${read.gaps}; ${read.unfinished}`],
      [
        'from said to read, p50 and p99 beside the tick, ms',
        '≤ 50',
        `${(read.p50 - TICK_MS).toFixed(0)}, ${(read.p99 - TICK_MS).toFixed(0)}`,
      ],
      ['all reports written after, s', '', took.toFixed(1)],
      ['memory before and at peak, MB', '', `${before.toFixed(0)}, ${peak.toFixed(0)}`],
      [
        'search p95, idle and meanwhile, ms',
        '',
        `${p95(idle).toFixed(0)}, ${p95(busy).toFixed(0)} (${(p95(busy) / p95(idle)).toFixed(1)} ×)`,
      ],
      ['longest pause of the main thread, ms', '', pause.toFixed(0)],
    ]
    console.log(`| ${RUNS} researches at once, ${READERS} readers | goal | figure |\n|---|---|---|`)
    for (const row of rows) console.log(`| ${row.join(' | ')} |`)
  } finally {
    await server.stop()
  }
}

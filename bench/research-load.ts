// Research under load: twenty runs at once, followed by two hundred readers, while searches go on.
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { processMemory } from '../server/src/documents/parser/process-memory.ts'
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
/** The server sends events in intervals of this length, which are no delay of its own. */
const TICK_MS = 50
/** Pause between two searches. */
const SEARCH_PAUSE_MS = 20
const MB = 1024 * 1024

/** A research run that waits for its plan to be accepted. */
interface PlannedRun extends Client {
  run_id: string
  /** The address of its stream of events. */
  path: string
  /** The input of the call that accepts the plan. */
  accept: { run_id: string; action: 'accept'; plan_id: string; version: number }
}

/**
 * Starts a research run and returns when its plan is ready; a question of the run is skipped.
 *
 * @throws Error when the run ends before.
 */
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

/** What the readers measured together. */
interface ReaderFigures {
  events: number
  /** Number of events that were lost or out of order. */
  gaps: number
  /** Number of streams that did not end. */
  unfinished: number
  /** Quantiles of the time from the origin of an event to its arrival, ms. */
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
    const start = performance.now()
    await post(client, '/api/paper/search', { query: WORDS[times.length % WORDS.length] })
    times.push(performance.now() - start)
    await wait(SEARCH_PAUSE_MS)
  }
  return times
}

/** Returns the resident memory of a server in megabytes. */
const residentMegabytes = ({ process }: MeasuredServer) => processMemory(process.pid ?? 0) / MB

const p95 = (times: number[]) => quantile(times, 0.95)

/** Measures twenty concurrent research runs with two hundred readers, during searches, and prints a table. */
export async function loadBench(folder: string): Promise<void> {
  const server = await startMonitoredServer(folder)
  try {
    const questions = researchQuestions.filter(({ thin }) => !thin).slice(0, RUNS)
    const runs: PlannedRun[] = []
    for (const { question } of questions)
      runs.push(await startPlannedRun(server, await logIn(server, folder, `r${Date.now()}`), question))
    const [client] = runs
    if (!client) throw new Error('nothing was asked')
    const idleTimes = await measureSearches(client, (count) => count === SEARCHES)
    const memoryBefore = residentMegabytes(server)
    const { ready, done } = startReaders(server, runs)
    await ready
    // Forgets the pauses so far.
    await readLongestPause(server)
    let [peakMemory, isOver] = [memoryBefore, false]
    const sampling = setInterval(() => {
      peakMemory = Math.max(peakMemory, residentMegabytes(server))
    }, POLL_INTERVAL_MS)
    const start = performance.now()
    const searches = measureSearches(client, () => isOver)
    for (const { accept, ...runClient } of runs)
      await post(runClient, `/api/deep_research/run/${accept.run_id}/plan`, accept)
    const readers = await done
    const seconds = (performance.now() - start) / 1_000
    isOver = true
    const busyTimes = await searches
    clearInterval(sampling)
    const pause = await readLongestPause(server)
    const rows = [
      ['events read', '', readers.events.toLocaleString('en')],
      [
        'events lost or out of order; streams that did not end',
        '0',
        `${readers.gaps}; ${readers.unfinished}`,
      ],
      [
        'from said to read, p50 and p99 beside the tick, ms',
        '≤ 50',
        `${(readers.p50 - TICK_MS).toFixed(0)}, ${(readers.p99 - TICK_MS).toFixed(0)}`,
      ],
      ['all reports written after, s', '', seconds.toFixed(1)],
      ['memory before and at peak, MB', '', `${memoryBefore.toFixed(0)}, ${peakMemory.toFixed(0)}`],
      [
        'search p95, idle and meanwhile, ms',
        '',
        `${p95(idleTimes).toFixed(0)}, ${p95(busyTimes).toFixed(0)} (${(p95(busyTimes) / p95(idleTimes)).toFixed(1)} ×)`,
      ],
      ['longest pause of the main thread, ms', '', pause.toFixed(0)],
    ]
    console.log(`| ${RUNS} researches at once, ${READERS} readers | goal | figure |\n|---|---|---|`)
    for (const row of rows) console.log(`| ${row.join(' | ')} |`)
  } finally {
    await server.stop()
  }
}

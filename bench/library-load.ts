// node bench/library-load.ts URL COOKIE USERS SECONDS: simulates users who search, type, view and save, then users who
// only type, then clients that search as fast as they get responses; prints rows of a table.
import { createClient } from './client.ts'
import { readAcl } from './corpus.ts'
import { createRandom, type Random } from './random.ts'

const [url = '', cookie = '', users = '100', seconds = '60'] = process.argv.slice(2)
const INDEX_TIMEOUT_MS = 300_000
const WARM_UP_SEARCHES = 100
const CLIENTS = 8
const CLIENT_SECONDS = 15

const send = createClient(url, cookie, Number(users))

type CallKind = 'search' | 'suggest' | 'view' | 'keep' | 'type' | 'busy'
const times: Record<CallKind, number[]> = { search: [], suggest: [], view: [], keep: [], type: [], busy: [] }
let errors = 0

/** Sends a call and records its time; null when the response is not a success. */
async function timeCall(
  kind: CallKind,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Buffer | null> {
  const started = performance.now()
  try {
    const bytes = await send(method, path, body)
    times[kind].push(performance.now() - started)
    return bytes
  } catch (error) {
    if (errors === 0) console.error(error)
    errors += 1
    return null
  }
}

/** Draws a query as people type it: two to four words of a title, a third of them joined by OR. */
function drawQuery(random: Random, titles: string[]): string {
  const title = titles[random.below(titles.length)] ?? ''
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
  const from = random.below(Math.max(1, words.length - 3))
  const chosen = words.slice(from, from + 2 + random.below(3))
  return chosen.join(random.below(3) === 0 ? ' OR ' : ' ')
}

const ID_PREFIX = '"id":"'

/** Returns the id of a random paper in a response, found in its raw bytes. */
function drawPaperId(answer: Buffer, random: Random): string | null {
  const somewhere = answer.indexOf(ID_PREFIX, random.below(answer.length))
  const at = somewhere === -1 ? answer.indexOf(ID_PREFIX) : somewhere
  if (at === -1) return null
  const from = at + ID_PREFIX.length
  return answer.toString('utf8', from, answer.indexOf('"', from))
}

/** Simulates one user until the time is up. */
async function simulateUser(number: number, titles: string[], dataset: string, until: number): Promise<void> {
  const random = createRandom(number + 1)
  // Users do not all start at the same moment.
  await thinkTime(random)
  while (performance.now() < until) {
    const query = drawQuery(random, titles)
    for (let length = 3; length <= Math.min(9, query.length); length += 3) {
      const begun = encodeURIComponent(query.slice(0, length))
      await timeCall('suggest', 'GET', `/api/dict/dictDictSuggestList?keyword=${begun}`)
    }
    const found = await timeCall('search', 'POST', '/api/paper/search', { query })
    const paper = found && drawPaperId(found, random)
    if (!paper) continue
    await timeCall('view', 'POST', '/api/user/log/logViewPaper', { paper_id: paper })
    if (random.below(4) === 0)
      await timeCall('keep', 'POST', '/api/dataset/paper/sync_batch_2_folder', {
        paper_id_list: [paper],
        targets: [{ dataset_id: dataset, folder_id: null }],
      })
    await thinkTime(random)
  }
}

const thinkTime = (random: Random) => new Promise((resolve) => setTimeout(resolve, 500 + random.below(2_000)))

const TYPISTS = 30
/** Average interval between two keystrokes of a fast typist, each of which sends a call, in milliseconds. */
const KEYSTROKE_INTERVAL_MS = 150

/** Simulates a user who types and gets suggestions from the third letter on. */
async function simulateTypist(number: number, titles: string[], until: number): Promise<void> {
  const random = createRandom(700 + number)
  while (performance.now() < until) {
    const query = drawQuery(random, titles)
    for (let length = 3; length <= Math.min(15, query.length) && performance.now() < until; length += 1) {
      await new Promise((resolve) => setTimeout(resolve, random.below(2 * KEYSTROKE_INTERVAL_MS)))
      const begun = encodeURIComponent(query.slice(0, length))
      await timeCall('type', 'GET', `/api/dict/dictDictSuggestList?keyword=${begun}`)
    }
  }
}

/** Simulates a client that searches again as soon as it gets a response. */
async function simulateSearcher(number: number, titles: string[], until: number): Promise<void> {
  const random = createRandom(500 + number)
  while (performance.now() < until)
    await timeCall('busy', 'POST', '/api/paper/search', { query: drawQuery(random, titles) })
}

/**
 * Runs several simulations concurrently; returns the elapsed seconds and the load of this process as a fraction of one
 * core.
 */
async function runConcurrently(
  count: number,
  length: number,
  one: (number: number, until: number) => Promise<void>,
) {
  const cpu = process.cpuUsage()
  const started = performance.now()
  const until = started + length * 1_000
  await Promise.all(Array.from({ length: count }, (_, number) => one(number, until)))
  const spent = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  return { spent, own: `${Math.round((user + system) / spent / 1e4)} % of a core for the load` }
}

function percentile(values: number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0)
}

const formatPercentiles = (list: number[]) =>
  `p50 ${percentile(list, 0.5)} ms, p95 ${percentile(list, 0.95)} ms`

async function fetchData(path: string) {
  return JSON.parse((await send('GET', path)).toString()).data
}

async function waitUntilIndexed(): Promise<void> {
  for (const late = performance.now() + INDEX_TIMEOUT_MS; performance.now() < late; ) {
    const { paper_count, indexed_count } = await fetchData('/api/admin/import')
    if (paper_count === indexed_count) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const titles = (readAcl() ?? []).map(({ title }) => title)
await waitUntilIndexed()
const dataset = await fetchData('/api/dataset/private/get_id')
// Warms up, so that loading by the first searches does not count.
for (let number = 0; number < WARM_UP_SEARCHES; number += 1)
  await send('POST', '/api/paper/search', { query: drawQuery(createRandom(900 + number), titles) })

const userRun = await runConcurrently(Number(users), Number(seconds), (number, until) =>
  simulateUser(number, titles, dataset, until),
)
const all = Object.values(times).reduce((sum, list) => sum + list.length, 0)
const rate = Math.round(all / userRun.spent)
console.log(
  `| ${users} users for ${seconds} s | errors 0 | ${errors} errors, ${rate} requests/s, ${userRun.own} |`,
)
const goals = { search: 'p95 ≤ 100 ms', suggest: 'p95 ≤ 30 ms', view: '–', keep: '–' }
for (const kind of ['search', 'suggest', 'view', 'keep'] as const)
  console.log(`| ${kind} | ${goals[kind]} | ${formatPercentiles(times[kind])} (${times[kind].length}) |`)

const typingRun = await runConcurrently(TYPISTS, CLIENT_SECONDS, (number, until) =>
  simulateTypist(number, titles, until),
)
const keystrokesPerSecond = Math.round(times.type.length / typingRun.spent)
console.log(
  `| ${TYPISTS} people typing | p95 ≤ 20 ms | ${formatPercentiles(times.type)}, ${keystrokesPerSecond}/s, ${typingRun.own} |`,
)

const busyRun = await runConcurrently(CLIENTS, CLIENT_SECONDS, (number, until) =>
  simulateSearcher(number, titles, until),
)
const searchesPerSecond = Math.round(times.busy.length / busyRun.spent)
console.log(
  `| ${CLIENTS} clients searching | p95 ≤ 60 ms, ≥ 300/s | ${formatPercentiles(times.busy)}, ${searchesPerSecond}/s, ${busyRun.own} |`,
)
if (errors > 0) process.exitCode = 1
process.exit()

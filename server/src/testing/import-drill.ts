import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dropInInbox } from '../library/import/inbox.ts'
import { seededRandom } from './random.ts'
import { type RealServer, registerPerson, startRealServer } from './real-server.ts'
import { TEST_TIMEOUT_MS } from './timeouts.ts'

interface DrillOptions {
  env: { DATA_DIR: string; DATABASE_URL: string }
  kills: number
  /** Number of works in a file; the next file follows when one is imported. */
  works: number
  seed: number
}

interface DrillOutcome {
  kills: number
  /** Descriptions of errors in the database, the index and searches for single titles at the end. */
  faults: string[]
  papers: number
  /** Number of kills during the import itself. */
  during: number
}

/**
 * Maximum random delay of a kill after the awaited event, in milliseconds: two of three kills come soon after records
 * were read, so that they meet the import on a fast machine too, and one some time after something was read or indexed.
 */
const KILL_SPREAD_MS = { import: 60, index: 500 }

/**
 * Kills the server with SIGKILL repeatedly while it imports a file, writes its index and merges segments. Records once
 * reported as read have to stay read, and at the end database and index both have to contain every work exactly once.
 */
export async function runImportDrill({ env, kills, works, seed }: DrillOptions): Promise<DrillOutcome> {
  const random = seededRandom(seed)
  const faults: string[] = []
  let server = await startRealServer(env)
  try {
    const cookie = await registerPerson(server, env.DATA_DIR)
    const before = (await getImportProgress(server, cookie)).paper_count
    let [read, during, files] = [0, 0, 0]
    for (let round = 1; round <= kills; round += 1) {
      const then = await getImportProgress(server, cookie)
      if (then.state === 'done' || files === 0) {
        dropInInbox(env.DATA_DIR, [writeWorks(env.DATA_DIR, files, works)], `drill-${files}`)
        files += 1
        read = 0
      }
      const aim = round % 3 === 0 ? 'index' : 'import'
      await waitForProgress(server, cookie, files, then, aim)
      await sleep(random() * KILL_SPREAD_MS[aim])
      const now = await getImportProgress(server, cookie)
      read = Math.max(read, now.read)
      if (now.state !== 'done') during += 1
      server.process.kill('SIGKILL')
      await server.ended
      server = await startRealServer(env)
      const after = await getImportProgress(server, cookie)
      if (after.runs === files && after.read < read)
        faults.push(`kill ${round}: ${after.read} of ${read} acknowledged records`)
    }
    const papers = await waitUntilSettled(server, cookie, before + files * works, faults)
    await searchSample(server, cookie, files * works, random, faults)
    return { kills, faults, papers, during }
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until the newest of `runs` imports, or for `index` also the index, has advanced, at the latest to its end. */
async function waitForProgress(
  server: RealServer,
  cookie: string,
  runs: number,
  then: ImportProgress,
  aim: 'import' | 'index',
): Promise<void> {
  for (;;) {
    const now = await getImportProgress(server, cookie)
    const read = now.runs === then.runs ? then.read : 0
    const indexed = aim === 'index' && now.indexed_count > then.indexed_count
    const further = now.read > read || indexed || now.state === 'done'
    if (now.runs === runs && further) return
    if (now.state === 'failed') throw new Error(`an import failed: ${JSON.stringify(now)}`)
    await sleep(20)
  }
}

/** Returns a title that no other work has. */
const sampleTitle = (number: number) => `Drill of the ${number.toString(36)}zq kind in paper ${number}`

function writeWorks(folder: string, part: number, works: number): string {
  const file = join(folder, `drill-${part}.jsonl`)
  const lines = Array.from({ length: works }, (_, index) => {
    const number = part * works + index
    return JSON.stringify({
      id: `drill.${number}`,
      title: sampleTitle(number),
      abstract: `What happens to record ${number} when the power fails while segments are merged.`,
      authors: [`Author ${number % 97} Tester`],
      year: 1990 + (number % 30),
      venue: `drill${number % 7}`,
      type: 'conference',
      doi: null,
      url: null,
    })
  })
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

interface ImportProgress {
  /** Number of imports, and of records that the newest has read. */
  runs: number
  read: number
  state: string
  paper_count: number
  indexed_count: number
}

async function getImportProgress(server: RealServer, cookie: string): Promise<ImportProgress> {
  const response = await fetch(`${server.url}/api/admin/import`, { headers: { cookie } })
  const { data } = await response.json()
  const [run] = data.list
  const { paper_count, indexed_count } = data
  return {
    runs: data.total,
    read: run?.records ?? 0,
    state: run?.state ?? 'none',
    paper_count,
    indexed_count,
  }
}

/** Waits until the import has ended and the index is up to date. */
async function waitUntilSettled(
  server: RealServer,
  cookie: string,
  expected: number,
  faults: string[],
): Promise<number> {
  for (const late = Date.now() + TEST_TIMEOUT_MS; Date.now() < late; await sleep(200)) {
    const { state, paper_count, indexed_count } = await getImportProgress(server, cookie)
    if (state === 'done' && paper_count === expected && indexed_count === expected) return paper_count
  }
  const last = await getImportProgress(server, cookie)
  faults.push(`at the end: ${JSON.stringify(last)} instead of ${expected} papers`)
  return last.paper_count
}

const SEARCH_SAMPLE_SIZE = 40

async function searchSample(
  server: RealServer,
  cookie: string,
  works: number,
  random: () => number,
  faults: string[],
): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-login-type': 'front', cookie }
  for (let look = 0; look < SEARCH_SAMPLE_SIZE; look += 1) {
    const title = sampleTitle(Math.floor(random() * works))
    const body = JSON.stringify({ query: `"${title}"`, facets: false })
    const response = await fetch(`${server.url}/api/paper/search`, { method: 'POST', headers, body })
    const { data } = await response.json()
    if (data.total !== 1 || data.list[0]?.title !== title) faults.push(`${title}: ${data.total} hits`)
  }
}

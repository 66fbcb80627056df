import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { logTimes } from '../../server/src/testing/cluster.ts'
import { createCuttableLink } from '../../server/src/testing/cuttable-link.ts'
import { callApi, killCount, postApi, sleep } from '../../server/src/testing/drill-client.ts'
import { emptyPostgres } from '../../server/src/testing/fresh-database.ts'
import { DRILL_TIMEOUT_MS } from '../../server/src/testing/timeouts.ts'
import { startOpenSearch } from '../opensearch.mjs'
import { pollUntil } from '../poll-until.mjs'
import { startInstallation } from './installation.ts'

type OpenSearchCluster = Awaited<ReturnType<typeof startOpenSearch>>
let searchCluster: OpenSearchCluster

beforeAll(async () => {
  searchCluster = await startOpenSearch({ nodes: 3 })
})
afterAll(() => searchCluster?.stop())

/** Prints a duration, for information only; no test asserts it. */
function recordTime(what: string, began: number, times: number[]): void {
  const ms = performance.now() - began
  times.push(ms)
  console.info(`${what}: ${(ms / 1_000).toFixed(1)} s`)
}

/** Returns the id of the process that feeds the papers. */
async function readLeaderPid(prefix: string): Promise<number> {
  const answer = await fetch(`${searchCluster.urls[0]}/${prefix}-progress/_doc/leader-papers`)
  const { _source } = (await answer.json()) as { _source?: { holder: string } }
  return Number(_source?.holder.split(' ')[0] ?? 0)
}

test('what one process imports is found through each, and a session of one holds at the other', async () => {
  const { bring, allFind, through } = await startInstallation(searchCluster.urls)
  bring('zebra', 30)
  await allFind('zebra', 30)
  const answer = await postApi(through, '/api/paper/search', { query: 'zebra', facets: true })
  expect(JSON.stringify(answer.facets)).toContain('2024')
  for (let times = 0; times < 4; times += 1)
    expect(await callApi(through, '/api/user')).toMatchObject({ nick_name: '演练' })
})

/**
 * Returns how many papers the processes have sent to OpenSearch; this count is current before a refresh makes them
 * searchable.
 */
async function countFedPapers(prefix: string): Promise<number> {
  const answer = await fetch(`${searchCluster.urls[0]}/${prefix}-papers/_stats/indexing`)
  const { _all } = (await answer.json()) as { _all: { primaries: { indexing: { index_total: number } } } }
  return _all.primaries.indexing.index_total
}

/** Number of papers that is fed in several steps, each of which reports progress. */
const BULK_PAPERS = 4_000

test('a process that feeds and is killed in the middle is followed by another: nothing is lost, nothing is there twice', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const { bring, allFind, papers, replace, running, prefix } = await startInstallation(searchCluster.urls)
  bring('seed', 5)
  await allFind('seed', 5)
  const [times, inMiddle]: [number[], number[]] = [[], []]
  let expected = await papers()
  for (let kill = 1; kill <= killCount(2); kill += 1) {
    const before = await countFedPapers(prefix)
    bring(`okapi${kill}`, BULK_PAPERS)
    await pollUntil(
      'the feed',
      () => countFedPapers(prefix),
      (fed) => fed > before,
      { interval_ms: 10 },
    )
    const pid = await readLeaderPid(prefix)
    const leader = running.find(({ process }) => process.pid === pid)
    if (!leader) throw new Error(`the process ${pid} feeds, and is none of ours`)
    const began = performance.now()
    leader.process.kill('SIGKILL')
    await leader.ended
    const fed = (await countFedPapers(prefix)) - before
    await replace(leader)
    if (fed < BULK_PAPERS) inMiddle.push(fed)
    await allFind(`okapi${kill}`, BULK_PAPERS)
    recordTime(
      `kill ${kill} of the process that feeds, ${fed} of ${BULK_PAPERS} fed, until all are found`,
      began,
      times,
    )
    expected += BULK_PAPERS
    expect(await papers()).toBe(expected)
  }
  console.info(`in the middle of the feed: ${inMiddle.length} of ${times.length}`)
  logTimes('after a kill of the process that feeds, until all papers are found', times)
})

test('while a node of three is killed and comes back every search is answered', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const { bring, allFind, found } = await startInstallation(searchCluster.urls)
  bring('tapir', 50)
  await allFind('tapir', 50)
  await searchCluster.green()
  const times: number[] = []
  let [answers, refusals] = [0, 0]
  for (let kill = 0; kill < killCount(1); kill += 1) {
    const node = searchCluster.nodes[kill % searchCluster.nodes.length]
    const began = performance.now()
    await node?.kill()
    let [answered, refused] = [0, 0]
    for (let asks = 0; asks < 40; asks += 1) {
      const total = await found('tapir')
      if (total === null) refused += 1
      else {
        answered += 1
        expect(total).toBe(50)
      }
      await sleep(50)
    }
    console.info(`a node of three gone: ${answered} searches answered, ${refused} refused`)
    answers += answered
    refusals += refused
    await allFind('tapir', 50)
    await node?.start()
    await searchCluster.green()
    recordTime('until the node is back and all shards have their copies', began, times)
  }
  console.info(`searches while a node was gone: ${answers} answered with all there is, ${refusals} refused`)
  logTimes('until a killed node of three is back and all shards have their copies', times)
})

test('without OpenSearch searches say so, all else goes on, and it recovers by itself', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const { bring, allFind, papers, through } = await startInstallation(searchCluster.urls)
  bring('gnu', 20)
  await allFind('gnu', 20)
  const [refusedAfter, recovered]: [number[], number[]] = [[], []]
  let expected = await papers()
  for (let kill = 1; kill <= killCount(1); kill += 1) {
    await searchCluster.green()
    await Promise.all(searchCluster.nodes.map(({ kill }) => kill()))
    const began = performance.now()
    const refused = await fetch(`${through.server.url}/api/paper/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-login-type': 'front', cookie: through.cookie },
      body: JSON.stringify({ query: 'gnu', facets: false }),
    })
    recordTime('a search without OpenSearch is answered after', began, refusedAfter)
    expect(refused.status).toBe(503)
    expect(JSON.stringify(await refused.json())).toContain('检索服务暂不可用')
    expect(await callApi(through, '/api/user')).toMatchObject({ nick_name: '演练' })
    expect((await fetch(`${through.server.url}/readyz`)).status).toBe(200)
    bring(`quagga${kill}`, 7)
    const restarted = performance.now()
    await Promise.all(searchCluster.nodes.map((node) => node.start()))
    await searchCluster.green()
    await allFind('gnu', 20)
    await allFind(`quagga${kill}`, 7)
    recordTime(
      'from the start of its nodes until all is found, what came meanwhile too',
      restarted,
      recovered,
    )
    expected += 7
    expect(await papers()).toBe(expected)
  }
  logTimes('a search without OpenSearch is answered after', refusedAfter)
  logTimes('from the start of its nodes until all is found', recovered)
})

test('a cut to the database is mended by itself, and what came before and after is there once', async () => {
  const line = await createCuttableLink(await emptyPostgres())
  onTestFinished(line.end)
  const { bring, allFind, through } = await startInstallation(searchCluster.urls, { DATABASE_URL: line.url })
  bring('ibis', 20)
  await allFind('ibis', 20)
  const times: number[] = []
  for (let cut = 1; cut <= killCount(2); cut += 1) {
    bring(`heron${cut}`, 100)
    await sleep(300)
    line.cut()
    await sleep(1_500)
    const began = performance.now()
    line.mend()
    await expect
      .poll(() => callApi(through, '/api/user').catch(() => null))
      .toMatchObject({ nick_name: '演练' })
    await allFind(`heron${cut}`, 100)
    recordTime(`cut ${cut} to the database, until all is found`, began, times)
  }
  logTimes('after a cut to the database is mended, until all is found', times)
})

// npm run bench -- webs: requests/s of two web processes compared with one, over PostgreSQL, and the share of the
// machine that each part takes, since clients and database run on the same one.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresCluster } from '../server/src/testing/postgres-cluster.ts'
import { logIn } from './log-in.ts'
import { childCpuSeconds, cpuSeconds, type MeasuredServer, measureLoad, startMeasured } from './process.ts'
import { publishFigures, rounded } from './results.ts'

const CLIENTS = 40
const SECONDS = 5
const ROUNDS = 3
/** A path that queries the database for the user, and one that queries nothing. */
const PATHS = ['/api/user', '/api/openapi.json']

interface RoundFigures {
  rate: number
  p99: number
  /** Processor cores used by the web processes and by the database. */
  webs: number
  database: number
}

const medianFigure = (rounds: RoundFigures[], figure: keyof RoundFigures) =>
  rounds.map((round) => round[figure]).toSorted((a, b) => a - b)[rounds.length >> 1] ?? Number.NaN

const folder = mkdtempSync(join(tmpdir(), 'scinav-bench-'))
const postgres = await startPostgresCluster(true)
const sharedSettings = {
  DATA_DIR: folder,
  DATABASE_URL: postgres.url,
  LOG_LEVEL: 'error',
  RATE_LIMIT_SCALE: '100000',
}
const startProcess = (name: string) =>
  startMeasured('../server/src/main.ts', {
    ...{ ...sharedSettings, ROLE: name === 'worker' ? 'worker' : 'web', INDEX_DIR: join(folder, name) },
  })
const webs = [await startProcess('one'), await startProcess('two')]
const worker = await startProcess('worker')

/** Requests from some processes at once, each with its share of the clients. */
async function measureRound(asked: MeasuredServer[], path: string, cookie: string): Promise<RoundFigures> {
  const before = {
    webs: webs.map(({ process }) => cpuSeconds(process)),
    database: childCpuSeconds(postgres.pid),
  }
  const began = performance.now()
  const load = { clients: CLIENTS / asked.length, seconds: SECONDS, cookie }
  const rounds = await Promise.all(asked.map((server) => measureLoad(server, path, load)))
  const seconds = (performance.now() - began) / 1_000
  const spent = webs.reduce((sum, { process }, at) => sum + cpuSeconds(process) - (before.webs[at] ?? 0), 0)
  return {
    rate: rounds.reduce((sum, { rate }) => sum + rate, 0),
    p99: Math.max(...rounds.map(({ p99 }) => p99)),
    webs: spent / seconds,
    database: (childCpuSeconds(postgres.pid) - before.database) / seconds,
  }
}

try {
  const cookie = await logIn(webs[0] as MeasuredServer, folder)
  console.log(
    `${availableParallelism()} cores, ${CLIENTS} clients, middle of ${ROUNDS} rounds of ${SECONDS} s\n`,
  )
  console.log('| call | processes | requests/s | p99 ms | cores of the web processes | of PostgreSQL |')
  console.log('|---|---|---|---|---|---|')
  for (const path of PATHS) {
    const seen: [RoundFigures[], RoundFigures[]] = [[], []]
    // The first round warms up and does not count.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [at, rounds] of seen.entries()) {
        const one = await measureRound(webs.slice(0, at + 1), path, cookie)
        if (round > 0) rounds.push(one)
      }
    for (const [at, rounds] of seen.entries()) {
      const figures = [medianFigure(rounds, 'rate').toFixed(0), medianFigure(rounds, 'p99').toFixed(0)]
      const cores = [medianFigure(rounds, 'webs').toFixed(2), medianFigure(rounds, 'database').toFixed(2)]
      console.log(`| ${path} | ${at + 1} | ${[...figures, ...cores].join(' | ')} |`)
    }
    const share = medianFigure(seen[1], 'rate') / medianFigure(seen[0], 'rate')
    console.log(`| | | × ${share.toFixed(2)} | | | |`)
    publishFigures('webs', [
      {
        name: `${path}, two processes without a quota, share of one`,
        value: rounded(share, 2),
        conditions: `clients, database and processes on ${availableParallelism()} cores`,
      },
    ])
  }
} finally {
  await Promise.all([...webs, worker].map((server) => server.stop()))
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

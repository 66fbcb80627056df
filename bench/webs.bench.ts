// npm run bench -- webs: requests/s of two web processes beside one over PostgreSQL, and which share of the machine each
// part takes: clients and database run on the same one.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../server/src/testing/postgres-cluster.ts'
import { logIn } from './person.ts'
import { cpuSeconds, familySeconds, type Measured, measure, startMeasured } from './process.ts'

const CLIENTS = 40
const SECONDS = 5
const ROUNDS = 3
/** One that asks the database who is there, and one that asks it nothing. */
const PATHS = ['/api/user', '/api/openapi.json']

interface Seen {
  rate: number
  p99: number
  /** Cores that the web processes and the database took. */
  webs: number
  database: number
}

const middle = (rounds: Seen[], figure: keyof Seen) =>
  rounds.map((round) => round[figure]).toSorted((a, b) => a - b)[rounds.length >> 1] ?? Number.NaN

const folder = mkdtempSync(join(tmpdir(), 'scinav-bench-'))
const postgres = await startCluster(true)
const shared = {
  DATA_DIR: folder,
  DATABASE_URL: postgres.url,
  LOG_LEVEL: 'error',
  RATE_LIMIT_SCALE: '100000',
}
const start = (name: string) =>
  startMeasured('../server/src/main.ts', {
    ...{ ...shared, ROLE: name === 'worker' ? 'worker' : 'web', INDEX_DIR: join(folder, name) },
  })
const webs = [await start('one'), await start('two')]
const worker = await start('worker')

/** Asks some processes at once, each by its share of the clients. */
async function ask(asked: Measured[], path: string, cookie: string): Promise<Seen> {
  const before = {
    webs: webs.map(({ process }) => cpuSeconds(process)),
    database: familySeconds(postgres.pid),
  }
  const began = performance.now()
  const load = { clients: CLIENTS / asked.length, seconds: SECONDS, cookie }
  const rounds = await Promise.all(asked.map((server) => measure(server, path, load)))
  const seconds = (performance.now() - began) / 1_000
  const spent = webs.reduce((sum, { process }, at) => sum + cpuSeconds(process) - (before.webs[at] ?? 0), 0)
  return {
    rate: rounds.reduce((sum, { rate }) => sum + rate, 0),
    p99: Math.max(...rounds.map(({ p99 }) => p99)),
    webs: spent / seconds,
    database: (familySeconds(postgres.pid) - before.database) / seconds,
  }
}

try {
  const cookie = await logIn(webs[0] as Measured, folder)
  console.log(
    `${availableParallelism()} cores, ${CLIENTS} clients, middle of ${ROUNDS} rounds of ${SECONDS} s\n`,
  )
  console.log('| call | processes | requests/s | p99 ms | cores of the web processes | of PostgreSQL |')
  console.log('|---|---|---|---|---|---|')
  for (const path of PATHS) {
    const seen: [Seen[], Seen[]] = [[], []]
    // The first round warms up and does not count.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [at, rounds] of seen.entries()) {
        const one = await ask(webs.slice(0, at + 1), path, cookie)
        if (round > 0) rounds.push(one)
      }
    for (const [at, rounds] of seen.entries()) {
      const figures = [middle(rounds, 'rate').toFixed(0), middle(rounds, 'p99').toFixed(0)]
      const cores = [middle(rounds, 'webs').toFixed(2), middle(rounds, 'database').toFixed(2)]
      console.log(`| ${path} | ${at + 1} | ${[...figures, ...cores].join(' | ')} |`)
    }
    console.log(`| | | × ${(middle(seen[1], 'rate') / middle(seen[0], 'rate')).toFixed(2)} | | | |`)
  }
} finally {
  await Promise.all([...webs, worker].map((server) => server.stop()))
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

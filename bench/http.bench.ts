// npm run bench -- http: requests/s of GET /api/user with 50 clients, as a ratio to a bare Fastify route in the same
// run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logIn } from './log-in.ts'
import { measureLoad, type Round, startMeasured } from './process.ts'
import { publishFigures, rounded } from './results.ts'

const CLIENTS = 50
const SECONDS = 5
const ROUNDS = 3
const GOAL = 0.5
const PATH = '/api/user'

/** Returns the median of a figure over the rounds. */
function medianFigure(rounds: Round[], figure: keyof Round): number {
  const values = rounds.map((round) => round[figure]).toSorted((a, b) => a - b)
  return values[Math.floor(values.length / 2)] ?? Number.NaN
}

function figuresLine(name: string, rounds: Round[]): string {
  const [rate, cpu, p99] = (['rate', 'cpu', 'p99'] as const).map((figure) =>
    medianFigure(rounds, figure).toFixed(0).padStart(7),
  )
  return `| ${name.padEnd(18)} | ${rate} | ${cpu} | ${p99} |`
}

const folder = mkdtempSync(join(tmpdir(), 'scinav-bench-'))
const settings = { DATA_DIR: folder, LOG_LEVEL: 'info', RATE_LIMIT_SCALE: '100000' }
const productServer = await startMeasured('../server/src/main.ts', settings)
const bareServer = await startMeasured('./bare-server.ts')
try {
  const cookie = await logIn(productServer, folder)
  const load = { clients: CLIENTS, seconds: SECONDS, cookie }
  // The first round warms both up and does not count.
  const rounds: { ours: Round[]; bare: Round[] } = { ours: [], bare: [] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    rounds.bare.push(await measureLoad(bareServer, PATH, load))
    rounds.ours.push(await measureLoad(productServer, PATH, load))
  }
  const counted = { ours: rounds.ours.slice(1), bare: rounds.bare.slice(1) }
  const ratio = medianFigure(counted.ours, 'rate') / medianFigure(counted.bare, 'rate')
  console.log('|                    | req/s   | CPU µs  | p99 ms  |\n|---|---|---|---|')
  console.log(
    `${figuresLine('bare Fastify route', counted.bare)}\n${figuresLine(`GET ${PATH}`, counted.ours)}`,
  )
  publishFigures('http', [
    {
      name: `GET ${PATH}, ${CLIENTS} clients, share of a bare Fastify route`,
      value: rounded(ratio, 2),
      goal: `≥ ${GOAL}`,
    },
    { name: 'SciNav', value: Math.round(medianFigure(counted.ours, 'rate')), unit: 'requests/s' },
    { name: 'bare Fastify route', value: Math.round(medianFigure(counted.bare, 'rate')), unit: 'requests/s' },
  ])
  console.log(
    `\nratio ${ratio.toFixed(2)} (goal ≥ ${GOAL}), ${CLIENTS} clients, middle of ${ROUNDS} rounds of ${SECONDS} s`,
  )
} finally {
  await Promise.all([bareServer.stop(), productServer.stop()])
  rmSync(folder, { recursive: true, force: true })
}

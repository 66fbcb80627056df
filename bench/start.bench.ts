// npm run bench -- start [ROUNDS]: time and processor time of starts, of the built server and of its source: until the
// server is ready with an empty folder, and with the folder of an earlier start until it has answered a search.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUILT_SERVER, ensureBuilt } from '../scripts/setup/builds.mjs'
import { postJson, startRealServer } from '../server/src/testing/real-server.ts'
import { logIn } from './log-in.ts'
import { cpuSeconds, localPath } from './process.ts'
import { type Figure, publishFigures, rounded } from './results.ts'

const [rounds = '5'] = process.argv.slice(3)
const GOAL = '≤ 1'
const MOMENTS = ['ready, empty folder', 'ready', 'first search answered'] as const
const MAINS = { built: BUILT_SERVER, source: localPath('../server/src/main.ts') }

interface Moment {
  seconds: number
  cpu: number
}

/** Starts a server twice and stops it again; returns when it reached each of `MOMENTS`. */
async function measureStarts(main: string): Promise<Moment[]> {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-start-'))
  const start = async () => {
    const begun = performance.now()
    const server = await startRealServer({ DATA_DIR: folder }, main)
    const moment = () => ({
      seconds: (performance.now() - begun) / 1_000,
      cpu: cpuSeconds(server.process),
    })
    const stop = async () => {
      server.process.kill('SIGTERM')
      await server.ended
    }
    return { server, moment, stop }
  }
  try {
    const first = await start()
    const moments = [first.moment()]
    const cookie = await logIn(first.server, folder)
    await first.stop()
    const second = await start()
    moments.push(second.moment())
    const answer = await postJson(
      second.server,
      '/api/paper/search',
      { query: 'graph neural network' },
      cookie,
    )
    moments.push(second.moment())
    await second.stop()
    if (!answer?.ok) throw new Error(`the search failed: ${await answer?.text()}`)
    return moments
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const middle = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

if ((await ensureBuilt('server', process.execPath)) !== 0) throw new Error('the server cannot be built')
const runs: Record<keyof typeof MAINS, Moment[][]> = { built: [], source: [] }
// The first round fills the cache of compiled modules and does not count.
for (let round = 0; round <= Number(rounds); round += 1)
  for (const name of ['built', 'source'] as const) runs[name].push(await measureStarts(MAINS[name]))

const figures = MOMENTS.flatMap((moment, at): Figure[] => {
  const values = (name: keyof typeof MAINS, figure: keyof Moment) =>
    rounded(middle(runs[name].slice(1).map((moments) => moments[at]?.[figure] ?? Number.NaN)), 2)
  const figure = (name: string, kind: keyof Moment): Figure => ({
    name,
    value: values('built', kind),
    unit: 's',
    baseline: { 'from source': values('source', kind) },
  })
  const time = figure(moment, 'seconds')
  return [
    at === MOMENTS.length - 1 ? { ...time, goal: GOAL } : time,
    figure(`${moment}: processor time`, 'cpu'),
  ]
})
console.table(figures.map(({ name, value, baseline }) => ({ name, value, ...baseline })))
publishFigures('start', figures)

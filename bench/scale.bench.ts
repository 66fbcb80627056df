// npm run bench -- scale [PAPERS…]: what each figure of a library costs as it grows. Papers in Chinese and English are
// generated (generated-papers.ts), imported from a RIS file, searched and served; SQLite FTS5 over the same papers in the
// same run shows how fast the machine is. Each figure has an exponent e: it grows as PAPERS^e.
import { execFile } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { exportWriter, toCsl } from '../citation/src/index.ts'
import { SERVER_FLAGS } from '../scripts/node24.mjs'
import { aclWork, readAcl } from './corpus.ts'
import { growPapers, readChinesePapers } from './generated-papers.ts'
import { importPapers, residentBytes } from './import-papers.ts'
import { bytesByStructure, bytesOf } from './index-bytes.ts'
import { localPath, startMeasured } from './process.ts'
import { type Figure, publishFigures } from './results.ts'
import { CHINESE, mixedQueries, QUERIES_FILE, SAMPLES_FILE } from './search-queries.ts'

const given = process.argv
  .slice(3)
  .map(Number)
  .filter((size) => size > 0)
const sizes = given.length > 0 ? given : [100_000, 300_000, 1_000_000]
const CHINESE_SHARE = 0.5
const SAMPLES = 50_000

interface Times {
  p50: number
  p95: number
  most: number
}

/** What `search-run.ts` prints. */
interface SearchResult {
  seconds: number
  opened: number
  searched: number
  eight: Times
  two: Times
  suggest: Times
  deep: Record<number, Times>
  fresh: Times
}

type Row = [name: string, unit: string, goal: string, value: number]

const acl = readAcl() ?? []

function* risLines(count: number): Generator<string> {
  const writer = exportWriter('ris', {})
  let index = 0
  for (const work of growPapers(acl, count, CHINESE_SHARE)) {
    yield `${writer.entry(toCsl(work, work.external_ids.acl), index)}\n`
    index += 1
  }
}

/** Runs a file of this folder in its own process; returns its output, parsed as JSON. */
async function run<T>(file: string, args: string[]): Promise<T> {
  const all = [...SERVER_FLAGS, '--expose-gc', '--max-old-space-size=8192', localPath(file), ...args]
  const { stdout } = await promisify(execFile)(process.execPath, all, { maxBuffer: 1e8 })
  return JSON.parse(stdout)
}

/** Starts the server over the library, as after a restart. */
async function measureStart(folder: string): Promise<{ seconds: number; bytes: number }> {
  const started = performance.now()
  const server = await startMeasured('../server/src/main.ts', { DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const seconds = (performance.now() - started) / 1000
  const bytes = residentBytes(server.process.pid)
  await server.stop()
  return { seconds, bytes }
}

/** Writes the searches and the papers to add, where `search-run.ts` expects them. */
function writeInputs(folder: string): void {
  const queries = [...mixedQueries(acl), ...mixedQueries(readChinesePapers(), CHINESE)]
  writeFileSync(join(folder, QUERIES_FILE), JSON.stringify(queries))
  const samples = acl.slice(0, SAMPLES).map((paper) => JSON.stringify(aclWork(paper)))
  writeFileSync(join(folder, SAMPLES_FILE), samples.join('\n'))
}

async function measureSize(count: number, folder: string): Promise<Row[]> {
  const file = join(folder, 'papers.ris')
  const data = join(folder, 'data')
  mkdirSync(data)
  await pipeline(risLines(count), createWriteStream(file))
  const imported = await importPapers(file, data, count)
  const index_bytes = bytesOf(join(data, 'index'))
  const structures = bytesByStructure(join(data, 'index')).map(
    ([name, value]): Row => [name, 'bytes a paper', '', value],
  )
  const database_bytes = bytesOf(data, /\.db/)
  rmSync(file)
  const start = await measureStart(data)
  writeInputs(data)
  const found = await run<SearchResult>('./search-run.ts', [data])
  const fts5 = await run<{ p50: number; p95: number }>('./search-fts5.ts', [
    folder,
    String(count),
    String(CHINESE_SHARE),
  ])
  return [
    ['import and index', 'papers/s', '≥ 8,000', imported.rate],
    ['import and index, of processor time', 'papers/s', '', count / imported.cpu],
    ['import, most memory', 'GB', '', imported.late / 1e9],
    ['index on disk', 'GB', '≤ 6', index_bytes / 1e9],
    ...structures,
    ['database', 'GB', '≤ 25', database_bytes / 1e9],
    ['server: start until it answers', 's', '', start.seconds],
    ['server: memory after the start', 'GB', '≤ 12', start.bytes / 1e9],
    ['index: open', 's', '≤ 15', found.seconds],
    ['index: memory open', 'GB', '≤ 12', found.opened / 1e9],
    ['index: memory after the searches', 'GB', '≤ 12', found.searched / 1e9],
    ['search, eight facets, p50', 'ms', '≤ 15', found.eight.p50],
    ['search, eight facets, p95', 'ms', '≤ 40', found.eight.p95],
    ['search, two facets, p95', 'ms', '', found.two.p95],
    ['page at 20 hits, longest lists, p50', 'ms', '', found.deep[20]?.p50 ?? Number.NaN],
    ['page at 10,000 hits, longest lists, p50', 'ms', '', found.deep[10_000]?.p50 ?? Number.NaN],
    ['suggestions, p95', 'ms', '≤ 25', found.suggest.p95],
    ['one more paper found, most', 'ms', '≤ 1,000', found.fresh.most],
    ['FTS5 without facets, English searches, p50', 'ms', '', fts5.p50],
    ['FTS5 without facets, English searches, p95', 'ms', '', fts5.p95],
  ]
}

/** Returns e where a figure grows as PAPERS^e, from the smallest to the largest size. */
function exponent(values: number[]): string {
  const [first = 0, last = 0] = [values[0], values.at(-1)]
  const [from = 1, to = 1] = [sizes[0], sizes.at(-1)]
  return from === to ? '' : (Math.log(last / first) / Math.log(to / from)).toFixed(2)
}

const readable = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)

function printTable(measured: Row[][]): void {
  const heads = sizes.map((size) => size.toLocaleString('en'))
  console.log(
    `| figure | goal at 10,000,000 | ${heads.join(' | ')} | exponent |\n|---|---|${'---|'.repeat(sizes.length + 1)}`,
  )
  for (const [at, [name, unit, goal]] of (measured[0] ?? []).entries()) {
    const values = measured.map((rows) => rows[at]?.[3] ?? Number.NaN)
    console.log(`| ${name} | ${goal} ${unit} | ${values.map(readable).join(' | ')} | ${exponent(values)} |`)
  }
}

if (acl.length > 0) {
  const measured: Row[][] = []
  for (const size of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'scinav-scale-'))
    try {
      measured.push(await measureSize(size, folder))
      console.error(`${size}: ${JSON.stringify(measured.at(-1))}`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  printTable(measured)
  const figures = measured.flatMap((rows, at): Figure[] =>
    rows.map(([name, unit, goal, value]) => ({
      name,
      value: Number(readable(value).replaceAll(',', '')),
      unit,
      conditions: `${sizes[at]?.toLocaleString('en')} papers`,
      ...(goal && sizes[at] === 10_000_000 && { goal }),
    })),
  )
  publishFigures('scale', figures)
}

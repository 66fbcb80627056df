// npm run bench -- search [PAPERS…]: building, opening and searching indexes of 100,000 and a million papers generated
// from the ACL file, compared with SQLite FTS5 on the same papers and words in the same run.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SERVER_FLAGS } from '../scripts/node24.mjs'
import { readAcl } from './corpus.ts'
import { localPath } from './process.ts'

const given = process.argv.slice(3)
const sizes = given.length > 0 ? given : ['100000', '1000000']

interface Times {
  p50: number
  p95: number
  most: number
  slowest: string[]
}

interface BuildResult {
  plain: { seconds: number; cpu: number; papers: number }
  grown: { seconds: number; cpu: number; papers: number }
  bytes: number
}

interface SearchResult {
  seconds: number
  opened: number
  searched: number
  merging: number
  eight: Times
  two: Times
  fresh: Times
}

interface Fts5Result {
  p50: number
  p95: number
  seconds: number
  bytes: number
}

const NODE_FLAGS = ['--disable-warning=ExperimentalWarning']

/** Runs a file of this folder in its own process; returns its output, parsed as JSON. */
async function run<T>(file: string, args: string[], flags = NODE_FLAGS): Promise<T> {
  const all = [...flags, '--expose-gc', '--max-old-space-size=8192', localPath(file), ...args]
  const { stdout } = await promisify(execFile)(process.execPath, all, {
    maxBuffer: 1e8,
  })
  return JSON.parse(stdout)
}

const ms = (value: number) => value.toFixed(1)
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`
const formatPercentiles = ({ p50, p95 }: { p50: number; p95: number }) => `p50 ${ms(p50)}, p95 ${ms(p95)} ms`

function printRow(what: string, goal: string, figure: string, ratio = ''): void {
  console.log(`| ${what} | ${goal} | ${figure} | ${ratio} |`)
}

function printResults(size: string, built: BuildResult, found: SearchResult, fts5: Fts5Result): void {
  const rate = (spent: BuildResult['plain']) => Math.round(spent.papers / spent.seconds)
  const times = (other: number, own: number) => `${(other / own).toFixed(1)} × as fast as FTS5`
  const at = `${Number(size).toLocaleString('en')} papers`
  printRow(
    `${at}: build, one thread`,
    '≥ 9,000 papers/s',
    `${rate(built.plain)} papers/s (ACL alone), ${rate(built.grown)} (all)`,
    times(fts5.seconds, built.grown.seconds),
  )
  printRow(`${at}: open`, '≤ 3 s', `${found.seconds.toFixed(2)} s`)
  printRow(
    `${at}: memory`,
    '≤ 1.5 GB, ≤ 1.25 × in a merge',
    `${gigabytes(found.opened)} open, ${gigabytes(found.searched)} after the searches, ${gigabytes(found.merging)} in a merge`,
    `${gigabytes(built.bytes)} of files; FTS5 ${gigabytes(fts5.bytes)}`,
  )
  printRow(
    `${at}: 260 searches, 8 facets, inside`,
    'p50 ≤ 5, p95 ≤ 20 ms',
    formatPercentiles(found.eight),
    `FTS5, no facets: ${formatPercentiles(fts5)}; ${times(fts5.p95, found.eight.p95)} at p95`,
  )
  printRow(`${at}: the same, 2 facets`, 'p50 ≤ 1.5, p95 ≤ 10 ms', formatPercentiles(found.two))
  printRow(
    `${at}: one more paper is found`,
    '≤ 1,000 ms while searching',
    `p50 ${ms(found.fresh.p50)}, most ${ms(found.fresh.most)} ms`,
  )
  for (const slow of found.eight.slowest) console.log(`    ${slow}`)
}

if (readAcl()) {
  console.log('| what | goal | figure | beside |\n|---|---|---|---|')
  for (const size of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'scinav-search-'))
    try {
      const built = await run<BuildResult>('./search-build.ts', [folder, size])
      const found = await run<SearchResult>('./search-run.ts', [folder], SERVER_FLAGS)
      printResults(size, built, found, await run<Fts5Result>('./search-fts5.ts', [folder, size]))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

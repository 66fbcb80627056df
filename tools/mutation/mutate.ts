// npm run mutate -- 40 citation 7: mutates 40 places of citation/ one by one in a copy of the tree and expects a test
// to fail for each. Without a folder, 40 of each folder below; the last number is the seed of the sample.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CliOptions, createVitest, type Vitest } from 'vitest/node'
import { repoRoot } from '../../scripts/node24.mjs'
import { copyTree } from '../copy-tree.ts'
import { applyMutant, findMutants } from './mutants.ts'
import { type LocatedMutant, markTree, readMarks, selectTests, type TestSelection } from './reach.ts'

/** The mutated folders with the tests that may reach them; almost every server test reaches much of the server. */
const AREAS: Record<string, string[]> = {
  'citation/src': ['citation/src'],
  'search/src/planning': ['search/src'],
  'server/src/answers': ['server/src/answers', 'server/src/chat/chats'],
  'server/src/language': ['server/src/language', 'server/src/answers'],
  'server/src/retrieval': ['server/src/retrieval', 'server/src/answers'],
  'server/src/platform/runs': [
    'server/src/platform/runs',
    'server/src/chat/chats',
    'server/src/research',
    'server/src/answers/answer.test.ts',
  ],
  'server/src/knowledge/datasets': [
    'server/src/knowledge/datasets',
    'server/src/account/user/own-account.test.ts',
  ],
  'server/src/library/import': [
    'server/src/library/import',
    'server/src/library/journals',
    'server/src/search/federated',
    'server/src/search/recommendation/related.test.ts',
  ],
  'web/src/paper': ['web/src/paper', 'web/src/results', 'web/src/knowledge-base', 'web/src/ai-applications'],
  'web/src/chat': ['web/src/chat', 'web/src/agent', 'web/src/ai-applications'],
}

const [count = '40', part = '', seed = '1'] = process.argv.slice(2)
const areas = Object.keys(AREAS).filter((folder) => new RegExp(part).test(folder))
if (areas.length === 0 || !(Number(count) > 0)) {
  console.error(`npm run mutate -- COUNT FOLDER SEED. Folders: ${Object.keys(AREAS).join(', ')}.`)
  process.exit(1)
}

/** Creates a reproducible generator of numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Draws a sample of mutants. Emptied texts are half of all mutants, and most are wording, so they get a quarter of the
 * sample.
 */
function sampleMutants(folder: string): LocatedMutant[] {
  const next = createRandom(Number(seed))
  const all = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: repoRoot })
    .filter((file) => !/\.(?:test|cases|d)\.tsx?$/.test(file))
    .sort()
    .flatMap((file) => {
      const code = readFileSync(join(repoRoot, file), 'utf8')
      return findMutants(code, file.endsWith('x')).map((mutant) => ({ ...mutant, file, code, draw: next() }))
    })
    .sort((a, b) => a.draw - b.draw)
  const [emptied, others] = [true, false].map((is) =>
    all.filter(({ operator }) => (operator === 'emptied') === is),
  )
  const few = Math.floor(Number(count) / 4)
  return [...(emptied ?? []).slice(0, few), ...(others ?? []).slice(0, Number(count) - few)]
}

const silentReporter = {}

async function startTests(folder: string, tests: string[], bail: number) {
  const project = projectName(tests)
  const config = join(folder, 'mutate.config.ts')
  const options: CliOptions = {
    root: folder,
    config,
    watch: false,
    project,
    bail,
    maxWorkers: 1,
    reporters: [silentReporter],
  }
  return createVitest('test', options)
}

const projectName = ([first = '']: string[]) => first.split('/', 1)[0] ?? ''

/** Whether a test fails or exceeds the time limit; an endless loop is ended by killing its process. */
async function failsTests(vitest: Vitest, { file, names }: TestSelection): Promise<boolean> {
  const specifications = vitest.getModuleSpecifications(file)
  if (names) vitest.setGlobalTestNamePattern(names)
  else vitest.resetGlobalTestNamePattern()
  const timer = setTimeout(killWorkers, file.includes('/web/') ? WEB_TEST_TIMEOUT_MS : TEST_TIMEOUT_MS)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  clearTimeout(timer)
  return unhandledErrors.length > 0 || testModules.some((module) => !module.ok())
}

const TEST_TIMEOUT_MS = 120_000
/**
 * Time limit of web tests, in milliseconds, because a component that never shows the expected element lets the test
 * wait; the whole file normally takes a few seconds.
 */
const WEB_TEST_TIMEOUT_MS = 30_000

function killWorkers(): void {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
  for (const child of children.split(' ').filter(Boolean)) process.kill(Number(child), 'SIGKILL')
}

type MutantOutcome = 'killed' | 'survived' | 'not reached'

async function tryMutant(
  vitest: Vitest,
  folder: string,
  mutant: LocatedMutant,
  tests: TestSelection[],
): Promise<MutantOutcome> {
  if (tests.length === 0) return 'not reached'
  const path = join(folder, mutant.file)
  writeFileSync(path, applyMutant(mutant.code, mutant))
  vitest.invalidateFile(path)
  let red = false
  for (const some of tests) red ||= await failsTests(vitest, some)
  writeFileSync(path, mutant.code)
  vitest.invalidateFile(path)
  return red ? 'killed' : 'survived'
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100)

function printMutant(
  { file, code, start, end, instead, operator }: LocatedMutant,
  outcome: MutantOutcome,
): void {
  const line = code.slice(0, start).split('\n').length
  const change = `${oneLine(code.slice(start, end))}  →  ${oneLine(instead)}`
  console.log(`${outcome === 'killed' ? '✓' : '✗'} ${outcome} · ${file}:${line} · ${operator} · ${change}`)
}

async function measureReach(folder: string, mutants: LocatedMutant[], tests: string[]) {
  markTree(folder, mutants)
  const vitest = await startTests(folder, tests, 0)
  const found = await vitest.globTestSpecifications(tests)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(found)
  await vitest.close()
  const red = testModules.filter((module) => !module.ok()).map(({ relativeModuleId }) => relativeModuleId)
  if (red.length > 0 || unhandledErrors.length > 0)
    console.log(`red without any change, and left out: ${red.join(', ')} ${unhandledErrors.join(', ')}`)
  return { reach: readMarks(folder, mutants), modules: testModules.filter((module) => module.ok()) }
}

async function runArea(area: string, tests: string[]): Promise<Record<MutantOutcome, number>> {
  const mutants = sampleMutants(area)
  const folder = copyTree('mutate')
  process.chdir(folder)
  const sum: Record<MutantOutcome, number> = { killed: 0, survived: 0, 'not reached': 0 }
  const { reach, modules } = await measureReach(folder, mutants, tests)
  const vitest = await startTests(folder, tests, 1)
  await vitest.globTestSpecifications(tests)
  for (const [number, mutant] of mutants.entries()) {
    const near = selectTests(mutant, { reach: reach.get(number) ?? new Map(), modules, folder })
    const outcome = await tryMutant(vitest, folder, mutant, near)
    sum[outcome] += 1
    printMutant(mutant, outcome)
  }
  await vitest.close()
  process.chdir(repoRoot)
  rmSync(folder, { recursive: true, force: true })
  return sum
}

const rows: [string, Record<MutantOutcome, number>][] = []
for (const area of areas) rows.push([area, await runArea(area, AREAS[area] ?? [])])
console.log('\n| folder | mutants | killed | survived | not reached |\n|---|---|---|---|---|')
for (const [area, { killed, survived, 'not reached': unreached }] of rows)
  console.log(`| ${area} | ${killed + survived + unreached} | ${killed} | ${survived} | ${unreached} |`)
process.exit(0)

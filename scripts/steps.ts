import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { repoRoot } from './node24.mjs'
import {
  failuresOfPlaywright,
  failuresOfVitest,
  type PlaywrightReport,
  type VitestReport,
} from './test-reports.ts'

/** What a step counted. A skipped test counts as failed: nothing here may be left out silently. */
export interface StepCount {
  passed: number
  failed: number
  /** What failed and how it says so: told again at the very end, where whoever reads a cut log still sees it. */
  failures?: string[]
}

/** Where what a step prints goes: on the screen as it comes, or kept until the step has ended. */
type Output = 'shown' | 'kept'

export interface Step {
  title: string
  run: (output: Output) => Promise<StepCount>
}

const reports = join(repoRoot, '.scinav')

/** Runs a program of node_modules/.bin; answers its exit code. */
function run(output: Output, program: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const stdio = output === 'shown' ? 'inherit' : 'pipe'
    const child = spawn(program, args, { cwd: repoRoot, stdio: ['ignore', stdio, stdio] })
    const kept: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => void kept.push(chunk))
    const end = (code: number) => {
      process.stdout.write(Buffer.concat(kept))
      resolve(code)
    }
    child.on('error', (error) => {
      console.error(error.message)
      end(127)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}

/** A checking tool: one thing that passes or fails. */
export function tool(title: string, program: string, ...args: string[]): Step {
  return {
    title,
    run: async (output) =>
      (await run(output, program, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
  }
}

/** Drills and databases keep tests waiting: one worker more than cores loses nothing. */
export const MANY_WORKERS = availableParallelism() + 1

/** Vitest projects; also failed when a file does not load or nothing ran. */
export function vitest(title: string, workers: number, ...projects: string[]): Step {
  const file = join(reports, `vitest-${projects.join('-')}.json`)
  const flags = [
    `--maxWorkers=${workers}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  return {
    title,
    run: async (output) => {
      clearReport(file)
      const code = await run(output, 'vitest', [
        'run',
        ...projects.flatMap((name) => ['--project', name]),
        ...flags,
      ])
      const report = readReport<VitestReport>(file)
      if (!report) return { passed: 0, failed: 1 }
      const skipped = report.numPendingTests + report.numTodoTests
      return {
        ...countResults(report.numPassedTests, report.numFailedTests + skipped, code),
        failures: failuresOfVitest(report),
      }
    },
  }
}

/** The journeys in a real browser. A flaky one is a failed one. */
export function playwright(title: string): Step {
  const file = join(reports, 'playwright.json')
  return {
    title,
    run: async (output) => {
      clearReport(file)
      const code = await run(output, 'playwright', ['test'])
      const report = readReport<PlaywrightReport>(file)
      if (!report) return { passed: 0, failed: 1 }
      const { expected, unexpected, flaky, skipped } = report.stats
      return {
        ...countResults(expected, unexpected + flaky + skipped, code),
        failures: failuresOfPlaywright(report.suites),
      }
    },
  }
}

function clearReport(file: string): void {
  mkdirSync(reports, { recursive: true })
  rmSync(file, { force: true })
}

function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    console.error(`没有测试报告：${file}`)
    return null
  }
}

function countResults(passed: number, failed: number, code: number): StepCount {
  const unexplained = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: unexplained ? 1 : failed }
}

/** Runs one step; answers what it counted and the line that tells it. */
async function runStep({ title, run }: Step, output: Output): Promise<StepCount & { line: string }> {
  const started = Date.now()
  const { passed, failed, failures = [] } = await run(output)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const line = `${failed === 0 ? '✓' : '✗'} ${title} · ${passed} 通过 · ${failed} 失败 · ${seconds} 秒`
  console.log(line)
  return { passed, failed, failures, line }
}

/** Counts of runs, kept in `.scinav`: one that is saved, one before that is added. */
interface CountFiles {
  save?: string
  add?: string
}

const countFile = (name: string) => join(reports, `counts-${name}.json`)

/** Steps one after another. */
export type Lane = readonly Step[]

/**
 * Runs stages one after another, the lanes of a stage side by side: the first is seen as it runs, what the others print
 * is shown as their steps end. Ends the process with `N passed, N failed` as the last line.
 */
export async function runStages(
  stages: readonly (readonly Lane[])[],
  { save, add }: CountFiles = {},
): Promise<never> {
  const before = add === undefined ? null : readReport<StepCount>(countFile(add))
  const results: (StepCount & { line: string })[] = []
  for (const lanes of stages) {
    console.log(`\n━━ ${lanes.map((lane) => lane.map(({ title }) => title).join('，')).join(' ‖ ')}`)
    const running = lanes.map((lane, index) => runLane(lane, index === 0 ? 'shown' : 'kept'))
    results.push(...(await Promise.all(running)).flat())
  }
  const own = {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failed: results.reduce((total, { failed }) => total + failed, 0),
  }
  if (save !== undefined) writeFileSync(countFile(save), JSON.stringify(own))
  const lines = results.map(({ line }) => line)
  const failures = results.flatMap(({ failures = [] }) => failures)
  if (failures.length > 0) console.log(`\n━━ 没有通过的\n${failures.join('\n')}`)
  if (before) lines.push(`${before.passed} 通过 · ${before.failed} 失败 · 此前的 npm test`)
  const passed = own.passed + (before?.passed ?? 0)
  const failed = own.failed + (before?.failed ?? 0)
  console.log(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 && own.passed > 0 ? 0 : 1)
}

async function runLane(lane: Lane, output: Output): Promise<(StepCount & { line: string })[]> {
  const results: (StepCount & { line: string })[] = []
  for (const step of lane) results.push(await runStep(step, output))
  return results
}

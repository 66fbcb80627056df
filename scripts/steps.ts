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

/** The counts of a step. A skipped test counts as failed, so that nothing is left out silently. */
export interface StepCount {
  passed: number
  failed: number
  /** The failures with their messages, repeated at the very end, where they are visible in a truncated log. */
  failures?: string[]
}

/** Where the output of a step goes: to the screen at once, or buffered until the step has ended. */
type Output = 'shown' | 'kept'

/** One step of a run: a tool or a test suite. */
export interface Step {
  title: string
  run: (output: Output) => Promise<StepCount>
}

const reports = join(repoRoot, '.scinav')

/** Runs a program of node_modules/.bin; resolves to its exit code. */
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

/** Returns a step that runs a checking tool and counts as one test. */
export function tool(title: string, program: string, ...args: string[]): Step {
  return {
    title,
    run: async (output) =>
      (await run(output, program, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
  }
}

/** Number of workers, one more than cores, because drills and databases keep tests waiting. */
export const MANY_WORKERS = availableParallelism() + 1

/** Returns a step that runs Vitest projects; it also fails when a file does not load or nothing ran. */
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

/** Returns a step that runs the browser journeys. A flaky test counts as failed. */
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

/** Runs one step; resolves to its counts and its summary line. */
async function runStep({ title, run }: Step, output: Output): Promise<StepCount & { line: string }> {
  const started = Date.now()
  const { passed, failed, failures = [] } = await run(output)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const line = `${failed === 0 ? '✓' : '✗'} ${title} · ${passed} 通过 · ${failed} 失败 · ${seconds} 秒`
  console.log(line)
  return { passed, failed, failures, line }
}

/** Counts of runs in `.scinav`: one to save, one of an earlier run to add. */
interface CountFiles {
  save?: string
  add?: string
}

const countFile = (name: string) => join(reports, `counts-${name}.json`)

/** Steps that run one after another. */
export type Lane = readonly Step[]

/**
 * Runs stages one after another, and the lanes of a stage in parallel. The output of the first lane is shown as it
 * runs, that of the others when their steps end. Exits the process with `N passed, N failed` as the last line.
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

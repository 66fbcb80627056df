import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { repoRoot } from './node24.mjs'

/** What a step counted. A skipped test counts as failed: nothing here may be left out silently. */
export interface Count {
  passed: number
  failed: number
}

export interface Step {
  title: string
  run: () => Promise<Count>
}

const reports = join(repoRoot, '.scinav')

/** Runs a program of node_modules/.bin with its output shown; answers its exit code. */
function run(program: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: repoRoot, stdio: 'inherit' })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** A checking tool: one thing that passes or fails. */
export function tool(title: string, program: string, ...args: string[]): Step {
  return {
    title,
    run: async () => ((await run(program, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}

/** Drills and databases keep tests waiting: one worker more than cores loses nothing. */
const WORKERS = availableParallelism() + 1

/** Vitest projects; also failed when a file does not load or nothing ran. */
export function vitest(title: string, ...projects: string[]): Step {
  const file = join(reports, `vitest-${projects.join('-')}.json`)
  const flags = [
    `--maxWorkers=${WORKERS}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  return {
    title,
    run: async () => {
      freshReport(file)
      const code = await run('vitest', ['run', ...projects.flatMap((name) => ['--project', name]), ...flags])
      const report = readReport<VitestReport>(file)
      if (!report) return { passed: 0, failed: 1 }
      const skipped = report.numPendingTests + report.numTodoTests
      return settle(report.numPassedTests, report.numFailedTests + skipped, code)
    },
  }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** The journeys in a real browser. A flaky one is a failed one. */
export function playwright(title: string): Step {
  const file = join(reports, 'playwright.json')
  return {
    title,
    run: async () => {
      freshReport(file)
      const code = await run('playwright', ['test'])
      const report = readReport<PlaywrightReport>(file)
      if (!report) return { passed: 0, failed: 1 }
      const { expected, unexpected, flaky, skipped } = report.stats
      return settle(expected, unexpected + flaky + skipped, code)
    },
  }
}

function freshReport(file: string): void {
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

function settle(passed: number, failed: number, code: number): Count {
  const unexplained = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: unexplained ? 1 : failed }
}

/** Runs the steps one after another and ends the process with `N passed, N failed` as the last line. */
export async function runSteps(steps: Step[]): Promise<never> {
  const total: Count = { passed: 0, failed: 0 }
  const lines: string[] = []
  for (const { title, run } of steps) {
    console.log(`\n━━ ${title}`)
    const started = Date.now()
    const { passed, failed } = await run()
    total.passed += passed
    total.failed += failed
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    lines.push(`${failed === 0 ? '✓' : '✗'} ${title} · ${passed} 通过 · ${failed} 失败 · ${seconds} 秒`)
  }
  console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
}

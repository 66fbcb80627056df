// npm test, after the set-up: the checks, and the tests that guard every change. `--full`: all tests; `--full --rest`:
// all that `npm test` leaves out, with its counts added. `--only=check|unit|postgres|e2e`: one part of all tests.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checks } from './check-steps.ts'
import { type Lane, MANY_WORKERS, playwright, runStages, tool, vitest } from './steps.ts'
import { LONG_PROJECTS } from './test-parts.ts'
import { workspaces } from './workspaces.ts'

const build = tool('构建网页', 'npm', 'run', 'build', '-w', 'web')
const browser = playwright('浏览器测试')
const pureProjects = [...workspaces, 'scripts']
/** How many drills run at once: they take longer than all other tests, and wait for about half of their time. */
const DRILL_WORKERS = 2
const DATABASES = '（SQLite 与 PostgreSQL）'

/**
 * Returns the lanes of the tests. Drills wait for processes to start and end, and browsers for pages, so running them
 * in parallel leaves no core idle. A slow machine changes the duration, not the outcome: no test asserts elapsed time.
 */
const tests = (...projects: string[]): Lane[] => [
  [vitest(`单元测试${DATABASES}`, MANY_WORKERS, ...projects, 'server-postgres')],
  [vitest(`断电演练${DATABASES}`, DRILL_WORKERS, 'drills', 'drills-postgres')],
  [browser],
]

const runs: Record<string, Lane[][]> = {
  gate: [[...checks, [build]], tests(...pureProjects)],
  full: [[...checks, [build]], tests(...pureProjects)],
  // After `npm test` the web application is built.
  rest: [...(existsSync('web/dist/index.html') ? [] : [[[build]]]), tests(...LONG_PROJECTS)],
  check: [checks],
  unit: [[[vitest('单元测试与断电演练（SQLite）', MANY_WORKERS, ...pureProjects, 'drills')]]],
  // Each has its own cluster.
  postgres: [
    [
      [vitest('服务器测试（PostgreSQL）', MANY_WORKERS - 1, 'server-postgres')],
      [vitest('断电演练（PostgreSQL）', DRILL_WORKERS, 'drills-postgres')],
    ],
  ],
  e2e: [[[build]], [[browser]]],
}

const { full, rest, only } = parseArgs({
  options: { full: { type: 'boolean' }, rest: { type: 'boolean' }, only: { type: 'string' } },
}).values
const name = only ?? (full ? (rest ? 'rest' : 'full') : 'gate')
const stages = runs[name]
if (!stages) {
  console.error(`没有「${only}」这一部分，可选：check、unit、postgres、e2e`)
  process.exit(1)
}
// The configurations of Vitest and Playwright select the tests by this variable.
if (name === 'gate' || name === 'rest') process.env.TEST_PART = name
await runStages(stages, {
  ...(name === 'gate' ? { save: 'gate' } : {}),
  ...(name === 'rest' ? { add: 'gate' } : {}),
})

// npm test, after the set-up: everything. `--only=check|unit|postgres|e2e` runs one part.
import { checks } from './check-steps.ts'
import { type Lane, MANY_WORKERS, playwright, runStages, tool, vitest } from './steps.ts'
import { workspaces } from './workspaces.ts'

const build = tool('构建网页', 'npm', 'run', 'build', '-w', 'web')
const browser = playwright('浏览器测试')
const pure = [...workspaces, 'scripts']

/**
 * Drills wait for starts and ends, browsers for pages: side by side they leave no core idle. What a machine makes of it
 * changes how long a run takes, not what it says: nothing in it judges elapsed time.
 */
const everything: Lane[][] = [
  [...checks, [build]],
  [
    [vitest('单元测试（SQLite 与 PostgreSQL）', MANY_WORKERS - 1, ...pure, 'server-postgres')],
    [vitest('断电演练（SQLite 与 PostgreSQL）', 1, 'drills', 'drills-postgres')],
    [browser],
  ],
]

/** The stages of each part. */
const parts: Record<string, Lane[][]> = {
  check: [checks],
  unit: [[[vitest('单元测试与断电演练（SQLite）', MANY_WORKERS, ...pure, 'drills')]]],
  // Each with a cluster of its own.
  postgres: [
    [
      [vitest('服务器测试（PostgreSQL）', MANY_WORKERS - 1, 'server-postgres')],
      [vitest('断电演练（PostgreSQL）', 1, 'drills-postgres')],
    ],
  ],
  e2e: [[[build]], [[browser]]],
}

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const chosen = only === undefined ? everything : parts[only]
if (!chosen) {
  console.error(`没有「${only}」这一部分，可选：${Object.keys(parts).join('、')}`)
  process.exit(1)
}
await runStages(chosen)

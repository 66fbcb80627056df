// npm test, after the set-up: everything. `--only=check|unit|postgres|e2e` runs one part.
import { checks } from './check-steps.ts'
import { type Lane, MANY_WORKERS, playwright, runStages, tool, vitest } from './steps.ts'
import { workspaces } from './workspaces.ts'

const build = tool('构建网页', 'npm', 'run', 'build', '-w', 'web')
const browser = playwright('浏览器测试')
const pure = [...workspaces, 'scripts']

/** The drills start and kill one server after another, mostly by themselves: the rest goes on beside them. */
const everything: Lane[][] = [
  [...checks, [build]],
  [
    [vitest('单元测试（SQLite 与 PostgreSQL）', MANY_WORKERS, ...pure, 'server-postgres'), browser],
    [vitest('断电演练（SQLite 与 PostgreSQL）', 1, 'drills', 'drills-postgres')],
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

// npm test, after the set-up: everything. `--only=check|unit|postgres|e2e` runs one part.
import { checks } from './check-steps.ts'
import { playwright, runSteps, type Step, tool, vitest } from './steps.ts'

const parts: Record<string, Step[]> = {
  check: checks,
  unit: [
    vitest(
      '单元测试与断电演练（SQLite）',
      'contract',
      'citation',
      'search',
      'server',
      'web',
      'scripts',
      'drills',
    ),
  ],
  postgres: [vitest('服务器测试（PostgreSQL）', 'server-postgres', 'drills-postgres')],
  e2e: [tool('构建网页', 'npm', 'run', 'build', '-w', 'web'), playwright('浏览器测试')],
}

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const chosen = only === undefined ? Object.values(parts).flat() : parts[only]
if (!chosen) {
  console.error(`没有「${only}」这一部分，可选：${Object.keys(parts).join('、')}`)
  process.exit(1)
}
await runSteps(chosen)

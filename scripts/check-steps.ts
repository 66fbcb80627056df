import { type Lane, tool } from './steps.ts'

/** The checks that need no running product, in parallel. */
export const checks: Lane[] = [
  [tool('格式与规范（Biome）', 'biome', 'check', '--error-on-warnings', '.')],
  // Several checkers repeat much of each other's work, and the other checks keep a second core busy.
  [tool('类型（tsc）', 'tsc', '--checkers', '1')],
  [tool('分层（dependency-cruiser）', 'node', 'scripts/check-layers.ts')],
  [tool('无用代码（knip）', 'knip', '--no-progress')],
  [tool('正则表达式', 'node', 'scripts/regexes.ts')],
]

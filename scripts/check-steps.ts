import { type Lane, tool } from './steps.ts'
import { shippedSources } from './workspaces.ts'

const sources = [...shippedSources, 'server/migrations', 'scripts', 'tools', 'e2e', 'bench']

/** The checks that need no running product, in parallel. */
export const checks: Lane[] = [
  [tool('格式与规范（Biome）', 'biome', 'check', '--error-on-warnings', '.')],
  [tool('类型（tsc）', 'tsc')],
  [tool('分层（dependency-cruiser）', 'depcruise', '--config', '.dependency-cruiser.cjs', ...sources)],
  [tool('无用代码（knip）', 'knip', '--no-progress')],
  [tool('正则表达式', 'node', 'scripts/regexes.ts')],
]

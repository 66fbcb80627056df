// npm run check: the fast checks, and the unit tests on SQLite.
import { checks } from './check-steps.ts'
import { MANY_WORKERS, runStages, vitest } from './steps.ts'
import { workspaces } from './workspaces.ts'

await runStages([checks, [[vitest('单元测试', MANY_WORKERS, ...workspaces)]]])

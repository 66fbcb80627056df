// npm run check: the fast checks, and the unit tests on SQLite.
import { checks } from './check-steps.ts'
import { runSteps, vitest } from './steps.ts'

await runSteps([...checks, vitest('单元测试', 'contract', 'citation', 'search', 'server', 'web')])

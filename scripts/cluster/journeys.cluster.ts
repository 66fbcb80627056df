import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startServerCluster } from '../../server/src/testing/cluster.ts'
import { DRILL_TIMEOUT_MS } from '../../server/src/testing/timeouts.ts'
import { repoRoot } from '../node24.mjs'
import { balance } from './balancer.ts'

/** Browser journeys with files, projects and chats. */
const JOURNEYS = ['journey.spec.ts', 'chat.spec.ts', 'documents.spec.ts']

interface PlaywrightSummary {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

test('the journeys of chats and documents go through two web and two worker processes, one request here, the next there', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const pages = join(repoRoot, 'web', 'dist', 'index.html')
  expect(existsSync(pages), 'npm run build -w web makes the pages').toBe(true)
  const { DATA_DIR, start } = await startServerCluster()
  const [one, other] = await Promise.all([start('web'), start('web'), start('worker'), start('worker')])
  const balancer = await balance([one.url, other.url])
  onTestFinished(balancer.close)
  const env = { ...process.env, E2E_URL: balancer.url, E2E_FOLDER: DATA_DIR }
  const line = [join(repoRoot, 'scripts', 'with-node.mjs'), 'playwright', 'test', ...JOURNEYS]
  // One worker, because all tests share the installation and its operator.
  const run = promisify(execFile)(process.execPath, [...line, '--workers=1', '--reporter=json'], {
    ...{ cwd: repoRoot, env, maxBuffer: 64 * 1024 * 1024 },
  })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const { stats } = JSON.parse(stdout) as PlaywrightSummary
  expect(stats, stdout).toMatchObject({ unexpected: 0, flaky: 0, skipped: 0 })
  expect(stats.expected).toBeGreaterThan(5)
})

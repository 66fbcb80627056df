// @ts-check
// npm test: installs what is missing, then hands over to scripts/test.ts on the project's Node. Runs on plain Node 20.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { nodeEnv, repoRoot, requireNode } from './node24.mjs'
import { ensureBuilt } from './setup/builds.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { passSignals } from './setup/signals.mjs'
import { ensureBrowser, ensurePostgres } from './setup/system.mjs'

await ensureInstalled('develop')
const node = requireNode()
if ((await ensureBuilt('server', node)) !== 0) process.exit(1)
const playwright = join(repoRoot, 'node_modules', '@playwright', 'test', 'cli.js')
const chromium = await ensureBrowser({ program: node, args: [playwright, 'install', 'chromium'] })
const postgres = await ensurePostgres()
const env = { ...nodeEnv(node), POSTGRES_BIN: postgres, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) }
const run = spawn(node, [join(repoRoot, 'scripts', 'test.ts'), ...process.argv.slice(2)], {
  cwd: repoRoot,
  env,
  stdio: 'inherit',
})
passSignals(run)

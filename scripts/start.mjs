// @ts-check
// npm start: installs and builds what changed, then runs the server. Runs on plain Node 20 without dependencies.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { nodeEnv, repoRoot, requireNode, SERVER_FLAGS } from './node24.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { passSignals } from './setup/signals.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

await ensureInstalled('run')
const node = requireNode()
const built = await ensureWebBuilt(node)
if (built !== 0) {
  console.error('构建网页失败，原因见上。(Building the web pages failed: see above.)')
  process.exit(built)
}
const server = spawn(
  node,
  [...SERVER_FLAGS, join(repoRoot, 'server', 'src', 'main.ts'), ...process.argv.slice(2)],
  {
    cwd: repoRoot,
    env: nodeEnv(node),
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  },
)
passSignals(server, { ownGroup: true })

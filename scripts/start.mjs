// @ts-check
// npm start: installs and builds what changed, then runs the server. Runs on plain Node 20 without dependencies.
import { spawn } from 'node:child_process'
import { nodeEnv, repoRoot, requireNode, SERVER_FLAGS } from './node24.mjs'
import { BUILT_SERVER, ensureBuilt } from './setup/builds.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { passSignals } from './setup/signals.mjs'

await ensureInstalled('run')
const node = requireNode()
for (const workspace of /** @type {const} */ (['web', 'server'])) {
  const built = await ensureBuilt(workspace, node)
  if (built === 0) continue
  console.error('构建失败，原因见上。(Building failed: see above.)')
  process.exit(built)
}
const server = spawn(node, [...SERVER_FLAGS, BUILT_SERVER, ...process.argv.slice(2)], {
  cwd: repoRoot,
  env: nodeEnv(node),
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: process.platform !== 'win32',
})
passSignals(server, { ownGroup: true })

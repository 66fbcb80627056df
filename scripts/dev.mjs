// @ts-check
// npm run dev: the server restarts and the pages reload when a source changes. Ctrl-C ends both.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { nodeEnv, repoRoot, requireNode, SERVER_FLAGS } from './node24.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { whenAbandoned } from './setup/signals.mjs'

await ensureInstalled('develop')
const node = requireNode()
const env = nodeEnv(node)
const port = process.env.PORT ?? '3000'
const server = spawn(
  node,
  [...SERVER_FLAGS, '--watch', '--watch-preserve-output', join('server', 'src', 'main.ts')],
  {
    cwd: repoRoot,
    env,
    stdio: 'inherit',
  },
)
const vite = join(repoRoot, 'node_modules', 'vite', 'bin', 'vite.js')
const web = spawn(node, [vite], {
  cwd: join(repoRoot, 'web'),
  env: { ...env, SCINAV_SERVER: `http://127.0.0.1:${port}` },
  stdio: 'inherit',
})
const children = [server, web]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children)
  child.on('exit', (code) => {
    stop()
    process.exitCode = code ?? 0
  })
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, stop)
whenAbandoned(stop)

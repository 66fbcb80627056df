// @ts-check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nodeEnv, repoRoot } from '../node24.mjs'
import { fingerprint, stampMatches, writeStamp } from './fingerprint.mjs'
import { npmCommand } from './npm.mjs'
import { runStep } from './progress.mjs'

const sources = ['web', 'contract/src', 'citation/src', 'config', 'tsconfig.json', 'package-lock.json']
const stamp = join(repoRoot, '.scinav', 'web-build')

/**
 * Builds web/dist if its sources have changed since the last build.
 * @param {string} node path of the project's Node
 * @returns {Promise<number>} exit code of the build, 0 when there was nothing to do
 */
export async function ensureWebBuilt(node) {
  const current = fingerprint(repoRoot, sources)
  if (stampMatches(stamp, current) && existsSync(join(repoRoot, 'web', 'dist', 'index.html'))) return 0
  const command = npmCommand(['run', 'build', '--workspace=web', '--loglevel=error'])
  const code = await runStep('构建网页', { ...command, cwd: repoRoot, env: nodeEnv(node) })
  if (code === 0) writeStamp(stamp, current)
  return code
}

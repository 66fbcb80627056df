// @ts-check
// Builds the web pages and the server if their sources have changed since the last build.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nodeEnv, repoRoot } from '../node24.mjs'
import { fingerprint, stampMatches, writeStamp } from './fingerprint.mjs'
import { npmCommand } from './npm.mjs'
import { runStep } from './progress.mjs'

/** The module to start of the built server. */
export const BUILT_SERVER = join(repoRoot, 'server', 'dist', 'main.js')

/** Workspaces that the server consists of. */
const SERVER_PARTS = ['contract', 'citation', 'formats', 'documents', 'threads', 'search', 'server']

/** What is built, from which files, and a file that then exists. */
export const builds = {
  web: {
    title: '构建网页',
    sources: ['web', 'contract/src', 'citation/src', 'config', 'tsconfig.json', 'package-lock.json'],
    result: join(repoRoot, 'web', 'dist', 'index.html'),
  },
  server: {
    title: '构建服务器',
    sources: [
      ...SERVER_PARTS.flatMap((name) => [`${name}/src`, `${name}/package.json`]),
      ...['server/migrations', 'server/build', 'package-lock.json'],
    ],
    result: BUILT_SERVER,
  },
}

/**
 * Builds a workspace into its folder `dist` if its sources have changed since the last build.
 * @param {keyof typeof builds} workspace
 * @param {string} node path of the project's Node
 * @returns {Promise<number>} exit code of the build, 0 when there was nothing to do
 */
export async function ensureBuilt(workspace, node) {
  const { title, sources, result } = builds[workspace]
  const stamp = join(repoRoot, '.scinav', `${workspace}-build`)
  const current = fingerprint(repoRoot, sources)
  if (stampMatches(stamp, current) && existsSync(result)) return 0
  const command = npmCommand(['run', 'build', `--workspace=${workspace}`, '--loglevel=error'])
  const code = await runStep(title, { ...command, cwd: repoRoot, env: nodeEnv(node) })
  if (code === 0) writeStamp(stamp, current)
  return code
}

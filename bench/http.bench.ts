// npm run bench -- http: requests/s of GET /api/user with 50 clients, as a ratio to a bare Fastify route in the same run.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { PASSWORD } from '../e2e/support/people.ts'
import { type RunningServer, startServer } from '../e2e/support/server.ts'

const CLIENTS = 50
const SECONDS = 5
const ROUNDS = 3
const GOAL = 0.5

async function startBare(): Promise<{ url: string; process: ChildProcess }> {
  const file = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
  )
  return { url, process: child }
}

/** Registers one person; answers the cookie of their session. */
async function logIn(server: RunningServer): Promise<string> {
  const target = 'bench@example.edu.cn'
  const post = (path: string, body: object) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-login-type': 'front' },
    })
  await post('/api/register/send_msg', { target, scene: 'register' })
  const code = await server.codeFor(target)
  const person = { account: 'bench', password: PASSWORD, nick_name: '测量', target, code, agree: true }
  const response = await post('/api/register/register_user', person)
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

async function measure(url: string, cookie: string): Promise<number> {
  const result = await autocannon({
    url: `${url}/api/user`,
    connections: CLIENTS,
    duration: SECONDS,
    headers: { cookie },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
  return result.requests.average
}

const server = await startServer({ LOG_LEVEL: 'info', RATE_LIMIT_SCALE: '100000' })
const bare = await startBare()
try {
  const cookie = await logIn(server)
  const ours: number[] = []
  const bares: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bares.push(await measure(bare.url, ''))
    ours.push(await measure(server.url, cookie))
  }
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const ratio = middle(ours) / middle(bares)
  console.log(`bare Fastify route   ${middle(bares).toFixed(0)} requests/s`)
  console.log(`GET /api/user        ${middle(ours).toFixed(0)} requests/s`)
  console.log(`ratio                ${ratio.toFixed(2)} (goal ≥ ${GOAL})`)
} finally {
  bare.process.kill('SIGTERM')
  await server.stop()
}

import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyServerSettings } from '../testing/prepared-installation.ts'
import {
  newServerSettings,
  postJson,
  type RealServer,
  registerPerson,
  spawnServer,
  startRealServer,
} from '../testing/real-server.ts'
import { startSlowPeer } from '../testing/slow-peer.ts'

const START_TIMEOUT_MS = 60_000

/** Asks a server to stop; answers its exit code, which is 0 only if it ended in order within its own time. */
function stopped(
  server: RealServer,
  signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM',
): Promise<number | string | null> {
  server.process.kill(signal)
  return server.ended
}

/** Reads an answer that goes on until `text` has come; `rest` is what comes until its end. */
async function readUntil(answer: Response, text: string): Promise<{ rest: () => Promise<string> }> {
  const chunks = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let read = ''
  const more = async () => {
    const { done, value = '' } = await chunks.read()
    read += value
    return !done
  }
  while (!read.includes(text)) if (!(await more())) throw new Error(`ended before ${text}: ${read}`)
  const rest = async () => {
    while (await more());
    return read
  }
  return { rest }
}

test('a server that is asked to stop during its first start ends in order, and the next start completes it', async () => {
  const env = await newServerSettings()
  const { process, ended, ready } = spawnServer(env)
  const refusal = ready.then(
    () => 'ready',
    ({ message }: Error) => message,
  )
  await expect.poll(() => readdirSync(env.DATA_DIR).length, { timeout: START_TIMEOUT_MS }).toBeGreaterThan(0)
  process.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(['', 'ready']).toContain(await refusal)

  const again = await startRealServer(env)
  const cookie = await registerPerson(again, env.DATA_DIR)
  // A search that waits too long for the new index uses what it has so far.
  const countFound = async () => {
    const found = await postJson(again, '/api/paper/search', { query: 'transformer' }, cookie)
    return (await found?.json())?.data.total
  }
  await expect.poll(countFound).toBeGreaterThan(0)
  expect(await stopped(again)).toBe(0)
})

/** Begins a request whose body never comes; resolves when the connection has been cut. */
async function beginEndless(server: RealServer): Promise<{ cut: Promise<void> }> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}).resume()
  const cut = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.write(
    'POST /api/register/send_msg HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n',
  )
  await new Promise<void>((resolve) => socket.write('content-length: 9\r\n\r\n{', () => resolve()))
  // What came later is answered, so that one has been heard.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  return { cut }
}

/** Watches a job that has failed and waits for its next attempt. */
async function watchJob(server: RealServer, env: { DATA_DIR: string }): ReturnType<typeof readUntil> {
  const cookie = await registerPerson(server, env.DATA_DIR)
  // Where the folder of exports should be is a file.
  rmSync(join(env.DATA_DIR, 'files'), { recursive: true, force: true })
  writeFileSync(join(env.DATA_DIR, 'files'), '')
  const started = await postJson(server, '/api/user/export', {}, cookie)
  const job_id = (await started?.json())?.data.job_id
  const watching = await fetch(`${server.url}/api/job/${job_id}/stream`, { headers: { cookie } })
  return readUntil(watching, '"state":"queued"')
}

test('a server that is asked to stop answers who waits, lets nobody in, cuts off who never ends, and ends in order', async () => {
  const peer = await startSlowPeer()
  const env = { ...(await emptyServerSettings()), OIDC_ISSUER: peer.url, OIDC_CLIENT_ID: 'scinav' }
  const server = await startRealServer(env)
  const events = await watchJob(server, env)
  const endless = await beginEndless(server)
  const running = fetch(`${server.url}/sso/oidc/start`, { redirect: 'manual' })
  await expect.poll(() => peer.waiting.length).toBe(1)
  const stopping = stopped(server)
  await expect
    .poll(() =>
      fetch(`${server.url}/healthz`).then(
        (answer) => answer.status,
        () => 'refused',
      ),
    )
    .not.toBe(200)
  peer.waiting[0]?.writeHead(500).end()

  expect((await running).headers.get('location')).toBe('/login?error=sso')
  // The answer was ended, not cut off.
  await events.rest()
  await endless.cut
  expect(await stopping).toBe(0)
})

test('a second server on one data folder is refused with a clear sentence, and an interrupt ends the first in order', async () => {
  const env = await emptyServerSettings()
  const server = await startRealServer(env)
  const second = startRealServer(env)

  await expect(second).rejects.toMatchObject({
    code: 1,
    message: expect.stringContaining('正被另一个科学导航进程使用'),
  })
  expect(await stopped(server, 'SIGINT')).toBe(0)
})

test('a job that runs when the server is asked to stop is handed back, and the next start does it', async () => {
  const peer = await startSlowPeer()
  const env = { ...(await emptyServerSettings()), SMS_WEBHOOK_URL: peer.url }
  const first = await startRealServer(env)
  await postJson(first, '/api/register/send_msg', { target: '13800138000', scene: 'register' })
  await expect.poll(() => peer.waiting.length).toBe(1)
  expect(await stopped(first)).toBe(0)

  const second = await startRealServer(env)
  await expect.poll(() => peer.waiting.length).toBe(2)
  peer.waiting[1]?.end()
  expect(await stopped(second)).toBe(0)
})

test('settings that do not hold are all named at once, and nothing starts', async () => {
  const env = {
    ...(await newServerSettings()),
    PORT: 'abc',
    SMTP_URL: 'mail.example',
    OIDC_CLIENT_ID: 'x',
    RATE_LIMIT_SCALE: '0',
  }
  const refused = startRealServer(env).catch((error: Error) => error.message)

  const message = await refused
  for (const name of ['PORT', 'SMTP_URL', 'OIDC_ISSUER', 'RATE_LIMIT_SCALE'])
    expect(message).toContain(`  ${name}：`)
})

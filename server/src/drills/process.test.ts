import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../testing/fresh-database.ts'
import { post, type RealServer, startReal } from '../testing/real-server.ts'
import { PASSWORD } from '../testing/test-app.ts'

const KILLS = 30

async function place(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-drill-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const onPostgres = process.env.TEST_DATABASE === 'postgres'
  return { DATA_DIR: folder, DATABASE_URL: onPostgres ? await emptyPostgres() : '' }
}

/** Registers the one person of the drill with the code from the outbox; answers the session's cookie. */
async function register(server: RealServer, folder: string): Promise<string> {
  const target = 'drill@example.edu.cn'
  await post(server, '/api/register/send_msg', { target, scene: 'register' })
  let code = ''
  while (!code) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const [file] = readOutbox(folder)
    if (file) code = JSON.parse(readFileSync(join(folder, 'outbox', file), 'utf8')).code
  }
  const person = { account: 'drill', password: PASSWORD, nick_name: '演练', target, code, agree: true }
  const response = await post(server, '/api/register/register_user', person)
  return (response?.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

function readOutbox(folder: string): string[] {
  try {
    return readdirSync(join(folder, 'outbox'))
  } catch {
    return []
  }
}

/** Writes numbered settings until the server is gone; answers those that were acknowledged. */
async function writeUntilDead(
  server: RealServer,
  cookie: string,
  round: number,
): Promise<[string, string][]> {
  const acknowledged: [string, string][] = []
  const writer = async (lane: number) => {
    for (let count = 0; ; count += 1) {
      const key = `k${lane}-${count % 20}`
      const value = `${round}.${count}`
      const response = await post(server, '/api/user_setting/save', { key, type: 'drill', value }, cookie)
      const body = await response?.json().catch(() => null)
      if (body?.code !== 200) return
      acknowledged.push([key, value])
    }
  }
  await Promise.all([0, 1, 2, 3].map(writer))
  return acknowledged
}

const orderOf = (value: string) => value.split('.').map(Number) as [number, number]

/** Whether `kept` is the acknowledged value or a later, unacknowledged one of the same lane. */
function isAtLeast(kept: string, acknowledged: string): boolean {
  const [round, count] = orderOf(kept)
  const [wantedRound, wantedCount] = orderOf(acknowledged)
  return round > wantedRound || (round === wantedRound && count >= wantedCount)
}

test(`after ${KILLS} kills in the middle of writing no acknowledged write is lost`, {
  timeout: 180_000,
}, async () => {
  const env = await place()
  let server = await startReal(env)
  const cookie = await register(server, env.DATA_DIR ?? '')
  const wanted = new Map<string, string>()
  let acknowledged = 0
  for (let round = 0; round < KILLS; round += 1) {
    const kill = setTimeout(() => server.process.kill('SIGKILL'), 60 + ((round * 37) % 240))
    for (const [key, value] of await writeUntilDead(server, cookie, round)) {
      wanted.set(key, value)
      acknowledged += 1
    }
    clearTimeout(kill)
    await server.ended
    server = await startReal(env)
  }
  const lost: string[] = []
  for (const [key, value] of wanted) {
    const response = await fetch(`${server.url}/api/user_setting/get/${key}/drill`, { headers: { cookie } })
    const kept = (await response.json()).data
    if (typeof kept !== 'string' || !isAtLeast(kept, value)) lost.push(`${key}: ${kept} instead of ${value}`)
  }
  server.process.kill('SIGTERM')
  await server.ended
  console.log(`kill drill: ${KILLS} kills, ${acknowledged} acknowledged, ${lost.length} lost`)
  expect(lost).toEqual([])
  expect(acknowledged).toBeGreaterThan(KILLS)
})

test('a server that is asked to stop ends in order, with code 0', async () => {
  const env = await place()
  const server = await startReal(env)
  server.process.kill('SIGTERM')

  expect(await server.ended).toBe(0)
  const again = await startReal(env)
  again.process.kill('SIGINT')
  expect(await again.ended).toBe(0)
})

test('a second server on one data folder is refused with a clear sentence', async () => {
  const env = { ...(await place()), DATABASE_URL: '' }
  const server = await startReal(env)
  const second = startReal(env)

  await expect(second).rejects.toMatchObject({
    code: 1,
    message: expect.stringContaining('正被另一个科学导航进程使用'),
  })
  server.process.kill('SIGTERM')
  await server.ended
})

test('settings that do not hold are all named at once, and nothing starts', async () => {
  const env = {
    ...(await place()),
    PORT: 'abc',
    SMTP_URL: 'mail.example',
    OIDC_CLIENT_ID: 'x',
    RATE_LIMIT_SCALE: '0',
  }
  const refused = startReal(env).catch((error: Error) => error.message)

  const message = await refused
  for (const name of ['PORT', 'SMTP_URL', 'OIDC_ISSUER', 'RATE_LIMIT_SCALE'])
    expect(message).toContain(`  ${name}：`)
})

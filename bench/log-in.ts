import { join } from 'node:path'
import { PASSWORD } from '../e2e/support/people.ts'
import { waitForCode } from '../e2e/support/server.ts'
import type { MeasuredServer } from './process.ts'

/** Registers a user; returns the session cookie. */
export async function logIn(
  server: Pick<MeasuredServer, 'url'>,
  folder: string,
  account = 'bench',
): Promise<string> {
  const target = `${account}@example.edu.cn`
  const post = (path: string, body: object) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-login-type': 'front' },
    })
  await post('/api/register/send_msg', { target, scene: 'register' })
  const code = await waitForCode(join(folder, 'outbox'), target)
  const person = { account, password: PASSWORD, nick_name: '测量', target, code, agree: true }
  const response = await post('/api/register/register_user', person)
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

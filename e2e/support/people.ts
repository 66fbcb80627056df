import type { BrowserContext } from '@playwright/test'
import type { RunningServer } from './server.ts'

export const PASSWORD = 'ink-and-bamboo-77'

interface Person {
  account: string
  nick_name: string
}

/** Registers a person through the calls and leaves the context logged in as them. */
export async function register(
  context: Pick<BrowserContext, 'request'>,
  server: Pick<RunningServer, 'url' | 'codeFor'>,
  { account, nick_name }: Person,
): Promise<void> {
  const target = `${account}@example.edu.cn`
  const post = async (path: string, data: object) => {
    const response = await context.request.post(`${server.url}${path}`, {
      data,
      headers: { 'x-login-type': 'front' },
    })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
  }
  await post('/api/register/send_msg', { target, scene: 'register' })
  const code = await server.codeFor(target)
  await post('/api/register/register_user', {
    account,
    password: PASSWORD,
    nick_name,
    target,
    code,
    agree: true,
  })
}

import type { BrowserContext, Page } from '@playwright/test'
import type { RunningServer } from './server.ts'

/** The password of every user that tests create. */
export const PASSWORD = 'ink-and-bamboo-77'

interface NewAccount {
  account: string
  nick_name: string
}

/** Registers a user through the API and leaves the context logged in as them. */
export async function register(
  context: Pick<BrowserContext, 'request'>,
  server: Pick<RunningServer, 'url' | 'codeFor'>,
  { account, nick_name }: NewAccount,
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

/** Registers a user through the form. */
export async function registerByForm(
  page: Page,
  server: Pick<RunningServer, 'codeFor'>,
  { account, nick_name }: NewAccount,
): Promise<void> {
  const target = `${account}@example.edu.cn`
  await page.goto('/#/register')
  await page.getByLabel('账号', { exact: true }).fill(account)
  await page.getByLabel(/姓名|昵称|称呼/).fill(nick_name)
  await page.getByLabel(/邮箱或手机/).fill(target)
  await page.getByRole('button', { name: /发送验证码|获取验证码/ }).click()
  await page.getByLabel('验证码', { exact: true }).fill(await server.codeFor(target))
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '注册' }).click()
  await page.waitForURL(/#\/home/)
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { PASSWORD, register } from './support/people.ts'
import { startServer } from './support/server.ts'

/** A CAS server at another site, which has everybody logged in as one person. */
async function startCas(user: string) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://cas')
    if (pathname === '/cas/login') {
      const back = new URL(searchParams.get('service') ?? '')
      back.searchParams.set('ticket', 'ST-1')
      response.writeHead(302, { location: back.href }).end()
      return
    }
    response.end(
      `<serviceResponse><authenticationSuccess><user>${user}</user></authenticationSuccess></serviceResponse>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => server.close()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas`, close }
}

async function confirm(page: Page, button: string, then: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByLabel('输入密码以确认').fill(PASSWORD)
  await page.getByRole('button', { name: then, exact: true }).click()
}

test('a person links the sign-on in the settings, logs in by it, and unlinks it', async ({
  page,
  context,
}) => {
  const cas = await startCas('2026010001')
  const server = await startServer({ CAS_URL: cas.url, CAS_NAME: '校园统一认证' })
  try {
    await register(context, server, { account: 'linzhiyuan', nick_name: '林知远' })
    await page.goto(`${server.url}/#/home?panel=settings&tab=security`)
    await page.getByRole('button', { name: '绑定校园统一认证' }).click()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: '取消' }).click()
    await confirm(page, '绑定校园统一认证', '前往认证')
    await expect(page.getByText('已绑定。以后可以用')).toBeVisible()
    await expect(page).toHaveURL(/tab=security$/)

    // Without a session, an open page would go to the login by itself.
    await page.goto('about:blank')
    await context.clearCookies()
    await page.goto(`${server.url}/login?return=${encodeURIComponent('#/home?panel=settings&tab=security')}`)
    await page.getByRole('link', { name: '校园统一认证登录' }).click()
    await confirm(page, '解除绑定校园统一认证', '解除绑定')
    await expect(page.getByText('未绑定')).toBeVisible()
  } finally {
    await server.stop()
    cas.close()
  }
})

import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { register } from './support/people.ts'
import type { RunningServer } from './support/server.ts'
import { startUpdateProxy, type UpdateProxy } from './support/update-proxy.ts'

let updateProxy: UpdateProxy
let readerCount = 0

test.beforeEach(async ({ server }) => {
  updateProxy = await startUpdateProxy(server.url)
})

test.afterEach(async () => {
  await updateProxy.stop()
})

async function openHome(
  page: Page,
  context: BrowserContext,
  server: RunningServer,
): Promise<{ loads: () => number }> {
  readerCount += 1
  await register(
    context,
    { ...server, url: updateProxy.url },
    { account: `worker${process.pid}x${readerCount}`, nick_name: '沈括' },
  )
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.goto(`${updateProxy.url}/#/home`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  return { loads: () => loads }
}

const checkForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
  })

test('the first visit does not reload, and a new build reloads exactly once', async ({
  page,
  context,
  server,
}) => {
  const { loads } = await openHome(page, context, server)
  await page.waitForTimeout(1500)
  expect(loads()).toBe(1)

  updateProxy.installNewBuild()
  await checkForUpdate(page)
  await expect.poll(loads).toBe(2)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForTimeout(2500)
  expect(loads()).toBe(2)
})

test('without a network the offline page is shown, and the product comes back with it', async ({
  page,
  context,
  server,
}) => {
  await openHome(page, context, server)
  await context.setOffline(true)
  await page.goto(`${updateProxy.url}/`)
  await expect(page.getByText(/离线|没有网络|网络/).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

test('log-in page, sign-on callback and downloads reach the server while the worker is active', async ({
  page,
  context,
  server,
}) => {
  await openHome(page, context, server)
  const reaches = async (path: string) => {
    const before = updateProxy.seen(path)
    await page.evaluate(async (url) => void (await fetch(url)), path)
    expect(updateProxy.seen(path), path).toBe(before + 1)
  }
  await reaches('/api/user')
  await reaches('/api/user/export/01zzzzzzzzzzzzzzzzzzzzzzzz')
  for (const path of ['/login', '/sso/oidc/callback']) {
    const before = updateProxy.seen(path)
    await page.goto(`${updateProxy.url}${path}`)
    expect(updateProxy.seen(path), path).toBe(before + 1)
    await page.goto(`${updateProxy.url}/#/home`)
  }
})

test('a new version is looked for every two hours', async ({ page, context, server }) => {
  await page.clock.install()
  await openHome(page, context, server)
  const before = updateProxy.seen('/sw.js')
  await page.clock.fastForward(110 * 60_000)
  await page.waitForTimeout(500)
  expect(updateProxy.seen('/sw.js')).toBe(before)
  await page.clock.fastForward(11 * 60_000)
  await expect.poll(() => updateProxy.seen('/sw.js')).toBe(before + 1)
})

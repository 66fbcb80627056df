import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { type Front, startFront } from './support/front.ts'
import { register } from './support/people.ts'
import type { RunningServer } from './support/server.ts'

let front: Front
let count = 0

test.beforeEach(async ({ server }) => {
  front = await startFront(server.url)
})

test.afterEach(async () => {
  await front.stop()
})

async function openHome(
  page: Page,
  context: BrowserContext,
  server: RunningServer,
): Promise<{ loads: () => number }> {
  count += 1
  await register(
    context,
    { ...server, url: front.url },
    { account: `worker${process.pid}x${count}`, nick_name: '沈括' },
  )
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.goto(`${front.url}/#/home`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  return { loads: () => loads }
}

const lookForUpdate = (page: Page) =>
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

  front.installNewBuild()
  await lookForUpdate(page)
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
  await page.goto(`${front.url}/`)
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
    const before = front.seen(path)
    await page.evaluate(async (url) => void (await fetch(url)), path)
    expect(front.seen(path), path).toBe(before + 1)
  }
  await reaches('/api/user')
  await reaches('/api/user/export/01zzzzzzzzzzzzzzzzzzzzzzzz')
  for (const path of ['/login', '/sso/oidc/callback']) {
    const before = front.seen(path)
    await page.goto(`${front.url}${path}`)
    expect(front.seen(path), path).toBe(before + 1)
    await page.goto(`${front.url}/#/home`)
  }
})

test('a new version is looked for every two hours', async ({ page, context, server }) => {
  await page.clock.install()
  await openHome(page, context, server)
  const before = front.seen('/sw.js')
  await page.clock.fastForward(110 * 60_000)
  await page.waitForTimeout(500)
  expect(front.seen('/sw.js')).toBe(before)
  await page.clock.fastForward(11 * 60_000)
  await expect.poll(() => front.seen('/sw.js')).toBe(before + 1)
})

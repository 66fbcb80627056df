import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { type DevCopy, startDev } from './support/dev-copy.ts'
import { showResults } from './support/library.ts'
import { PASSWORD, register } from './support/people.ts'
import { waitForCode } from './support/server.ts'

/** What is printed where something failed. */
const ERROR_OUTPUT = /"level":[56]0|Cannot|unknown message/

const test = base.extend<{ dev: DevCopy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  dev: async ({}, use) => {
    const dev = await startDev()
    await use(dev)
    await dev.stop()
  },
})

test('whoever changes the product logs in and searches in `npm run dev`, and sees a change of either side at once', async ({
  page,
  playwright,
  dev: { url, folder, printed, addLine },
}) => {
  const request = await playwright.request.newContext()
  const codeFor = (target: string) => waitForCode(join(folder, 'outbox'), target)
  await register({ request }, { url, codeFor }, { account: 'developer', nick_name: '林知远' })
  await page.goto(`${url}/`)
  await page.getByLabel(/账号/).first().fill('developer')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL(/#\/home/)
  await showResults(page, '超导', url)

  addLine('web/src/main.tsx', `document.documentElement.dataset.change = 'seen'`)
  await expect(page.locator('html[data-change=seen]')).toBeAttached()

  addLine('search/src/ranking/rank.ts', `process.stdout.write('a change was read\\n')`)
  await expect.poll(() => printed().split('已启动：').length).toBe(3)
  expect(printed()).toContain('a change was read')
  await showResults(page, '超导', url)

  expect(
    printed()
      .split('\n')
      .filter((line) => ERROR_OUTPUT.test(line)),
  ).toEqual([])
})

import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

const SLOWER = 4
const LOGIN_SCRIPT = 20_000
const SHELL_SCRIPT = 260_000

/** Largest contentful paint of a fresh load under 4 × CPU throttling, ms. Printed, not judged: machines differ. */
async function largestPaint(page: Page, context: BrowserContext, address: string): Promise<number> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto('about:blank')
  await page.goto(address)
  await page.getByRole('heading').first().waitFor()
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return Math.round(paint)
}

/** Bytes of script on the wire for a page and what it loads at once. */
async function scriptBytes(page: Page, address: string): Promise<number> {
  let bytes = 0
  const count = async (response: import('@playwright/test').Response) => {
    if (response.request().resourceType() !== 'script') return
    bytes += (await response.request().sizes()).responseBodySize
  }
  page.on('response', count)
  await page.goto('about:blank')
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  page.off('response', count)
  return bytes
}

test('the log-in page is light', async ({ page, context }) => {
  const bytes = await scriptBytes(page, '/login')
  const paint = await largestPaint(page, context, '/login')
  console.log(
    `log-in page: ${bytes} bytes of script, largest paint ${paint} ms at ${SLOWER} × slower CPU (goal 1500)`,
  )
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(LOGIN_SCRIPT)
})

test('the shell with the home screen is within its budget', async ({ home, context }) => {
  const bytes = await scriptBytes(home, '/#/home')
  const paint = await largestPaint(home, context, '/#/home')
  console.log(
    `shell with home: ${bytes} bytes of script, largest paint ${paint} ms at ${SLOWER} × slower CPU (goal 1500)`,
  )
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(SHELL_SCRIPT)
})

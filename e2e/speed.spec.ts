import { readFileSync } from 'node:fs'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { SHELL_CONTENTS } from '../web/build/shell-contents.ts'
import { expect, test } from './support/fixtures.ts'
import { register } from './support/people.ts'

const CPU_SLOWDOWN = 4
const MAX_LOGIN_SCRIPT_BYTES = 20_000
const MAX_SHELL_SCRIPT_BYTES = 200_000

/** Largest contentful paint of a fresh load under 4 × CPU throttling, ms. Printed, not judged: machines differ. */
async function largestPaint(page: Page, context: BrowserContext, address: string): Promise<number> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
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

/** Compressed bytes of script that a page loads before anybody does anything. */
async function scriptBytes(page: Page, address: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return entries
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0)
  })
}

test('the log-in page is light', async ({ page, context }) => {
  const bytes = await scriptBytes(page, '/login')
  const paint = await largestPaint(page, context, '/login')
  console.log(
    `log-in page: ${bytes} bytes of script, largest paint ${paint} ms at ${CPU_SLOWDOWN} × slower CPU (goal 1500)`,
  )
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(MAX_LOGIN_SCRIPT_BYTES)
})

test('the shell with the home screen is within its budget', async ({ home, context }) => {
  const bytes = await scriptBytes(home, '/#/home')
  const paint = await largestPaint(home, context, '/#/home')
  console.log(
    `shell with home: ${bytes} bytes of script, largest paint ${paint} ms at ${CPU_SLOWDOWN} × slower CPU (goal 1500)`,
  )
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(MAX_SHELL_SCRIPT_BYTES)
})

/** Bounds on a page that is opened for the first time. */
const MAX_REQUESTS = 30
const MAX_RECEIVED_BYTES = 300_000

for (const [name, address] of [
  ['home', '/#/home'],
  ['results', '/#/home/searchResult?q=transformer'],
] as const)
  test(`the first visit of ${name} is within ${MAX_REQUESTS} requests and ${MAX_RECEIVED_BYTES} bytes`, async ({
    page,
    context,
    server,
    owner: _first,
  }) => {
    await register(context, server, { account: `first${name}`, nick_name: '林知远' })
    const requests: Request[] = []
    page.on('request', (request) => {
      if (!request.serviceWorker()) requests.push(request)
    })
    await page.goto(address)
    await page.getByRole('article').first().waitFor()
    await page.waitForLoadState('networkidle')

    const sizes = await Promise.all(requests.map(receivedBytes))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`${name}: ${requests.length} requests, ${total} bytes`)
    const list = requests
      .map((request, at) => `${String(sizes[at]).padStart(8)}  ${request.url()}`)
      .join('\n')
    const what = `${list}\n\ncharacters of source in the shell:\n${readFileSync(SHELL_CONTENTS, 'utf8')}`
    expect(requests.length, what).toBeGreaterThan(5)
    expect(requests.length, what).toBeLessThanOrEqual(MAX_REQUESTS)
    expect(total, what).toBeLessThanOrEqual(MAX_RECEIVED_BYTES)
    // What is requested early is not requested again.
    const urls = requests.map((request) => `${request.method()} ${request.url()}`)
    expect(urls.filter((url, at) => urls.indexOf(url) !== at)).toEqual([])
  })

/** Resolves to the bytes of a reply with its headers, as they were sent. */
async function receivedBytes(request: Request): Promise<number> {
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  return responseBodySize + responseHeadersSize
}

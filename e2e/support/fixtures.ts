import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { register } from './people.ts'
import { externalServer, type RunningServer, startServer } from './server.ts'

interface Fixtures {
  /** A page of a logged-in reader. */
  home: Page
  /** A page of the operator. */
  desk: Page
  /** Fails the test at its end when the browser reports a policy violation or an error. */
  quiet: undefined
}

interface WorkerFixtures {
  /** Additional settings of the worker's server. */
  serverEnv: Record<string, string>
  server: RunningServer
  /** Calls as the operator, the first user to register. */
  owner: APIRequestContext
}

let readerCount = 0

/** Starts one server per worker; each test has its own browser context. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  serverEnv: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ serverEnv }, use) => {
      const { E2E_URL, E2E_FOLDER = '' } = process.env
      const server = E2E_URL ? externalServer(E2E_URL, E2E_FOLDER) : await startServer(serverEnv)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  owner: [
    async ({ server, playwright }, use) => {
      const request = await playwright.request.newContext()
      await register({ request }, server, { account: 'operator', nick_name: '管理员' })
      await use(request)
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  quiet: [
    async ({ page }, use) => {
      const faults: string[] = []
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          console.error(`securitypolicyviolation ${event.violatedDirective} ${event.blockedURI}`)
        })
      })
      page.on('console', (message) => {
        const fault = `${message.text()} ${message.location().url}`
        if (message.type() === 'error' && !isExpectedError(message.text())) faults.push(fault)
      })
      page.on('pageerror', (error) => faults.push(String(error)))
      await use(undefined)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
  home: async ({ page, context, server, owner: _first }, use) => {
    readerCount += 1
    await register(context, server, { account: `reader${process.pid}x${readerCount}`, nick_name: '林知远' })
    await openHome(page)
    await use(page)
  },
  desk: async ({ page, context, owner }, use) => {
    await context.addCookies((await owner.storageState()).cookies)
    await openHome(page)
    await use(page)
  },
})

async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('navigation').first().waitFor()
}

/**
 * Whether an error is expected: the browser reports every response from 400 on, which the product itself shows on the
 * screen, and a service worker that it cannot fetch because the test has stopped its server.
 */
function isExpectedError(text: string): boolean {
  return /Failed to load resource: (the server responded with a status of 4|net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED)|An unknown error occurred when fetching the script/.test(
    text,
  )
}

export { expect }

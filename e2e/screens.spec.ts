import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

/** Every screen there is, and what shows that it has come. */
const open = ['/login', '/agreement', '/privacy', '/#/register', '/#/noLoginError']
const loggedIn = [
  '/#/home',
  '/#/error?err_code=404',
  '/#/home?panel=settings',
  '/#/home?panel=settings&tab=security',
  '/#/home?panel=users',
  '/#/home?panel=jobs',
  '/#/home?panel=import',
  '/#/home?panel=import&tab=merges',
  '/#/home?panel=import&tab=index',
  '/#/home?panel=ranks',
  '/#/home?panel=models',
  '/#/home?panel=mcp',
  '/#/home?panel=mcp&tab=calls',
  '/#/home?panel=settings&tab=tools',
  '/#/knowledgeBase',
  '/#/subscribe',
  '/#/subscribe?add=topic',
  '/#/subscribe?add=query',
  '/#/resources',
  '/#/scientific',
  '/#/agent?application_id=academic_qa',
  '/#/aiApplications',
  '/#/aiApplications?view=mine',
  '/#/aiApplications?open=literature_review',
  '/#/aiApplications?open=compare_papers',
  '/#/aiApplications?panel=prompts',
  '/#/aiApplications?panel=prompts&tab=ready',
  '/#/outAgent',
]

async function visit(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
}

async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} appearance`, () => {
    test.use({ colorScheme })

    for (const address of open)
      test(`${address} has no serious accessibility fault and breaks no policy`, async ({ page }) => {
        await visit(page, address)
        expect(await seriousFaults(page)).toEqual([])
      })

    for (const address of loggedIn)
      test(`${address} has no serious accessibility fault and breaks no policy, logged in`, async ({
        home,
      }) => {
        await visit(home, address)
        expect(await seriousFaults(home)).toEqual([])
      })
  })
}

test('nothing scrolls sideways on a phone', async ({ home }) => {
  await home.setViewportSize({ width: 390, height: 844 })
  for (const address of [...open, ...loggedIn]) {
    await visit(home, address)
    expect(await overflow(home), address).toBe(0)
  }
})

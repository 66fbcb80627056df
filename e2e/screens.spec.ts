import type { Page } from '@playwright/test'
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

test.describe.configure({ mode: 'parallel' })

/** Every screen there is that needs no login. */
const PUBLIC_SCREENS = ['/login', '/agreement', '/privacy', '/#/register', '/#/noLoginError']
/** The others, by what they are for. */
const PRIVATE_SCREENS = {
  account: ['/#/error?err_code=404', '/#/home?panel=settings', '/#/home?panel=settings&tab=security'],
  operators: [
    '/#/home?panel=users',
    '/#/home?panel=jobs',
    '/#/home?panel=models',
    '/#/home?panel=mcp',
    '/#/home?panel=mcp&tab=calls',
  ],
  library: [
    '/#/home?panel=import',
    '/#/home?panel=import&tab=merges',
    '/#/home?panel=import&tab=index',
    '/#/home?panel=ranks',
    '/#/home?panel=styles',
  ],
  literature: [
    '/#/home',
    '/#/knowledgeBase',
    '/#/aiCitation',
    '/#/aiCitation?mode=check',
    '/#/aiCitation?mode=manuscript',
    '/#/aiCitation/citationResult',
    '/#/readDetailMore',
    '/#/subscribe',
    '/#/subscribe?add=topic',
    '/#/subscribe?add=query',
    '/#/resources',
    '/#/resources?view=journals',
    '/#/aiKnowledgeBase',
    '/#/project',
    '/#/project?tab=joined',
  ],
  answers: [
    '/#/scientific',
    '/#/deepResearch',
    '/#/agent?application_id=academic_qa',
    '/#/aiApplications',
    '/#/aiApplications?view=mine',
    '/#/aiApplications?open=literature_review',
    '/#/aiApplications?open=compare_papers',
    '/#/aiApplications?panel=prompts',
    '/#/aiApplications?panel=prompts&tab=ready',
    '/#/outAgent',
    '/#/home?panel=settings&tab=tools',
  ],
}

async function visit(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

/** Opens a screen on a desktop and looks for faults; as narrow as a phone it must not scroll sideways. */
async function expectFaultless(page: Page, address: string): Promise<void> {
  await page.setViewportSize(DESKTOP)
  await visit(page, address)
  expect.soft(await seriousFaults(page), address).toEqual([])
  await page.setViewportSize(PHONE)
  await expect.poll(() => overflow(page), { message: address }).toBe(0)
}

test('the screens before the login have no serious accessibility fault, break no policy and fit a phone', async ({
  page,
}) => {
  for (const address of PUBLIC_SCREENS) await expectFaultless(page, address)
})

for (const [area, addresses] of Object.entries(PRIVATE_SCREENS))
  test(`the screens for ${area} have no serious accessibility fault, break no policy and fit a phone`, async ({
    desk,
  }) => {
    for (const address of addresses) await expectFaultless(desk, address)
  })

import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

const SCREENS = [
  '/home/searchHistory',
  '/subscribe',
  '/knowledgeBase',
  '/resources',
  '/aiApplications',
  '/outAgent',
  '/scientific',
]

/** Where the header of the screen that is shown stands, and where what is below it ends; null until it is there. */
async function headerFrame(page: Page): Promise<Record<string, number> | null> {
  const header = page.locator('main header')
  if ((await header.count()) !== 1) return null
  return header.evaluate((element) => {
    const { left, right, top, height } = element.getBoundingClientRect()
    const below = [...(element.parentElement?.children ?? [])].slice(1)
    const contentRight = Math.max(...below.map((each) => each.getBoundingClientRect().right))
    return { left, right, top, height, contentRight }
  })
}

for (const width of [1440, 390])
  test(`every screen begins and ends at the same places, ${width} px wide`, async ({ home }) => {
    await home.setViewportSize({ width, height: 900 })
    let first: Record<string, number> | null = null
    for (const screen of SCREENS) {
      // The screen before would stand until this one has come.
      await home.goto('about:blank')
      await home.goto(`/#${screen}`)
      await expect(home.locator('main header h1')).toBeVisible()
      first ??= await headerFrame(home)
      expect(first?.height).toBeGreaterThan(0)
      await expect.poll(() => headerFrame(home), { message: screen }).toEqual(first)
    }
  })

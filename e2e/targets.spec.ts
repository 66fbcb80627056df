import { expect, test } from './support/fixtures.ts'

const SCREENS = [
  '/register',
  '/home?panel=settings&tab=security',
  '/home',
  '/subscribe',
  '/resources',
  '/aiApplications',
  '/knowledgeBase',
]

for (const width of [390, 1440])
  test(`what is pressed outside of lists of papers is at least 24 px wide and high at ${width} px`, async ({
    home: page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const small: string[] = []
    for (const screen of SCREENS) {
      await page.goto('about:blank')
      await page.goto(`/#${screen}`)
      await expect(page.getByRole('heading').first()).toBeVisible()
      if (screen.includes('settings'))
        await expect(page.locator('.ant-input-password-icon').first()).toBeVisible()
      const found = await page.evaluate(listPressTargets)
      expect(found.length, screen).toBeGreaterThan(1)
      small.push(...found.filter(({ small }) => small).map(({ what }) => `${screen}: ${what}`))
    }
    expect(small).toEqual([])
  })

/** What can be pressed, and whether it is smaller than a finger needs; links within a text are as high as its lines. Runs in the browser. */
function listPressTargets(): { what: string; small: boolean }[] {
  return [...document.querySelectorAll('button, [role="button"], .ant-input-password-icon, select, nav a')]
    .filter((one) => !one.closest('article, [aria-hidden="true"], .sr-only') && one.checkVisibility())
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0)
    .map(({ one, box }) => ({
      what: `${one.outerHTML.slice(0, 120)} ${box.width}x${box.height}`,
      small: box.width < 24 || box.height < 24,
    }))
}

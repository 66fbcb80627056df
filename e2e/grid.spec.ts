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

for (const width of [1440, 390])
  test(`every screen begins and ends at the same places, ${width} px wide`, async ({ home }) => {
    await home.setViewportSize({ width, height: 900 })
    const grids: Record<string, unknown> = {}
    for (const screen of SCREENS) {
      await home.goto(`/#${screen}`)
      const header = home.locator('main header')
      // The screen before stands until this one has come.
      await expect.poll(() => home.evaluate(() => location.hash)).toContain(screen)
      await header.waitFor()
      await home.waitForLoadState('networkidle')
      grids[screen] = await header.evaluate((element) => {
        const { left, right, top, height } = element.getBoundingClientRect()
        const below = [...(element.parentElement?.children ?? [])]
          .slice(1)
          .map((child) => child.getBoundingClientRect())
        return {
          left,
          right,
          top,
          height,
          contentRight: Math.max(...below.map((each) => each.right)),
        }
      })
    }
    const [first] = Object.values(grids)
    for (const screen of SCREENS) expect(grids[screen], screen).toEqual(first)
  })

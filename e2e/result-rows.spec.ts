// How rows of results, their filters and the open paper fit desks, phones and fingers.
import type { Locator } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { showResults } from './support/library.ts'
import { REAL_AUTHOR, rewriteSearchResults } from './support/search-results.ts'

/** Parts of an element that a finger of 24 px in its middle would miss. Runs in the page. */
function missedTargets(element: Element): string[] {
  element.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const sides = { left: [-11, 0], right: [11, 0], above: [0, -11], below: [0, 11] } as const
  return Object.entries(sides).flatMap(([side, [dx, dy]]) => {
    const hit = document.elementFromPoint(x + dx, y + dy)
    return hit && (hit === element || element.contains(hit)) ? [] : [side]
  })
}

test('the counts of filters stand whole on one line, however long the names before them are', async ({
  home: page,
}) => {
  await page.route('**/api/paper/search', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const each of body.data?.facets?.source?.list ?? [])
      Object.assign(each, { label: 'Annual Meeting of the Association for Computing', count: 12_345 })
    await route.fulfill({ response: answer, json: body })
  })
  await showResults(page, '理论')
  const counts = page.getByText('12,345', { exact: true })
  await expect(counts.first()).toBeVisible()
  for (const shown of await counts.all()) expect((await shown.boundingBox())?.height).toBeLessThan(30)
})

test('beside the open sider a desk has room for long titles', async ({ home: page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await showResults(page, '理论')
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
  await expect(page.getByRole('button', { name: '收起导航' })).toBeVisible()
  const box = await page.getByRole('article').first().boundingBox()
  expect(box?.width).toBeGreaterThanOrEqual(660)
  await expect(page.getByText('级别 —')).toHaveCount(0)
  await expect(page.getByText('篇均被引 —')).toHaveCount(0)
})

for (const width of [1440, 390])
  test(`a finger meets whatever can be pressed in a row, ${width} px wide`, async ({ home: page }) => {
    await page.setViewportSize({ width, height: 844 })
    const names = ['王伟', 'X', '李', 'A. Y. Long-Name of Somewhere', '赵忠贤', 'Ma', 'Wu', '陈立泉']
    const creators = names.map((name) => ({ name, role: 'author', affiliations: [] }))
    await rewriteSearchResults(page, (paper) => ({ ...paper, language: 'en', creators }))
    await showResults(page, '理论')
    const row = page.getByRole('article').nth(1)
    const targets = row.locator('a, button, input')
    for (const target of await targets.all()) {
      await row.hover()
      expect(await target.evaluate(missedTargets), await accessibleName(target)).toEqual([])
    }
  })

const accessibleName = (target: Locator) =>
  target.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent)

test('a phone shows one box to search with, and the actions of a paper on one line', async ({
  home: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const pdf_url = 'https://example.org/a.pdf'
  const creators = [REAL_AUTHOR]
  await rewriteSearchResults(page, (paper, place) => ({
    ...paper,
    creators,
    language: 'en',
    abstract: 'An abstract of a paper that is long enough to be folded out.',
    pdf_url: place % 2 === 0 ? pdf_url : null,
  }))
  await showResults(page, '理论')
  const quick = await page
    .getByRole('button', { name: /快速检索/ })
    .evaluateAll((all) => all.map((one) => one.clientWidth))
  expect(quick.every((width) => width <= 44)).toBe(true)
  for (const place of [0, 1]) {
    const row = page.getByRole('article').nth(place)
    const actions = row.getByRole('button', { name: /^引用：/ }).locator('..')
    const tops = await actions.locator('> *').evaluateAll((all) =>
      all.map((one) => {
        const { top, right } = one.getBoundingClientRect()
        return { top, inside: right <= innerWidth - 8 }
      }),
    )
    expect(new Set(tops.map(({ top }) => top)).size, 'lines of actions').toBe(1)
    expect(tops.every(({ inside }) => inside)).toBe(true)
  }
})

test('on a phone the open paper covers the list, with the same two buttons', async ({ home: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await showResults(page, '理论')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  const drawer = page.getByRole('dialog', { name: '文献' })
  await drawer.getByRole('button', { name: '下一篇' }).click()
  expect((await drawer.boundingBox())?.width).toBe(390)
  await drawer.getByRole('button', { name: '关闭' }).click()
  await expect(drawer).toHaveCount(0)
})

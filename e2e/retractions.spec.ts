import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { showResults } from './support/library.ts'
import { rewriteSearchResults } from './support/search-results.ts'

const status_notice = {
  kind: 'retracted',
  date: '2024-03-04',
  reasons: ['Concerns/Issues About Data', 'Investigation by Journal/Publisher'],
  doi: '10.5555/notice',
  url: 'https://doi.org/10.5555/notice',
}

for (const width of [390, 1440])
  test(`the mark of a retracted paper opens its notice within a window of ${width} px`, async ({
    home: page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await rewriteSearchResults(page, (paper, place) =>
      place === 0 ? { ...paper, status: 'retracted', status_notice } : paper,
    )
    await showResults(page, '理论')
    const mark = page.getByRole('button', { name: '已撤稿' })
    await mark.focus()
    await page.keyboard.press('Enter')
    const notice = page.getByRole('note', { name: '撤稿声明' })
    await expect(notice).toBeVisible()
    await expect(notice).toContainText('声明日期 2024-03-04')
    const box = await notice.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Tab')
    await expect(notice.getByRole('link')).toBeFocused()
    await mark.focus()
    await page.keyboard.press('Escape')
    await expect(notice).toBeHidden()
  })

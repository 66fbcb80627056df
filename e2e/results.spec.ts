import { expect, test } from './support/fixtures.ts'
import { showResults } from './support/library.ts'
import { REAL_AUTHOR, rewriteSearchResults } from './support/search-results.ts'

test('related topics are those of the filtered results', async ({ home: page }) => {
  await showResults(page, '理论')
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().includes('related_reasearch_interests')) asked.push(request.postDataJSON())
  })
  const answered = page.waitForResponse(/related_reasearch_interests/)
  await page.getByRole('checkbox', { name: /^德文/ }).check()
  await answered
  await expect(page.getByRole('button', { name: '去掉 语种 德文' })).toBeVisible()
  expect(asked.at(-1)).toMatchObject({ query: '理论', filters: { language: ['de'] } })
  const all = Number.parseInt((await page.getByRole('status').first().textContent()) ?? '', 10)
  const topics = page.getByRole('region', { name: '相关主题' }).getByRole('button')
  for (const topic of await topics.allTextContents()) {
    const count = Number.parseInt(/(\d+)\s*$/.exec(topic)?.[1] ?? '', 10)
    expect(count, topic).toBeLessThanOrEqual(all)
  }
})

test('references are printed in the style that was chosen last, after the page was loaded again too', async ({
  home: page,
}) => {
  await showResults(page, '理论')
  const cite = async (row: number) => {
    await page.getByRole('article').nth(row).getByRole('button', { name: '引用' }).click()
    return page.getByRole('dialog', { name: '引用与导出 1 篇' }).getByRole('radio', { name: /APA/ })
  }
  const first = await cite(0)
  await expect(first).not.toBeChecked()
  await first.check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article').first().getByRole('button', { name: '引用' })).toBeFocused()
  await expect(await cite(1)).toBeChecked()
  await page.reload()
  await expect(await cite(1)).toBeChecked()
})

test('the name of an author whom nobody else could be searches at once', async ({ home: page }) => {
  await rewriteSearchResults(page, (paper) => ({ ...paper, language: 'en', creators: [REAL_AUTHOR] }))
  await showResults(page, '理论')
  await page.getByRole('article').first().getByRole('link', { name: 'Lin Wu' }).click()
  await expect(page).toHaveURL(/q=AU%3A%22Lin\+Wu%22/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('one press keeps a paper, shows it at once, and can be taken back or sent to another list', async ({
  home: page,
}) => {
  await showResults(page, '理论')
  const [first, second] = [page.getByRole('article').first(), page.getByRole('article').nth(1)]
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/dataset/paper/sync_batch_2_folder', async (route) => {
    await held
    await route.continue()
  })
  await first.hover()
  await first.getByRole('button', { name: /^收藏：/ }).click()
  // Before the server has answered.
  await expect(first.getByRole('button', { name: /^已收藏/, pressed: true })).toBeVisible()
  await expect(first.getByText('已收藏', { exact: true }).first()).toBeVisible()
  release()
  const toast = page.getByRole('status').filter({ hasText: '已收藏到「我的文献」' })
  await toast.getByRole('button', { name: '撤销' }).click()
  await expect(first.getByRole('button', { name: /^收藏：/ })).toBeVisible()

  await first.getByRole('button', { name: /^收藏：/ }).click()
  await page.getByRole('button', { name: '改到…' }).click()
  const lists = page.getByRole('dialog', { name: '收藏 1 篇' })
  await lists.getByLabel('新文献清单的名称').fill('一键选读')
  await page.keyboard.press('Enter')
  await expect(lists.getByRole('checkbox', { name: /一键选读/ })).toBeChecked()
  await lists.getByRole('checkbox', { name: /我的文献/ }).uncheck()
  await lists.getByRole('button', { name: '收藏', exact: true }).click()
  await expect(lists).toHaveCount(0)

  await second.hover()
  await second.getByRole('button', { name: /^收藏：/ }).click()
  await expect(page.getByText('已收藏到「一键选读」')).toBeVisible()
  await page.reload()
  await expect(first.getByRole('button', { name: /^已收藏/ })).toHaveAttribute('aria-pressed', 'true')
  await second.getByRole('heading').getByRole('link').click()
  const paper = page.getByRole('dialog', { name: '文献' })
  await expect(paper.getByRole('button', { name: '已在 1 个清单', pressed: true })).toBeVisible()
})

test('an open paper stands beside its list: both are in use, and j, k and two buttons go from paper to paper', async ({
  home: page,
}) => {
  await showResults(page, '理论')
  const title = (place: number) => page.getByRole('article').nth(place).getByRole('heading').textContent()
  const titles = [await title(0), await title(1), await title(2)]
  const drawer = page.getByRole('dialog', { name: '文献' })
  const shows = (place: number) =>
    expect(drawer.getByRole('heading', { level: 3 }).first()).toHaveText(titles[place] ?? '')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await shows(0)
  await page.keyboard.press('j')
  await shows(1)
  await page.keyboard.press('k')
  await shows(0)
  await drawer.getByRole('button', { name: '下一篇' }).click()
  await shows(1)
  await drawer.getByRole('button', { name: '上一篇' }).click()
  await shows(0)
  await expect(drawer.getByRole('button', { name: '上一篇' })).toHaveAttribute('aria-disabled', 'true')

  const row = page.getByRole('article').nth(1)
  await row.getByRole('checkbox').check()
  await expect(page.getByText('已选 1 篇')).toBeVisible()
  const [list, paper] = [await row.boundingBox(), await drawer.boundingBox()]
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(paper?.x ?? 0)
  await page.getByRole('article').nth(2).getByRole('heading').getByRole('link').click()
  await shows(2)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page).not.toHaveURL(/paper=/)
  await expect(page.getByRole('article').nth(2).getByRole('heading').getByRole('link')).toBeFocused()
})

import { expect, test } from './support/fixtures.ts'
import { showResults } from './support/library.ts'

test('a reader searches the starter library, narrows, opens, cites, exports and keeps a paper', async ({
  home: page,
}) => {
  await showResults(page, '超导')
  await page.goto('/#/home')
  await expect(page.getByRole('heading', { name: '检索学术文献' })).toBeVisible()
  await page.getByRole('combobox', { name: '检索词' }).fill('超导')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/home\/searchResult\?q=/)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.locator('article mark').first()).toBeVisible()

  await page.getByRole('checkbox', { name: /^中文/ }).check()
  await expect(page).toHaveURL(/language=zh/)
  await expect(page.getByRole('button', { name: '去掉 语种 中文' })).toBeVisible()

  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  const paper = page.getByRole('dialog', { name: '文献' })
  await expect(paper.getByRole('heading', { level: 3 })).toBeVisible()
  await expect(page).toHaveURL(/paper=/)

  await paper.getByRole('button', { name: '引用' }).click()
  const references = page.getByRole('dialog', { name: '引用与导出 1 篇' })
  await expect(references.getByRole('list', { name: '参考文献' })).toContainText('[1]')
  await references.getByRole('button', { name: '复制' }).click()
  await expect(page.getByText('已复制 1 篇')).toBeVisible()

  await references.getByRole('radio', { name: /BibTeX/ }).check()
  const download = page.waitForEvent('download')
  await references.getByRole('button', { name: '下载' }).click()
  expect((await download).suggestedFilename()).toMatch(/^文献-.*\.bib$/)

  await paper.getByRole('button', { name: '收藏' }).click()
  await expect(paper.getByRole('button', { name: '已在 1 个清单' })).toBeVisible()
  await page.getByRole('button', { name: '改到…' }).click()
  const lists = page.getByRole('dialog', { name: '收藏 1 篇' })
  await lists.getByLabel('新文献清单的名称').fill('超导选读')
  await page.keyboard.press('Enter')
  await expect(lists.getByRole('checkbox', { name: /超导选读/ })).toBeChecked()
  await lists.getByRole('checkbox', { name: /我的文献/ }).uncheck()
  await lists.getByRole('button', { name: '收藏', exact: true }).click()
  await expect(page.getByText('已更改收藏的清单')).toBeVisible()
  await expect(paper.getByRole('button', { name: '已在 1 个清单' })).toBeVisible()
})

test('what was searched and looked at stands in the history, and one entry can be brought back', async ({
  home: page,
}) => {
  await showResults(page, '超导')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('dialog', { name: '文献' }).getByRole('heading', { level: 3 })).toBeVisible()

  await page.goto('/#/home/searchHistory')
  await expect(page.getByRole('heading', { name: '今天' })).toBeVisible()
  await page.getByRole('button', { name: '删除 超导', exact: true }).click()
  await expect(page.getByRole('link', { name: /超导/ })).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('link', { name: /超导/ }).click()
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.goto('/#/home/searchHistory?kind=papers')
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('results are walked through and worked on with the keyboard alone', async ({ home: page }) => {
  await showResults(page, '理论')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('已选 1 篇')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: '引用与导出 1 篇' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '检索式与快捷键' })).toBeVisible()
})

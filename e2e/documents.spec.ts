import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { createTopicPdf, dropFiles, TOPICS } from './support/papers.ts'

async function createDataset(page: Page, name: string): Promise<void> {
  await page.goto('/#/knowledgeBase')
  await page.getByRole('button', { name: '新建：文献清单' }).click()
  await page.getByLabel('名称').fill(name)
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('a new reader drops ten files and a folder, watches them, finds a passage, and tags', async ({
  home: page,
}) => {
  await createDataset(page, '固态电池')
  await dropFiles(
    page,
    TOPICS.map((topic) => ({ name: `${topic}.pdf`, bytes: createTopicPdf(topic) })),
  )
  const uploads = page.getByRole('region', { name: '上传', exact: true })
  await expect(uploads).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: '可检索' })).toHaveCount(10)

  const folder = mkdtempSync(join(tmpdir(), 'scinav-drop-'))
  mkdirSync(join(folder, '综述', '2023'), { recursive: true })
  writeFileSync(join(folder, '综述', 'separator.pdf'), createTopicPdf('separator'))
  writeFileSync(join(folder, '综述', '2023', 'binder.pdf'), createTopicPdf('binder'))
  await page.getByLabel('要上传的文件夹').first().setInputFiles(join(folder, '综述'))
  await expect(page.getByRole('treeitem', { name: /2023/ })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: '可检索' })).toHaveCount(12)
  rmSync(folder, { recursive: true })

  await dropFiles(page, [{ name: 'again.pdf', bytes: createTopicPdf('garnet') }])
  await expect(uploads.getByText('已在库中')).toBeVisible()

  const test = page.getByRole('region', { name: '在全文中查找' })
  await test.getByLabel('要找的内容').fill('critical current density of the dendrite sample')
  await test.getByLabel('要找的内容').press('Enter')
  await expect(test.getByRole('link').first()).toHaveText(/dendrite.*第 2 页/)

  await page.getByRole('article').filter({ hasText: 'halide.pdf' }).getByRole('link').first().focus()
  await page.keyboard.press('t')
  await page.getByLabel('查找或新建标签').fill('已读')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('region', { name: '标签', exact: true }).getByRole('button', { name: /已读/ }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  expect(await seriousFaults(page)).toEqual([])
})

test('uploads go on while one walks about, and after the page was loaded again', async ({ home: page }) => {
  await createDataset(page, '慢慢传')
  // Nothing gets through until the page has been loaded again.
  await page.route('**/autoSplitSave/**', (route) => route.abort())
  await dropFiles(page, [{ name: 'garnet.pdf', bytes: createTopicPdf('garnet') }])
  await expect(page.getByText('连接断开，恢复后自动继续')).toBeVisible()
  await page.goto('/#/home')
  await expect(page.getByRole('region', { name: '上传', exact: true })).toContainText('garnet.pdf')
  expect(await seriousFaults(page)).toEqual([])

  await page.reload()
  await expect(page.getByRole('region', { name: '上传', exact: true })).toContainText('garnet.pdf')
  await page.unroute('**/autoSplitSave/**')
  await expect(page.getByRole('region', { name: '上传', exact: true })).toContainText('可检索')
})

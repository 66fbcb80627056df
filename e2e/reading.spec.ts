import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { createStudyPdf, uploadAndParse } from './support/study-document.ts'

const SENTENCE = 'Humidity decomposes perovskite films within hours of exposure.'

/** Selects a sentence of the pages as somebody would who drags over it. */
async function selectSentence(page: Page, sentence: string): Promise<void> {
  const words = page.locator('.textLayer').getByText(sentence)
  await words.waitFor()
  await words.evaluate((element) => document.getSelection()?.selectAllChildren(element))
}

test('a reader opens a PDF, highlights a sentence, notes it, takes the notes along, and finds it all again', async ({
  home: page,
  context,
  server,
}) => {
  const document_id = await uploadAndParse(context, server.url, createStudyPdf())
  await page.goto(`/#/readDetailMore?document_id=${document_id}`)
  // The text needs the room; whoever unfolds the menu keeps it so.
  await expect(page.getByRole('button', { name: '展开导航' })).toBeVisible()
  await selectSentence(page, SENTENCE)
  await page.getByRole('button', { name: '标亮（绿）' }).click()
  await expect(page.locator('[data-kind="annotation"][data-colour="green"]')).toHaveCount(1)

  await page.getByRole('tab', { name: /笔记/ }).click()
  await page.getByRole('button', { name: /^笔记的操作/ }).click()
  await page.getByRole('menuitem', { name: '编辑' }).click()
  await page.getByLabel('笔记', { exact: true }).fill('封装是关键')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('封装是关键')).toBeVisible()

  await page.getByRole('button', { name: '导出和导入笔记' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: '导出为 Markdown' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('封装是关键')
  expect(text).toContain('Humidity decomposes perovskite films')

  const brought = { annotations: [{ comment: '别处写的笔记' }, { page: -1 }] }
  await page.getByLabel('笔记文件').setInputFiles({
    name: '笔记.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(brought)),
  })
  await expect(page.getByText('别处写的笔记')).toBeVisible()
  await expect(page.getByText(/1 条没有导入：第 2 条，页码/)).toBeVisible()

  await page.reload()
  await expect(page.locator('[data-kind="annotation"][data-colour="green"]')).toHaveCount(1)
  expect(await seriousFaults(page)).toEqual([])
})

test('what can be done with a selection goes away with it while the pages are scrolled, and comes back', async ({
  home: page,
  context,
  server,
}) => {
  const document_id = await uploadAndParse(context, server.url, createStudyPdf(6))
  await page.goto(`/#/readDetailMore?document_id=${document_id}`)
  await selectSentence(page, SENTENCE)
  const bar = page.getByRole('toolbar', { name: '所选文字' })
  await expect(bar).toBeVisible()
  const words = page.locator('.textLayer').getByText(SENTENCE).first()
  const scroll = (by: number) =>
    words.evaluate((element, top) => {
      let box = element.parentElement
      while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
      box?.scrollBy({ top })
    }, by)
  await scroll(600)
  await expect(bar).toBeHidden()
  await scroll(-600)
  await expect(bar).toBeVisible()
})

test('a citation opens its page with the words lit, words are found in the whole file, and links keep the page', async ({
  home: page,
  context,
  server,
}) => {
  const document_id = await uploadAndParse(context, server.url, createStudyPdf(12))
  const query = new URLSearchParams({
    document_id,
    page: '2',
    quote: 'a two step encapsulation of perovskite cells',
  })
  await page.goto(`/#/readDetailMore?${query}`)
  await expect(page.locator('[data-page="2"] [data-kind="requested"]').first()).toBeVisible()

  await page.keyboard.press('Control+f')
  await page.getByLabel('在文中查找').fill('ninety percent')
  await expect(page.getByText(/^\d+ \/ 10$/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-kind="match"][data-current="true"]').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByLabel(/^页码/).fill('12')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-page="12"]')).toBeVisible()
  // Only what is near the window is drawn.
  expect(await page.locator('[data-page]').count()).toBeLessThan(6)
})

test('of five hundred pages only those near the window are drawn, wherever somebody goes', async ({
  home: page,
  context,
  server,
}) => {
  const document_id = await uploadAndParse(context, server.url, createStudyPdf(500))
  const session = await context.newCDPSession(page)
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return Math.round(usedSize / 1024 / 1024)
  }
  await page.goto(`/#/readDetailMore?document_id=${document_id}`)
  await expect(page.locator('[data-page="1"] canvas')).toBeVisible()
  const before = await heap()
  for (const number of [...Array.from({ length: 20 }, (_, at) => at * 25 + 2), 500]) {
    await page.getByLabel(/^页码/).fill(String(number))
    await page.keyboard.press('Enter')
    await expect(page.locator(`[data-page="${number}"] canvas`)).toBeVisible()
    expect(await page.locator('[data-page]').count()).toBeLessThan(6)
    expect(await page.locator('canvas').count()).toBeLessThan(6)
  }
  console.log(`500 pages: heap ${before} MB at the first, ${await heap()} MB after 21 places`)
})

test('on a phone a file is read as text, by the keyboard alone a paragraph is highlighted', async ({
  home: page,
  context,
  server,
}) => {
  const document_id = await uploadAndParse(context, server.url, createStudyPdf())
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/#/readDetailMore?document_id=${document_id}`)
  const body = page.getByRole('region', { name: '正文' })
  await expect(body.getByRole('heading', { name: /Introduction/ })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('h')
  await expect(body.locator('mark[data-kind="annotation"]').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: '解读' }).click()
  await expect(page.getByText(/摘自原文/)).toBeVisible()
  await page.getByRole('button', { name: /^引用 1/ }).click()
  await expect(body.locator('mark[data-kind="requested"]').first()).toBeVisible()
})

test('a paper without a file shows its record and what can be done, and nothing is wrong with it', async ({
  home: page,
}) => {
  await page.goto('/#/readDetailMore')
  await expect(page.getByRole('heading', { name: '阅读' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.goto('/#/readDetailMore?document_id=nothing')
  await expect(page.getByText('没有可以打开的文献')).toBeVisible()
})

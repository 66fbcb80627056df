import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { waitUntilFound } from './support/library.ts'

/** Something that the starter library has enough papers on. */
const QUESTION = '神经网络的训练方法有哪些？'

/** Begins a research from the home box, up to its plan. */
async function beginResearch(page: Page, question = QUESTION): Promise<void> {
  await waitUntilFound(page, '神经网络', 10)
  await page.goto('about:blank')
  await page.goto('/#/home?mode=research')
  await page.getByLabel('要研究的问题').fill(question)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/deepResearch\?question=/)
  await expect(page.getByLabel('要研究的问题')).toHaveValue(question)
  await page.getByText('科普', { exact: true }).click()
  await page.getByLabel('要研究的问题').press('Enter')
  await expect(page).toHaveURL(/run_id=/)
  const skip = page.getByRole('button', { name: '跳过，按原问题研究' })
  await expect(page.getByRole('button', { name: '接受并开始' }).or(skip)).toBeVisible()
  if (await skip.isVisible()) await skip.click()
  await expect(page.getByRole('button', { name: '接受并开始' })).toBeVisible()
}

const step = (page: Page, at: number) =>
  page.getByRole('region', { name: '研究计划' }).getByRole('button', { name: new RegExp(`^移动第 ${at} 步`) })
const report = (page: Page) => page.getByRole('article')

/** Waits until the report is stored. */
const expectFinished = (page: Page) => expect(page.getByRole('button', { name: '导出报告' })).toBeVisible()

test('a question from the home box becomes a report whose citations open their sources, and goes out as a file', async ({
  home: page,
}) => {
  await beginResearch(page)
  await page.getByRole('button', { name: '接受并开始' }).click()
  await expectFinished(page)
  await expect(page.getByText('原文摘录', { exact: true })).toBeVisible()
  await expect(page.getByText('科普', { exact: true })).toBeVisible()
  for (const title of ['检索范围与方法', '年份与来源分布', '局限与未覆盖', '参考文献'])
    await expect(page.getByRole('navigation', { name: '提纲' }).getByText(title)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  const marker = report(page)
    .getByRole('button', { name: /^引用 1，/ })
    .first()
  await marker.click()
  await expect(page).toHaveURL(/paper=/)
  await expect(page.locator('mark').first()).toBeVisible()
  await page.getByRole('button', { name: '关闭' }).first().click()

  await page.getByRole('button', { name: '导出报告' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Markdown' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('检索范围与方法')
  expect(text).toContain('[1]')

  await page.getByRole('tab', { name: '研究过程' }).click()
  const process = page.getByRole('list', { name: '研究过程' })
  await expect(process.getByRole('button', { name: /^查看出处：/ }).first()).toBeVisible()
  await expect(process.getByText('核对引文')).toBeVisible()
})

test('a plan is edited by keyboard alone, stays through a reload, and is carried out as it was left', async ({
  home: page,
}) => {
  await beginResearch(page)
  await step(page, 1).focus()
  await page.keyboard.press('ArrowDown')
  await expect(step(page, 2)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('这一步查什么')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('残差网络的效果')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /残差网络的效果.*编辑这一步/ })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: /残差网络的效果.*编辑这一步/ })).toBeVisible()
  await page.getByRole('button', { name: '存为第 2 版' }).press('Enter')
  await expect(page.getByRole('button', { name: /^计划的版本：第 2 版/ })).toBeVisible()
  await page.getByRole('button', { name: '接受并开始' }).press('Enter')
  await page.reload()
  await expectFinished(page)
  await expect(page.getByRole('region', { name: '研究计划' }).getByText('残差网络的效果')).toBeVisible()
})

test('a second tab sees the plan decided in the first, and both end in the same report', async ({
  home: page,
  context,
}) => {
  await beginResearch(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('button', { name: '接受并开始' })).toBeVisible()
  await page.getByRole('button', { name: '接受并开始' }).click()
  await expectFinished(page)
  await expectFinished(other)
  await expect(
    report(page)
      .getByRole('button', { name: /^引用 1，/ })
      .first(),
  ).toBeVisible()
  // What draws the charts and the marked text comes in after the report.
  await expect(async () =>
    expect(await report(other).textContent()).toBe(await report(page).textContent()),
  ).toPass()
})

test('a section is written in other words and taken back; the report is renamed, deleted and brought back', async ({
  home: page,
}) => {
  await beginResearch(page)
  await page.getByRole('button', { name: '接受并开始' }).click()
  await expectFinished(page)
  await page.getByRole('button', { name: '编辑「局限与未覆盖」' }).click()
  const field = page.getByLabel('「局限与未覆盖」的内容')
  const before = await field.inputValue()
  await field.fill(`${before}\n\n我补充的一句。`)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(field).toHaveCount(0)
  await expect(report(page).getByText('我补充的一句。')).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(report(page).getByText('我补充的一句。')).toHaveCount(0)

  await page.getByRole('link', { name: '研究另一个问题' }).click()
  await page
    .getByRole('button', { name: /」的操作$/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '重命名' }).click()
  await page.getByLabel('报告的标题').fill('训练方法一览')
  await page.keyboard.press('Enter')
  const row = page.getByRole('link', { name: /训练方法一览/ })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: '「训练方法一览」的操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).first().click()
  await row.click()
  await expect(page.getByRole('heading', { name: '训练方法一览' })).toBeVisible()
})

test('a section is made of fewer sentences and brought back; a wish says what it needs and offers what goes without', async ({
  home: page,
}) => {
  await beginResearch(page)
  await page.getByRole('button', { name: '接受并开始' }).click()
  await expectFinished(page)
  const mark = page.getByRole('button', { name: /^引用 \d+，/ })
  // One with two citations at least has one to lose.
  const section = page
    .getByRole('region', { name: /^主要证据：/ })
    .filter({ has: mark.nth(1) })
    .first()
  const heading = await section.getByRole('heading').textContent()
  const revised = page.getByRole('region', { name: heading?.replace(/^\d+/, '') ?? '' })
  const marks = revised.getByRole('button', { name: /^引用 \d+，/ })
  await expect(marks).not.toHaveCount(0)
  const before = await marks.count()
  await revised.getByRole('button', { name: /^重写「/ }).press('Enter')
  await page.getByRole('menuitem', { name: '精简' }).press('Enter')
  await expect(marks).toHaveCount(Math.ceil(before / 2))
  expect(await seriousFaults(page)).toEqual([])

  await page.reload()
  await revised.getByRole('button', { name: /^重写「/ }).press('Enter')
  await page.getByRole('menuitem', { name: /^恢复到.*「精简」之前$/ }).press('Enter')
  await expect(marks).toHaveCount(before)

  await revised.getByRole('button', { name: /^重写「/ }).press('Enter')
  await page.getByRole('menuitem', { name: '按要求改写…' }).press('Enter')
  await expect(revised.getByText(/按要求改写需要语言模型，现在没有配置/)).toBeVisible()
  await expect(revised.getByRole('button', { name: '换一批证据' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('on a phone the whole way fits, without a sideways scroll', async ({ home: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await beginResearch(page)
  expect(await overflow()).toBe(0)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: '接受并开始' }).click()
  await expectFinished(page)
  expect(await overflow()).toBe(0)
  expect(await seriousFaults(page)).toEqual([])
})

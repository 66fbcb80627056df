import type { Page } from '@playwright/test'
import { pdfOf } from '../documents/src/testing/pdf-builder.ts'
import { expect, test } from './support/fixtures.ts'
import { waitUntilFound } from './support/library.ts'

const WOMBAT_FINDING = 'The wombat detector samples burrows at 48 kilohertz.'

const wombats = {
  name: 'wombats.pdf',
  mimeType: 'application/pdf',
  buffer: pdfOf([
    ['Listening to wombats', '', 'Introduction', 'We place microphones in the field.'],
    ['Method', WOMBAT_FINDING, 'Batteries last for nine days.'],
  ]),
}

/** A picture for whoever looks at them: where `SHOTS` names a folder. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  const { SHOTS } = process.env
  if (!SHOTS) return
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.waitForTimeout(400)
    await page.screenshot({ path: `${SHOTS}/${name}-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a file that is attached to a question answers it, and its page opens with the passage lit', async ({
  home: page,
}) => {
  await waitUntilFound(page, 'cholera')
  await page.goto('/#/agent?application_id=academic_qa')
  await expect(page.getByLabel('问题', { exact: true })).toBeVisible()
  await page.getByLabel('要附上的文件').setInputFiles(wombats)
  const row = page.getByRole('list', { name: '附件' }).getByRole('listitem')
  await expect(row).toHaveText(/^wombats\.pdf$/)
  await page
    .getByLabel('问题', { exact: true })
    .fill('At which rate does the wombat detector sample burrows?')
  await takeScreenshot(page, 'composer')
  await page.keyboard.press('Enter')
  const mark = page.getByRole('button', { name: /^引用 1，/ }).first()
  await expect(mark).toBeVisible()
  await expect(page.getByRole('list', { name: '问题的附件' })).toContainText('wombats.pdf')
  await expect(page.getByText('48 kilohertz').first()).toBeVisible()
  await takeScreenshot(page, 'answer')
  await mark.click()
  const panel = page.getByRole('dialog', { name: 'wombats.pdf' })
  await expect(panel.getByText('第 2 / 2 页')).toBeVisible()
  await expect(panel.locator('canvas')).toBeVisible()
  await expect(panel.locator('i').first()).toBeVisible()
  await takeScreenshot(page, 'panel')
})

test('what a public base holds is drawn, and a bar that is pressed shows just those papers', async ({
  home: page,
}) => {
  await waitUntilFound(page, 'cholera')
  await page.goto('/#/aiKnowledgeBase')
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: /^提问：/ }) })
  await card.first().getByRole('link').first().click()
  await expect(page).toHaveURL(/aiKnowledgeBase\/detail/)
  const years = page.getByRole('region', { name: '年份' })
  await expect(years.locator('svg')).toBeVisible()
  await takeScreenshot(page, 'charts')
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  await takeScreenshot(page, 'charts-attr-dark')
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'))
  const chart = page.getByRole('group', { name: /关键词图/ })
  await chart.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/term=/)
  await page.goBack()
  await expect(page).not.toHaveURL(/term=/)
  await years.locator('svg path[fill-opacity="0.75"]').last().click()
  await expect(page).toHaveURL(/year=/)
})

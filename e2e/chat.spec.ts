import type { Page } from '@playwright/test'
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { showResults } from './support/library.ts'

const QUESTION = '霍乱是通过什么途径传播的？'
const questionUrl = `/#/agent?application_id=academic_qa&question=${encodeURIComponent(QUESTION)}`

const citationMark = (page: Page) => page.getByRole('button', { name: /^引用 1，/ }).first()

async function openQuestion(page: Page): Promise<void> {
  await showResults(page, 'cholera')
  await page.goto(questionUrl)
  await expect(citationMark(page)).toBeVisible()
}

test('without a model a question is answered with quotes, and a mark opens its source with the quote lit', async ({
  home: page,
}) => {
  await openQuestion(page)
  await expect(page.getByText('以下内容由原文摘录组成')).toBeVisible()
  // An answer that has ended is drawn anew: what the pointer was over is another mark then.
  await expect(page.getByRole('button', { name: '有帮助', exact: true })).toBeVisible()
  await citationMark(page).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await citationMark(page).click()
  const paper = page.getByRole('dialog', { name: '文献' })
  await expect(paper.getByRole('heading', { level: 3 })).toBeVisible()
  await expect(paper.locator('mark').first()).toBeVisible()
})

test('a reload in the middle of an answer loses nothing and asks nothing twice', async ({ home: page }) => {
  await showResults(page, 'cholera')
  await page.goto(questionUrl)
  await page.waitForURL(/chat_id=(?!.*question=)/)
  await page.reload()
  await expect(citationMark(page)).toBeVisible()
  await expect(page.getByText('以下内容由原文摘录组成')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('the chat screens have no serious accessibility fault and fit a phone', async ({ home: page }) => {
  await openQuestion(page)
  const chat = page.url()
  for (const address of [chat, '/#/scientific']) {
    await page.goto(address)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await seriousFaults(page), address).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(sideways)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

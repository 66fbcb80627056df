import { expect, test } from './support/fixtures.ts'
import { showResults } from './support/library.ts'
import { citationMark, openQuestion, questionUrl } from './support/quoted-answer.ts'

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

import { expect, test } from './support/fixtures.ts'

test('an application without its model says so on every card and in its chat, and what was written stays', async ({
  home: page,
}) => {
  const card = page.getByRole('link', { name: /中文润色/ })
  await expect(card.getByText('未配置模型')).toBeVisible()
  await expect(page.getByRole('link', { name: /学术问答/ }).getByText('未配置模型')).toHaveCount(0)
  await page.goto('/#/aiApplications')
  const cards = page.getByRole('article').filter({ hasText: '未配置模型' })
  await expect(cards.filter({ hasText: '中文润色' })).toBeVisible()
  await expect(page.getByText('需要模型', { exact: true })).toHaveCount(0)

  await page.goto('/#/agent?application_id=polish_zh')
  await expect(page.getByText(/^未配置模型：/)).toBeVisible()
  const field = page.getByLabel('问题', { exact: true })
  await field.fill('我们做了一个实验，效果很好。')
  await page.keyboard.press('Enter')
  const asked = page.getByRole('article', { name: '我们做了一个实验，效果很好。' })
  await expect(asked.getByText(/^未配置模型：/)).toBeVisible()
  await expect(asked.getByRole('link', { name: '配置模型' })).toBeVisible()
  await expect(page.getByText('正在准备')).toHaveCount(0)
  await expect(field).toHaveValue('我们做了一个实验，效果很好。')
  await page.reload()
  await expect(field).toHaveValue('我们做了一个实验，效果很好。')
})

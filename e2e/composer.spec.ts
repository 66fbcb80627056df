import { say } from '../server/src/testing/scripted-replies.ts'
import { expect, newestAnswer, test } from './support/chat.ts'

const QUESTION = 'What is the structure of nucleic acids?'

test('the field names the model and its cost, and one question is answered without it by keyboard', async ({
  operator: _operator,
  model,
  home: page,
}) => {
  const before = model.requests.length
  await page.goto('/#/agent?application_id=academic_qa')
  const field = page.getByLabel('问题', { exact: true })
  await expect(field).toHaveAccessibleDescription(/^由 脚本模型 作答 · 今天已用 [\d,]+ 词元，还剩 [\d,]+$/)
  const option = page.getByRole('checkbox', { name: '不使用模型' })
  await field.fill(QUESTION)
  await option.focus()
  await page.keyboard.press('Space')
  await expect(field).toHaveAccessibleDescription('不使用模型：按规则查找并摘录原文，不用词元。')
  await field.press('Enter')
  await expect(newestAnswer(page)).toContainText('没有使用模型：')
  expect(model.requests.length).toBe(before)
  await expect(option).not.toBeChecked()
  await expect(field).toHaveAccessibleDescription(/^由 脚本模型 作答/)
})

for (const width of [1440, 390])
  test(`the field and its line fit at ${width} px`, async ({ operator: _operator, home: page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/#/agent?application_id=academic_qa')
    await expect(page.getByText(/^由 脚本模型 作答/)).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  })

test('an operator compares two models on one question', async ({ operator, model, desk: page }) => {
  await operator.post('/api/admin/models', {
    name: '对照模型',
    base_url: model.url,
    model: 'other',
    api_key: 'sk-scripted-key-0044',
    inside: true,
  })
  model.next(say('双螺旋 [E1]。'), say('两条链 [E1]。'))
  await page.goto('/#/home?panel=models&tab=compare')
  const panel = page.getByRole('dialog')
  await panel.getByLabel('问题', { exact: true }).fill(QUESTION)
  await panel.getByRole('button', { name: '对比' }).click()
  const answers = panel.getByRole('region', { name: /模型$/ })
  await expect(answers).toHaveCount(2)
  for (const answer of await answers.all())
    await expect(answer).toContainText(/调用 1 次 · .*首字 \d+\.\d 秒/)
  await answers
    .first()
    .getByRole('button', { name: /^引用 1，/ })
    .click()
  await expect(panel.getByRole('region', { name: '依据' }).locator('details[open]')).toHaveCount(1)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await panel.evaluate((box) => box.scrollWidth - box.clientWidth)
    expect(overflow).toBe(0)
  }
})

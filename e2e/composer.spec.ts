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
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/composer-${width}.png` })
  })

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { say } from '../server/src/testing/scripted-replies.ts'
import {
  ask,
  askLibrary,
  expect,
  fetchChatRecords,
  gatedAnswer,
  newestAnswer,
  openChat,
  paragraph,
  test,
} from './support/chat.ts'

const words = Array.from({ length: 60 }, (_, at) => `第${at}句。`)

test('an answer is stopped, written again beside itself, and its question is asked in other words', async ({
  operator,
  model,
  home: page,
}) => {
  const { id: other } = await operator.post<{ id: string }>('/api/admin/models', {
    name: '另一个模型',
    base_url: model.url,
    model: 'other',
    api_key: 'sk-scripted-key-0043',
    inside: true,
  })
  await openChat(page)
  const script = gatedAnswer(words)
  model.next(script.reply)
  await ask(page, '请润色')
  const said = script.more(10)
  await expect(paragraph(page, '第0句')).toHaveText(said)
  // The model says nothing more: only stopping can end this answer.
  await page.getByRole('button', { name: '停止' }).click()
  await expect(newestAnswer(page)).toContainText('已停止')
  await expect(paragraph(page, '第0句')).toHaveText(said)
  expect(await fetchChatRecords(page)).toMatchObject([{ status: 'cancelled', answer: said }])
  await expect.poll(() => model.left.count).toBeGreaterThan(0)

  // The chosen model answers again; while it does, the first answer has given it its place.
  await page.getByLabel('模型', { exact: true }).selectOption(other)
  const again = gatedAnswer(['第二次', '写的。'])
  model.next(again.reply)
  await newestAnswer(page).getByRole('button', { name: '重新回答' }).click()
  again.more(1)
  await expect(paragraph(page, '第二次')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  again.more(1)
  await expect(newestAnswer(page).getByText('2/2')).toBeVisible()
  expect(model.requests.at(-1)?.body.model).toBe('other')
  await page.getByRole('button', { name: '上一个回答' }).click()
  await expect(newestAnswer(page).getByText('1/2')).toBeVisible()
  await expect(paragraph(page, '第0句')).toHaveText(said)
  await page.getByRole('button', { name: '下一个回答' }).click()
  await expect(paragraph(page, '第二次')).toHaveText('第二次写的。')

  model.next(say('第三次写的。'))
  await newestAnswer(page).getByRole('button', { name: '改问题' }).click()
  await expect(page.getByLabel('问题', { exact: true })).toHaveValue('请润色')
  await ask(page, '请润色得更短')
  await expect(newestAnswer(page).getByText('3/3')).toBeVisible()
  await expect(page.getByRole('heading', { name: '请润色得更短' })).toBeVisible()
  expect(model.requests.at(-1)?.body.model).toBe('other')
  await page.getByRole('button', { name: '上一个回答' }).click()
  await expect(page.getByRole('heading', { name: '请润色', exact: true })).toBeVisible()
  await expect(newestAnswer(page).getByText('2/3')).toBeVisible()
})

async function exportFile(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  await newestAnswer(page).getByRole('button', { name: '导出回答' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name }).click()
  const file = await saved
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

test('a cited answer is exported as Markdown, Word and a page, its references numbered and its making told', async ({
  operator: _operator,
  model,
  home: page,
}) => {
  model.always(() => say(['Cholera spreads by contaminated water [E1]. ', 'Another work agrees [E2].']))
  await askLibrary(page, 'How does cholera spread?')

  const markdown = await exportFile(page, 'Markdown')
  expect(markdown.name).toMatch(/\.md$/)
  expect(markdown.bytes.toString()).toMatch(
    /AI 生成，请核实[\s\S]*contaminated water[\s\S]*## 参考文献[\s\S]*\\\[1\\\]/,
  )
  const site = await exportFile(page, '网页')
  expect(site.name).toMatch(/\.html$/)
  expect(site.bytes.toString()).toMatch(/AI 生成，请核实[\s\S]*参考文献[\s\S]*\[1\]/)
  const word = await exportFile(page, 'Word')
  expect(word.name).toMatch(/\.docx$/)
  expect(word.bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  expect(word.bytes.length).toBeGreaterThan(2_000)

  // A question that follows goes to the model of the chat; what it names is asked by pressing it.
  const follow = page.getByRole('region', { name: '接着问' }).getByRole('button').first()
  const question = (await follow.textContent())?.trim() ?? ''
  await follow.click()
  await expect(page.getByRole('article', { name: question })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
})

import { refuse } from '../server/src/testing/scripted-replies.ts'
import { parseOffered, scriptedResearchModel } from '../server/src/testing/scripted-research.ts'
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/chat.ts'
import { waitUntilFound } from './support/library.ts'

const QUESTION = '神经网络的训练方法有哪些？'
const STEPS = [
  {
    title: '神经网络的训练方法',
    goal: '有哪些训练方法',
    queries: ['神经网络 训练', 'training neural networks'],
  },
  { title: '神经网络的结构', goal: '哪些结构便于训练', queries: ['残差网络', 'deep residual learning'] },
]

/** Sentences in Chinese, as the question is; what the source says in Chinese is said in its words. */
const claimsFromEvidence = (text: string): string =>
  parseOffered(text)
    .map(({ id, quote }) =>
      /\p{Script=Han}/u.test(quote)
        ? `${quote.replace(/[。.]$/, '')}[${id}]。`
        : `这项研究讨论了神经网络的训练[${id}]。`,
    )
    .join('')

test('a report of a model says who planned and wrote it, and which of its sections it did not write', async ({
  operator: _operator,
  model,
  home: page,
}) => {
  model.always(
    scriptedResearchModel({
      plan: () => JSON.stringify({ kind: 'method', steps: STEPS }),
      section: ({ text, system }) =>
        system.includes('where the works agree') ? refuse(401) : claimsFromEvidence(text),
    }),
  )
  await waitUntilFound(page, '神经网络', 10)
  await page.goto('about:blank')
  await page.goto(`/#/deepResearch?question=${encodeURIComponent(QUESTION)}`)
  await page.getByLabel('要研究的问题').press('Enter')
  await expect(page.getByRole('button', { name: '接受并开始' })).toBeVisible()
  await expect(page.getByText('由模型拟定').first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: '接受并开始' }).click()
  await expect(page.getByRole('button', { name: '导出报告' })).toBeVisible()

  for (const text of ['AI 生成，请核实', '计划由模型拟定', '由 脚本模型 写成'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  const section = (name: RegExp) => page.getByRole('article').getByRole('region', { name })
  await expect(section(/起因/).first().getByText('AI 生成', { exact: true })).toBeVisible()
  await expect(section(/^文献间一致与分歧/).getByText('原文摘录', { exact: true })).toBeVisible()
  await expect(page.getByText(/「文献间一致与分歧」由原文摘录组成：.*密钥/)).toBeVisible()
  await expect(section(/^局限与未覆盖/).getByText(/没有用模型的部分/)).toBeVisible()

  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow()).toBe(0)
    expect(await seriousFaults(page)).toEqual([])
  }
})

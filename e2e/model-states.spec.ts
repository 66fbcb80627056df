import type { Page } from '@playwright/test'
import { defaultHelperReply, verdictsOn } from '../server/src/testing/scripted-helpers.ts'
import { say } from '../server/src/testing/scripted-replies.ts'
import { seriousFaults } from './support/axe.ts'
import { ask, askLibrary, expect, newestAnswer, test } from './support/chat.ts'
import { waitUntilFound } from './support/library.ts'

const QUESTION = 'How does cholera spread?'

/** Expects a screen to be accessible in both appearances, and not to scroll sideways, on a desktop and on a phone. */
async function expectReadable(page: Page): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
    expect(await seriousFaults(page), `${width} px`).toEqual([])
  }
}

test('an answer says that its citations are being checked, and its marks what the check found', async ({
  operator: _operator,
  model,
  home: page,
}) => {
  model.always(() =>
    say('Cholera spreads by contaminated water [E1]. It always does so [E1]. Monks brew beer [E1].'),
  )
  await askLibrary(page, QUESTION)
  const checked = Promise.withResolvers<void>()
  const verdicts = { always: { verdict: 'partly', fault: 'always' }, Monks: 'unsupported' } as const
  model.help((task, { body }) => {
    const prompt = String(body.messages.at(-1).content)
    if (task !== 'judge-citations') return say(defaultHelperReply(task, body.messages))
    const verdictOf = (claim: string) =>
      Object.entries(verdicts).find(([word]) => claim.includes(word))?.[1] ?? 'supported'
    return say(verdictsOn(prompt, verdictOf), { until: checked.promise })
  })
  await ask(page, QUESTION)
  const answer = newestAnswer(page)
  const marks = (support: string) => answer.getByRole('button', { name: new RegExp(`^引用 1，${support}：`) })
  await expect(answer.getByRole('status')).toContainText('正在核对引文')
  await expect(marks('没有核对，请看原句')).toHaveCount(3)
  checked.resolve()
  await expect(marks('原文支持')).toHaveCount(1)
  await expect(marks('原文不支持')).toHaveCount(1)
  await marks('原文部分支持').focus()
  await expect(page.getByRole('tooltip')).toContainText('有出入的是「always」')
  await expectReadable(page)
})

test('a wide table, formulas, code and long addresses stay within an answer', async ({
  operator: _operator,
  model,
  home: page,
}) => {
  const head = ['Way', 'Where', 'When', 'Who', 'Evidence', 'Limits', 'Source']
  const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`
  const long = 'withoutAnyPlaceToBreak'.repeat(8)
  model.always(() =>
    say([
      'Cholera spreads by contaminated water [E1].\n\n',
      `${line(head)}${line(head.map(() => '---'))}${line(head.map((name) => `${name} of the study, in many words [E1]`))}\n`,
      `$$\\sum_{i=1}^{n}${'x_{i}+'.repeat(60)}0$$\n\n`,
      `\`\`\`python\n${long} = ${long}\n\`\`\`\n\n\`${long}\` https://example.org/${long}\n`,
    ]),
  )
  await askLibrary(page, QUESTION)
  await expectReadable(page)
})

test('papers are compared by aspect, each cell with the sentence that it rests on', async ({
  operator: _operator,
  model,
  home: page,
}) => {
  model.always(() => say(JSON.stringify({ method: { ids: [1], summary: '' } })))
  await waitUntilFound(page, '神经网络', 3)
  const headers = { 'x-login-type': 'front' }
  const found = await page.request.post('/api/paper/search', { data: { query: '神经网络' }, headers })
  const { list } = (await found.json()).data
  const papers = list.slice(0, 3).map(({ id }: { id: string }) => ['paper_id_list', id])
  await page.goto(`/#/readDetailMore?${new URLSearchParams([...papers, ['compare', '1']])}`)
  const table = page.getByRole('region', { name: '对照表' })
  await expect(page.getByText(/^AI 从原文/)).toBeVisible()
  await expectReadable(page)
  await table
    .getByRole('button', { name: /^看原处：/ })
    .first()
    .click()
  await expect(page).not.toHaveURL(/compare=1/)
})

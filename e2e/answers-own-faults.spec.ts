import type { Page } from '@playwright/test'
import { hideTable } from '../server/src/testing/damage.ts'
import { callTool, type ScriptedReply, say } from '../server/src/testing/scripted-replies.ts'
import { ask, askLibrary, expect, fetchChatRecords, newestAnswer, openChat, test } from './support/chat.ts'

/** Enough for a few short calls of one person, not for one with a long text. */
test.use({ serverEnv: { AI_TOKENS_PER_DAY: '20000' } })

const PARTIAL_ANSWER = '说到一半，'
/** Asked for by a model though nobody offers it: the model is told so, and goes on. */
const UNKNOWN_TOOL = 'nobody__knows'

/** The newest answer has failed with a code and a sentence, keeps what was said, and can be tried again. */
async function expectFault(page: Page, code: string, sentence: string, said: string): Promise<void> {
  const alert = newestAnswer(page).getByRole('alert')
  await expect(alert).toContainText(code)
  await expect(alert).toContainText(sentence)
  await expect(alert.getByRole('button', { name: '重试' })).toBeEnabled()
  await expect(newestAnswer(page)).toContainText(said)
  await page.reload()
  await expect(alert).toContainText(code)
  await expect(newestAnswer(page)).toContainText(said)
  expect((await fetchChatRecords(page)).at(-1)).toMatchObject({
    status: 'failed',
    answer: said,
    error: { code },
  })
}

async function retry(page: Page, written: string): Promise<void> {
  await newestAnswer(page).getByRole('button', { name: '重试' }).click()
  await expect(newestAnswer(page)).toContainText(written)
  await expect(newestAnswer(page).getByText('2/2')).toBeVisible()
  await expect(newestAnswer(page).getByRole('alert')).toHaveCount(0)
}

test('whoever has used up their day reads so in mid-answer, and keeps what was said', async ({
  operator: _operator,
  model,
  home: page,
}) => {
  await openChat(page)
  model.next(callTool(UNKNOWN_TOOL, { text: 'long '.repeat(24_000) }, PARTIAL_ANSWER))
  const before = model.requests.length
  await ask(page, '请润色')
  await expectFault(page, 'quota_exceeded', '今天的模型用量已达上限（每人每天 20,000 词元）', PARTIAL_ANSWER)
  // Nothing went to the model that could not be paid for.
  expect(model.requests.length - before).toBe(1)
})

test('an answer whose model only ever calls tools ends, keeps what was said, and can be tried again', async ({
  operator: _operator,
  model,
  home: page,
}) => {
  await openChat(page)
  model.always(() => callTool(UNKNOWN_TOOL, {}))
  model.next(callTool(UNKNOWN_TOOL, {}, PARTIAL_ANSWER))
  await ask(page, '请润色')
  await expectFault(page, 'tool_failed', '模型连续 8 次要求调用工具', PARTIAL_ANSWER)
  model.always(() => say('这次写完了。'))
  await retry(page, '这次写完了。')
})

test('an answer for which nothing can be looked up says so, and can be tried again when that is over', async ({
  operator: _operator,
  model,
  server,
  home: page,
}) => {
  model.always(() => say('霍乱经水传播 [E1]。'))
  await askLibrary(page, 'How does cholera spread?')
  const repair = hideTable(server.folder, 'papers')
  try {
    await ask(page, 'Who found out that cholera spreads by water?')
    await expectFault(page, 'retrieval_failed', '检索文献时出错', '')
  } finally {
    repair()
  }
  await retry(page, '霍乱经水传播')
})

test('a fault of our own in mid-answer shows nothing of itself, keeps what was said, and can be tried again', async ({
  operator: _operator,
  model,
  server,
  home: page,
}) => {
  await openChat(page)
  const damaged = Promise.withResolvers<void>()
  const call: ScriptedReply = callTool(UNKNOWN_TOOL, {}, PARTIAL_ANSWER)
  call.steps?.splice(1, 0, { until: damaged.promise })
  model.always(() => say('这次写完了。'))
  model.next(call)
  await ask(page, '请润色')
  await expect(newestAnswer(page)).toContainText(PARTIAL_ANSWER)
  // The composer reads the hidden table as well, and would log a fault that is not the one tested here.
  await page.route(/\/model_usage/, (route) =>
    route.fulfill({ json: { code: 200, data: null, message: '' } }),
  )
  const repair = hideTable(server.folder, 'token_reservations')
  try {
    damaged.resolve()
    await expectFault(page, 'internal', '生成回答时出现内部错误', PARTIAL_ANSWER)
    await expect(newestAnswer(page)).not.toContainText('token_reservations')
  } finally {
    repair()
    await page.unroute(/\/model_usage/)
  }
  await retry(page, '这次写完了。')
})

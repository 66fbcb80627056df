import {
  cut,
  failing,
  hang,
  malformed,
  refuse,
  say,
  unfinished,
} from '../server/src/testing/scripted-replies.ts'
import { ask, expect, fetchChatRecords, newestAnswer, openChat, test } from './support/chat.ts'

// A model that hangs is given up sooner, and one that only has a slow machine is not.
test.use({ serverEnv: { AI_WAIT_SECONDS: '30' } })

const PARTIAL_ANSWER = '说到一半，'
const BUSY_SECONDS = 120

const faults = [
  ['401', () => [refuse(401)], 'provider_auth', '不接受当前的密钥', ''],
  [
    '429 that asks for two minutes',
    () => [refuse(429, {}, BUSY_SECONDS)],
    'provider_rate_limited',
    '请求过多',
    '',
  ],
  ['500, three times', () => [refuse(500), refuse(500), refuse(500)], 'provider_error', '', ''],
  [
    'a text that is too long',
    () => [refuse(400, { code: 'context_length_exceeded' })],
    'context_too_long',
    '长度上限',
    '',
  ],
  [
    'a filter',
    () => [say(PARTIAL_ANSWER, { finish: 'content_filter' })],
    'content_filtered',
    '内容审核',
    PARTIAL_ANSWER,
  ],
  [
    'an error as an event',
    () => [failing(PARTIAL_ANSWER, { message: 'broken' })],
    'provider_error',
    '',
    PARTIAL_ANSWER,
  ],
  ['a connection that is cut', () => [cut(PARTIAL_ANSWER)], 'provider_error', '中断', PARTIAL_ANSWER],
  [
    'an event that is no JSON',
    () => [malformed(PARTIAL_ANSWER)],
    'provider_error',
    '无法识别',
    PARTIAL_ANSWER,
  ],
  ['an end without a reason', () => [unfinished(PARTIAL_ANSWER)], 'provider_error', '', PARTIAL_ANSWER],
  ['silence in the middle', () => [hang(PARTIAL_ANSWER)], 'provider_timeout', '中途停住', PARTIAL_ANSWER],
] as const

test('every fault of a model is told by its code and a sentence, keeps what was said, and can be tried again', async ({
  operator: _operator,
  model,
  home: page,
}) => {
  await openChat(page)
  for (const [name, replies, code, sentence, said] of faults) {
    await test.step(name, async () => {
      const script = replies()
      model.next(...script)
      const before = model.requests.length
      await ask(page, `请润色：${name}`)
      const turn = page.getByRole('article', { name: `请润色：${name}` })
      await expect(turn.getByRole('alert')).toContainText(code)
      await expect(turn.getByRole('alert')).toContainText(sentence)
      await expect(turn.getByRole('alert')).toContainText(/[\u4e00-\u9fff]{4}/)
      await expect(turn.getByRole('alert').getByRole('button', { name: '重试' })).toBeEnabled()
      await expect(turn).toContainText(said)
      // Asked again only where nothing was said yet.
      expect(model.requests.length - before).toBe(script.length)
    })
  }
  const records = await fetchChatRecords(page)
  expect(records.map((each) => [each.error?.code, each.answer])).toEqual(
    faults.map(([, , code, , said]) => [code, said]),
  )

  await page.reload()
  await expect(page.getByRole('alert')).toHaveCount(faults.length)
  model.next(say('这次写完了。'))
  await newestAnswer(page).getByRole('button', { name: '重试' }).click()
  await expect(newestAnswer(page)).toContainText('这次写完了。')
  await expect(newestAnswer(page).getByText('2/2')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(faults.length - 1)
})

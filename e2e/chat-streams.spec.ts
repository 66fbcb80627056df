import { say } from '../server/src/testing/scripted-replies.ts'
import {
  ask,
  expect,
  fetchChatRecords,
  gatedAnswer,
  installModel,
  newestAnswer,
  openChat,
  paragraph,
  seededRandom,
  test,
} from './support/chat.ts'
import { register } from './support/people.ts'
import { startServer } from './support/server.ts'

const RELOADS = 20
const WORDS = 300

/** Words of one, two, three and four bytes a sign, and one that is written with two. */
const words = Array.from({ length: WORDS }, (_, at) => `${['字', 'é', 'w', '🧪', 'e\u0301'][at % 5]}${at} `)
const expectedAnswer = words.join('').trimEnd()

test('an answer that is reloaded at 20 random points goes on each time and ends in the same bytes everywhere', async ({
  operator: _operator,
  model,
  home: page,
  context,
}) => {
  const random = seededRandom('reloads')
  const before = model.requests.length
  const script = gatedAnswer(words)
  model.next(script.reply)
  await openChat(page)
  await ask(page, '请润色这一段')
  script.more(3)
  await expect(paragraph(page, '字0')).toBeVisible()
  const still = await context.newPage()
  await still.goto(page.url())

  for (let reload = 1; reload <= RELOADS; reload += 1) {
    script.more(1 + random(10))
    await page.waitForTimeout(random(120))
    await page.reload({ waitUntil: 'commit' })
    const text = script.more(1 + random(4))
    await expect(paragraph(page, '字0')).toHaveText(text.trimEnd())
  }
  expect(script.isOver()).toBe(false)
  script.more(WORDS)

  await expect(page.getByText('AI 生成，请核实')).toBeVisible()
  await expect(still.getByText('AI 生成，请核实')).toBeVisible()
  const [record, ...others] = await fetchChatRecords(page)
  expect(others).toEqual([])
  expect(record).toMatchObject({ status: 'done', answer: words.join('') })
  expect(await paragraph(page, '字0').evaluate(({ textContent }) => textContent)).toBe(expectedAnswer)
  expect(await paragraph(still, '字0').evaluate(({ textContent }) => textContent)).toBe(expectedAnswer)
  expect(model.requests.length - before).toBe(1)
})

test('a server that is killed in mid-answer keeps what was said, says so, and answers again on 重试', async ({
  model,
  context,
  playwright,
}) => {
  // A page of its own: the browser logs that the server is gone, which is what is tried here.
  const page = await context.newPage()
  const first = await startServer()
  const request = await playwright.request.newContext()
  await installModel(request, first, model)
  await request.dispose()
  await register(context, first, { account: 'killed', nick_name: '林知远' })
  await openChat(page, undefined, first.url)
  const script = gatedAnswer(words)
  model.next(script.reply)
  await ask(page, '请润色这一段')
  const said = script.more(40).trimEnd()
  await expect(paragraph(page, '字0')).toHaveText(said)

  await first.kill()
  await expect(paragraph(page, '字0')).toHaveText(said)
  const second = await startServer({ PORT: new URL(first.url).port }, first.folder)
  try {
    await expect(page.getByRole('alert')).toContainText('服务器重新启动，回答中断了')
    await expect(page.getByRole('alert')).toContainText('interrupted')
    await expect(paragraph(page, '字0')).toHaveText(said)
    await page.reload()
    await expect(paragraph(page, '字0')).toHaveText(said)
    expect(await fetchChatRecords(page)).toMatchObject([{ status: 'failed', error: { code: 'interrupted' } }])

    model.next(say('重新写好了。'))
    await page.getByRole('button', { name: '重试' }).click()
    await expect(newestAnswer(page)).toContainText('重新写好了。')
    await expect(page.getByText('2/2')).toBeVisible()
    await page.getByRole('button', { name: '上一个回答' }).click()
    await expect(paragraph(page, '字0')).toHaveText(said)
  } finally {
    await second.stop()
  }
})

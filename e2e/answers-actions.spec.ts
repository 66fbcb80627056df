import { defaultHelperReply, verdictsOn } from '../server/src/testing/scripted-helpers.ts'
import { say } from '../server/src/testing/scripted-replies.ts'
import { askLibrary, expect, fetchChatRecords, newestAnswer, test } from './support/chat.ts'
import { addPaper } from './support/inbox.ts'
import { showResults } from './support/library.ts'

const SUPPORTED_CLAIM = 'Cholera spreads by contaminated water [E1]'
const UNSUPPORTED_CLAIM = ', and its strain VIB-7 reached Antarctica [E1]'

test('half a sentence that no source bears is struck out, stays out after a reload, and comes back', async ({
  operator: _operator,
  model,
  home: page,
}) => {
  model.always(() => say([SUPPORTED_CLAIM, UNSUPPORTED_CLAIM, '.']))
  await askLibrary(page, 'How does cholera spread?')
  await expect(newestAnswer(page).getByText('没有提到 VIB-7')).toBeVisible()

  await newestAnswer(page).getByRole('button', { name: '删去这半句' }).click()
  await expect(newestAnswer(page)).not.toContainText('Antarctica')
  await expect(newestAnswer(page).getByText('已删去 1 处原文不支持的说法')).toBeVisible()
  const message = page.getByRole('status').filter({ hasText: '已删去这半句' })
  const field = page.getByLabel('问题', { exact: true })
  const [above, below] = [await message.boundingBox(), await field.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await page.reload()
  await expect(newestAnswer(page)).toContainText('contaminated water')
  await expect(newestAnswer(page)).not.toContainText('Antarctica')
  // What the model said is kept whole: the reader's stroke is beside it.
  expect((await fetchChatRecords(page))[0]?.answer).toContain('Antarctica')

  await newestAnswer(page).getByRole('button', { name: '恢复' }).click()
  await expect(newestAnswer(page)).toContainText('VIB-7 reached Antarctica')
})

test('a sentence that the check finds unsupported is taken out, and its change undone and made again', async ({
  operator: _operator,
  model,
  home: page,
}) => {
  model.help((task, { body }) => {
    const prompt = String(body.messages.at(-1).content)
    if (task === 'judge-citations')
      return say(verdictsOn(prompt, (claim) => (claim.includes('monks') ? 'unsupported' : 'supported')))
    return say(task === 'revise' ? '1: DELETE' : defaultHelperReply(task, body.messages))
  })
  model.always(() => say(`${SUPPORTED_CLAIM}. In winter monks brew beer from barley [E1].`))
  await askLibrary(page, 'How does cholera spread?')
  const answer = newestAnswer(page)
  const changes = answer.getByRole('region', { name: '核对后的修改' })
  await expect(changes).toContainText('核对引文后改动了 1 处')
  await expect(changes.locator('del')).toContainText('monks brew beer')
  const shown = async () => (await fetchChatRecords(page))[0]?.answer ?? ''
  expect(await shown()).not.toContain('monks')

  await changes.getByRole('button', { name: '撤销修改' }).click()
  await expect(changes.getByRole('button', { name: '恢复修改' })).toBeVisible()
  expect(await shown()).toContain('monks brew beer')
  await page.reload()
  await expect(answer.getByText('原文不支持这里的说法')).toBeVisible()
  await changes.getByRole('button', { name: '恢复修改' }).click()
  await expect(changes.getByRole('button', { name: '撤销修改' })).toBeVisible()
  expect(await shown()).not.toContain('monks')
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await changes.scrollIntoViewIfNeeded()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})

test('a foreign title and abstract are read in Chinese below the hit, and translated once', async ({
  operator: _operator,
  model,
  server,
  home: page,
}) => {
  model.always(() => say('固氮菌在水稻根际的季节变化'))
  addPaper(server, 'Seasonal turnover of diazotrophs in paddy soils', 'Nitrogen fixers follow the flooding.')
  const hit = page.getByRole('article', { name: /diazotrophs/ })
  const chinese = hit.getByRole('region', { name: '译文' })
  const translate = hit.getByRole('button', { name: /^翻译：/ })
  await showResults(page, 'diazotrophs')

  await translate.click()
  await expect(chinese).toContainText('固氮菌在水稻根际的季节变化')
  await expect(chinese).toContainText('AI 翻译，请核实（脚本模型）')
  await hit.getByRole('button', { name: /^收起译文：/ }).click()
  await expect(chinese).toHaveCount(0)

  const asked = model.requests.length
  await page.reload()
  await translate.click()
  await expect(chinese).toContainText('固氮菌在水稻根际的季节变化')
  expect(model.requests.length).toBe(asked)
})

test('on a phone the card of a mark in a wide table is cut off by nothing', async ({
  operator: _operator,
  model,
  server,
  home,
  browser,
}) => {
  const wide = '| Way | Where | Evidence |\n|---|---|---|\n'
  const row =
    '| Cholera spreads by contaminated water [E1] | London and everywhere around it | a map of deaths [E1] |\n'
  model.always(() => say([wide, row]))
  await askLibrary(home, 'How does cholera spread?')
  const storageState = await home.context().storageState()
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const context = await browser.newContext({ ...phone, storageState, baseURL: server.url })
  const page = await context.newPage()
  await page.goto(home.url())
  const marks = newestAnswer(page).getByRole('button', { name: /^引用 1，/ })
  await expect(marks).toHaveCount(2)
  for (const mark of await marks.all()) {
    await mark.tap()
    const card = page.getByRole('tooltip')
    const hidden = await card.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const points = [left + 9, right - 9].flatMap((x) => [top + 9, bottom - 9].map((y) => [x, y] as const))
      return points.filter(([x, y]) => !element.contains(document.elementFromPoint(x, y)))
    })
    expect(hidden).toEqual([])
    await page.getByRole('heading', { level: 1 }).tap()
  }
  await context.close()
})

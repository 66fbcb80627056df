import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { showResults } from './support/library.ts'

test('an application without its model says so on every card, and in its chat before anybody writes', async ({
  desk: page,
}) => {
  const card = page.getByRole('link', { name: /中文润色/ })
  await expect(card.getByText('未配置模型')).toBeVisible()
  await expect(page.getByRole('link', { name: /科学问答/ }).getByText('未配置模型')).toHaveCount(0)
  await page.goto('/#/aiApplications')
  const cards = page.getByRole('article').filter({ hasText: '未配置模型' })
  await expect(cards.filter({ hasText: '中文润色' })).toBeVisible()
  await expect(page.getByText('需要模型', { exact: true })).toHaveCount(0)

  await page.goto('/#/agent?application_id=polish_zh')
  await expect(page.getByText(/^未配置模型：/)).toBeVisible()
  await expect(page.getByRole('link', { name: '配置模型' })).toBeVisible()
  await expect(page.getByLabel('问题', { exact: true })).toHaveCount(0)
})

const DNA = 'Molecular Structure of Nucleic Acids'

const citationMark = (within: Page | Locator) => within.getByRole('button', { name: /^引用 1，/ }).first()

test('reading papers asks for them first, finds them by DOI or in a list, and answers about them alone', async ({
  home: page,
}) => {
  await showResults(page, 'cholera')
  await page.goto('/#/home')
  await page.getByRole('link', { name: /论文研读/ }).click()
  const first = page.getByRole('region', { name: '先选择文献' })
  await expect(first.getByRole('heading', { name: '先选择文献，再提问' })).toBeVisible()
  const field = page.getByLabel('问题', { exact: true })
  await expect(field).toHaveCount(0)
  await expect(first.getByLabel('从哪里选')).toBeVisible()
  await first.getByLabel('查找文献').fill('10.1038/171737a0')
  await first.getByRole('button', { name: new RegExp(`^${DNA}`) }).click()
  await first.getByRole('button', { name: '就这 1 篇，开始提问' }).click()
  await expect(page).toHaveURL(/paper_id_list=/)
  await field.fill('这篇论文提出了什么？')
  await page.keyboard.press('Enter')
  await expect(citationMark(page)).toBeVisible()
  for (const each of await page.getByRole('button', { name: /^引用 \d+，/ }).all())
    await expect(each).toHaveAccessibleName(new RegExp(DNA))

  // Gone on with from the list of chats, it is about the same paper.
  await page.goto(page.url().replace(/&paper_id_list=[^&]*/, ''))
  await expect(page.getByText('限 1 篇')).toBeVisible()
})

test('papers chosen in the results are asked about at once, in the chat inside the layout', async ({
  home: page,
}) => {
  await showResults(page, 'cholera')
  await page.goto(`/#/home/searchResult?q=${encodeURIComponent(DNA)}`)
  await page.getByRole('checkbox', { name: new RegExp(`^选择 ${DNA}`) }).check()
  await page.getByRole('region', { name: '选中的文献' }).getByRole('button', { name: '提问' }).click()
  await expect(page).toHaveURL(/\/scientific\/searchResult\?.*paper_id_list=/)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  const chosen = page.getByRole('region', { name: '选定的文献' })
  await expect(chosen.getByText(new RegExp(`^${DNA}`))).toBeVisible()
  await expect(page.getByText('先选择')).toHaveCount(0)
})

test('asked at home, in the palette or taken up from the sider, a question is answered in one and the same chat', async ({
  home: page,
}) => {
  await showResults(page, 'cholera')
  const chat = /#\/scientific\/searchResult\?/
  await page.goto('/#/home')
  await page.getByRole('tab', { name: '提问' }).click()
  await page.getByLabel('问题', { exact: true }).fill('霍乱是通过什么途径传播的？')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(chat)
  await expect(citationMark(page)).toBeVisible()

  await page.goto('/#/home')
  await page.getByRole('link', { name: '霍乱是通过什么途径传播的？' }).click()
  await expect(page).toHaveURL(chat)
  await expect(citationMark(page)).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '快速检索' }).fill('DNA 的结构是什么？')
  await page.getByRole('option', { name: '提问「DNA 的结构是什么？」' }).click()
  await expect(page).toHaveURL(chat)
  await expect(page.getByRole('article', { name: 'DNA 的结构是什么？' })).toBeVisible()
})

test('the sources beside a chat are those of the answer in view, and of the one whose mark is pointed at', async ({
  home: page,
}) => {
  await showResults(page, 'cholera')
  await page.goto(
    `/#/agent?application_id=academic_qa&question=${encodeURIComponent('霍乱是通过什么途径传播的？')}`,
  )
  const [cholera, dna] = [page.getByRole('article').first(), page.getByRole('article').nth(1)]
  await expect(citationMark(cholera)).toBeVisible()
  await page.getByLabel('问题', { exact: true }).fill('What is the structure of DNA?')
  await page.keyboard.press('Enter')
  await expect(citationMark(dna)).toBeVisible()
  const sources = page.getByRole('complementary', { name: '来源' })
  await expect(sources.getByText(DNA).first()).toBeVisible()
  await citationMark(cholera).focus()
  await expect(sources.getByText('Communication of Cholera')).toBeVisible()
  await expect(sources.getByText('霍乱是通过什么途径传播的？')).toBeVisible()
  await expect(sources.getByText(DNA)).toHaveCount(0)
  await citationMark(dna).focus()
  await expect(sources.getByText(DNA).first()).toBeVisible()

  // On a low window one answer fills it: the sources go with what is scrolled to.
  await page.getByRole('heading', { level: 1 }).click()
  await page.setViewportSize({ width: 1440, height: 420 })
  await dna.scrollIntoViewIfNeeded()
  await cholera.evaluate((article) => article.scrollIntoView({ block: 'start' }))
  await expect(sources.getByText('Communication of Cholera')).toBeVisible()
})

test('on a phone the card of a citation stays on the screen, says whose the quote is, and the quote is lit in amber', async ({
  home,
  browser,
  server,
}) => {
  await showResults(home, 'cholera')
  const storageState = await home.context().storageState()
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const context = await browser.newContext({ ...phone, storageState, baseURL: server.url })
  const page = await context.newPage()
  await page.goto(
    `/#/agent?application_id=academic_qa&question=${encodeURIComponent('What is the structure of DNA?')}`,
  )
  const marks = page.getByRole('button', { name: /^引用 \d+，/ })
  await expect(page.getByRole('button', { name: '导出回答' })).toBeVisible()
  const card = page.getByRole('tooltip')
  for (const each of await marks.all()) {
    await each.tap()
    await expect(card).toBeVisible()
    expect(await hiddenCorners(card)).toEqual([])
    await page.getByRole('heading', { level: 1 }).tap()
    await expect(card).toHaveCount(0)
  }
  await citationMark(page).tap()
  await expect(card.getByText('J. D. Watson 等 · Nature · 1953')).toBeVisible()
  await card.getByRole('button', { name: '查看出处' }).tap()
  const lit = page.getByRole('dialog', { name: '文献' }).locator('mark').first()
  await expect(lit).toHaveCSS('background-color', 'rgb(255, 241, 194)')
  await context.close()
})

/** The corners of what is shown that cannot be seen: outside the window, cut off, or covered. */
function hiddenCorners(shown: Locator): Promise<string[]> {
  return shown.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const [inset, all] = [9, { left, top, right, bottom }]
    const corners = [
      [left + inset, top + inset],
      [right - inset, top + inset],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset],
    ]
    const isSeen = ([x = 0, y = 0]: number[]) => element.contains(document.elementFromPoint(x, y))
    const isWithin = left >= 0 && right <= document.documentElement.clientWidth
    return corners.every(isSeen) && isWithin ? [] : [JSON.stringify(all)]
  })
}

test('suggestions say whose a paper is and of how many papers a word is; the top bar has no second box', async ({
  home: page,
}) => {
  await showResults(page, 'cholera')
  await expect(page.getByRole('button', { name: /快速检索/ })).toHaveCount(0)
  await page.goto('/#/home')
  await expect(page.getByRole('heading', { name: '检索学术文献' })).toBeVisible()
  await expect(page.getByRole('button', { name: /快速检索/ })).toHaveCount(0)
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: '检索词' })
  await expect(box).toBeFocused()
  await box.fill('molecular st')
  await expect(page.getByRole('option', { name: /J\. D\. Watson 等 · 1953/ })).toBeVisible()
  await box.fill('John Sno')
  await expect(page.getByRole('option', { name: /John Snow\s*\d+ 篇/ })).toBeVisible()
  await page.goto('/#/scientific')
  await expect(page.getByRole('button', { name: /快速检索/ })).toBeVisible()
})

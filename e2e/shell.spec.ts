import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { showResults, waitUntilFound } from './support/library.ts'

/** Asks something that needs no model, so that the chat stands among the recent ones. */
async function startChat(page: Page, question: string): Promise<void> {
  await page.goto('/#/agent?application_id=academic_qa')
  await page.waitForURL(/chat_id=/)
  await page.getByLabel('问题', { exact: true }).fill(question)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').last()).toBeVisible()
  await expect(page.getByRole('button', { name: '停止' })).toBeHidden()
}

/** Whether an element can be seen and pressed at its corners: nothing covers it, nothing cuts it off. */
const isFullyVisible = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => {
    const { left, right, top, bottom } = shown.getBoundingClientRect()
    const corners: [number, number][] = [
      [left + 4, top + 4],
      [right - 4, top + 4],
      [left + 4, bottom - 4],
      [right - 4, bottom - 4],
    ]
    return corners.every(([x, y]) => shown.contains(document.elementFromPoint(x, y)))
  })

test('the menu of a recent chat shows whole, beyond the edge of the sider', async ({ home: page }) => {
  await startChat(page, '固态电池的界面阻抗主要来自哪里？')
  await page.goto('/#/home')
  await page.reload()
  await page
    .getByRole('navigation', { name: '最近对话' })
    .getByRole('button', { name: /的操作$/ })
    .click()
  const items = page.getByRole('menuitem')
  await expect(items).toHaveText(['重命名', '置顶', '删除'])
  for (const item of await items.all()) expect(await isFullyVisible(item)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(items).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: '我的菜单' }).click()
  for (const item of await items.all()) {
    await item.scrollIntoViewIfNeeded()
    expect(await isFullyVisible(item)).toBe(true)
  }
})

const LONG_TITLES = [
  'Neural Machine Translation from Historical Japanese to Contemporary Japanese Using Domain-Adapted Word Embeddings',
  'Neural Machine Translation Model with a Large Vocabulary Selected by Branching Entropy of Character Sequences',
  '面向低资源语言的神经机器翻译：跨语言迁移、回译与词表共享在二十种民族语言平行语料上的系统比较与误差分析',
]

test('long titles in the palette take two lines each, and none overlaps the next', async ({ home: page }) => {
  const list = LONG_TITLES.map((text, at) => ({ type: 'title', text, paper_id: `p${at}` }))
  await page.route('**/api/dict/dictDictSuggestList**', (route) =>
    route.fulfill({ json: { code: 200, data: list, message: '' } }),
  )
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '快速检索' }).fill('neural')
    const lines = page.getByRole('group', { name: '文献' }).getByRole('option')
    await expect(lines).toHaveCount(LONG_TITLES.length)
    const texts = await lines.evaluateAll((found) =>
      found.map((line) => {
        const { top, bottom } = line.getBoundingClientRect()
        const text = line.querySelector('span')?.getBoundingClientRect()
        return { top, bottom, inside: text !== undefined && text.top >= top && text.bottom <= bottom }
      }),
    )
    for (const [at, { inside, bottom }] of texts.entries()) {
      expect(inside).toBe(true)
      expect(texts[at + 1]?.top ?? bottom).toBeGreaterThanOrEqual(bottom)
    }
    await page.keyboard.press('Escape')
  }
})

for (const is_admin of [false, true])
  test(`without internet ${is_admin ? 'an operator is told the setting' : 'a reader is told what a reader can do'}`, async ({
    home: page,
  }) => {
    const engine = (id: string, state: string) => ({
      ...{ id, name: id, state, count: 0, total: 0, took_ms: 1 },
      message: state === 'failed' ? `连接不上 ${id}，请稍后再试` : null,
    })
    await page.route('**/api/combine/search', (route) => {
      const engines = [engine('local', 'ok'), engine('openalex', 'failed'), engine('crossref', 'failed')]
      const found = { list: [], total: 0, page_num: 1, page_size: 20, took_ms: 1 }
      const data = { ...found, engines, merged: { duplicates: 0, of: 0 } }
      return route.fulfill({ json: { code: 200, data, message: '' } })
    })
    await page.route('**/api/user', async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = await response.json()
      return route.fulfill({ response, json: { ...rest, data: { ...data, is_admin } } })
    })
    await page.goto('/#/home/searchResult?q=graph&scope=all')
    await page.reload()
    const notice = page.getByRole('status').filter({ hasText: '站外检索来源都没有答复' })
    await expect(notice).toContainText(is_admin ? 'ENGINES_URL' : '请告诉管理员')
    if (!is_admin) await expect(page.locator('body')).not.toContainText(/[A-Z]{2,}_[A-Z]{2,}/)
  })

test('a short loss of the network in a search is told above the screen, which mends by itself', async ({
  home: page,
}) => {
  await showResults(page, '超导')
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  await page.getByRole('checkbox', { name: /^中文/ }).click()
  const banner = page.getByText('连不上服务器，正在自动重试。')
  await expect(banner).toBeVisible()
  await expect(page).toHaveURL(/searchResult\?.*language=zh/)
  await expect(page.getByRole('combobox', { name: '检索词' })).toHaveValue('超导')

  await page.unroute('**/api/**')
  await expect(banner).toBeHidden()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page).toHaveURL(/searchResult\?.*language=zh/)
})

test('a page whose program cannot be fetched says so, and opens when it is loaded again', async ({
  home: page,
}) => {
  const program = /\/assets\/shell-[^/]+\.js$/
  // What a worker keeps is there without a network.
  await page.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await page.route(program, (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('这个页面没能打开')
  await page.unroute(program)
  await page.getByRole('button', { name: '重新加载' }).click()
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
})

test('? shows the keys on every screen, and not while somebody writes', async ({ home: page }) => {
  const screens = [
    '/home',
    '/home/searchResult?q=a',
    '/home/searchHistory',
    '/subscribe',
    '/subscribe/searchResult',
    '/scientific',
    '/aiApplications',
    '/knowledgeBase',
    '/outAgent',
    '/resources',
    '/agent?application_id=academic_qa',
    '/register',
    '/error?err_code=404',
  ]
  for (const screen of screens) {
    await page.goto('about:blank')
    await page.goto(`/#${screen}`)
    const keys = page.getByRole('dialog', { name: /快捷键/ })
    await expect(async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.keyboard.press('?')
      await expect(keys, screen).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
  }
  await page.goto('/#/home')
  await page.getByRole('combobox', { name: '检索词' }).fill('为什么')
  await page.keyboard.press('?')
  await expect(page.getByRole('combobox', { name: '检索词' })).toHaveValue('为什么?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('toasts of one kind stand as one, and what cannot be taken back goes with its screen', async ({
  home: page,
}) => {
  const refused = page.getByRole('button', { name: /^不感兴趣：/ })
  await waitUntilFound(page, '超导 OR learning', 6)
  await page.reload()
  await expect(refused.nth(3)).toBeVisible()
  for (const left of [2, 1, 0]) {
    const title = await refused.first().getAttribute('aria-label')
    await refused.first().click()
    await expect(page.getByRole('button', { name: title ?? '', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: '关闭提示' })).toHaveCount(1)
    if (left < 2) await expect(page.getByText(`另有 ${2 - left} 次可撤销`)).toBeVisible()
  }
  await page.goto('/#/resources')
  await expect(page.getByText('不再推荐这一篇')).toBeVisible()

  await page.getByRole('button', { name: '关闭提示' }).click()
  await page.goto('/#/home?panel=settings&tab=profile')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已保存个人资料')).toBeVisible()
  await page.goto('/#/resources')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('已保存个人资料')).toHaveCount(0)
})

test('a subscription is opened as a search, renamed and stopped on its own screen, and stopping is undone', async ({
  home: page,
}) => {
  const headers = { 'x-login-type': 'front' }
  const saved = await page.request.post('/api/user/prefer/saveTopicPrefer', {
    headers,
    data: { list: [{ kind: 'author', value: 'LeCun', name: '关注的人', notify: 'none' }] },
  })
  const { id } = (await saved.json()).data.find(({ name }: { name: string }) => name === '关注的人')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/#/subscribe/searchResult?id=${id}`)
  await page.getByRole('button', { name: '编辑' }).click()
  await page.getByLabel('名称').fill('改过的名字')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: '改过的名字' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.getByRole('button', { name: '取消订阅' }).click()
  await expect(page).toHaveURL(/#\/subscribe$/)
  // Above it stands what was said of the new name.
  await page.getByRole('button', { name: '撤销' }).last().click()
  await page.getByRole('link', { name: '改过的名字' }).click()
  await page.getByRole('link', { name: '作为检索打开' }).click()
  await expect(page.getByRole('combobox', { name: '检索词' })).toHaveValue('AU:"LeCun"')
})

import type { Page } from '@playwright/test'
import {
  knownPaperAnswers,
  silentAnswer,
  startEngineServer,
  statusAnswer,
} from '../server/src/testing/engine-server.ts'
import { seriousFaults } from './support/axe.ts'
import { test as base, expect } from './support/fixtures.ts'
import { startServer } from './support/server.ts'

const QUERY = 'zeolite catalysis atlas'
const SHARED_PAPER = {
  title: 'A zeolite catalysis atlas',
  author: 'Ann Smith',
  year: 2021,
  doi: '10.1000/atlas',
  pmid: '77',
}
const SECOND_PAPER = {
  title: 'Zeolite catalysis atlas revisited',
  author: 'Bo Li',
  year: 2022,
  doi: '10.1000/second',
}
const workingEngines = knownPaperAnswers(SHARED_PAPER, SECOND_PAPER)

/** Two engines know the same papers; one hangs, one fails, one refuses. */
const failingEngines = {
  openalex: workingEngines.openalex,
  pubmed: workingEngines.pubmed,
  arxiv: silentAnswer,
  crossref: statusAnswer(500),
  semantic_scholar: statusAnswer(429, { 'retry-after': '60' }),
}

const test = base.extend<object, { engines: Awaited<ReturnType<typeof startEngineServer>> }>({
  engines: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const engines = await startEngineServer(failingEngines)
      await use(engines)
      engines.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ engines }, use) => {
      const server = await startServer({ ENGINES_URL: engines.mirror })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

const engine = (page: Page, name: string) =>
  page.getByRole('region', { name: '检索来源' }).getByRole('listitem').filter({ hasText: name })

async function searchEverywhere(page: Page): Promise<void> {
  await page.goto(`/#/home/searchResult?q=${encodeURIComponent(QUERY)}`)
  await page.getByRole('group', { name: '检索范围' }).getByRole('button', { name: '全网检索' }).click()
  await expect(page).toHaveURL(/scope=all/)
}

test('a reader searches everywhere with one engine hanging, one failing and one refusing, and keeps what was found', async ({
  home: page,
}, info) => {
  await searchEverywhere(page)
  await expect(engine(page, 'arXiv')).toContainText('正在询问，最多 8 秒')
  const answered = await page.waitForResponse(async (response) => {
    if (!response.url().endsWith('/api/combine/search')) return false
    return (await response.json()).data?.engines.length === 6
  })
  const { took_ms, merged } = (await answered.json()).data
  info.annotations.push({ type: 'took', description: `${took_ms} ms, merged ${JSON.stringify(merged)}` })

  await expect(engine(page, 'OpenAlex')).toContainText('找到 2 条')
  await expect(engine(page, 'PubMed')).toContainText('找到 1 条')
  await expect(engine(page, 'arXiv')).toContainText('arXiv 在 8 秒内没有答复')
  await expect(engine(page, 'Crossref')).toContainText('Crossref 出错了（HTTP 500）')
  await expect(engine(page, 'Semantic Scholar')).toContainText('限制了访问频率')
  await expect(page.getByText('3 条中合并了 1 条重复')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  const first = page.getByRole('article').filter({ hasText: SHARED_PAPER.title })
  await expect(first).toContainText('来自 OpenAlex、PubMed')
  await expect(first).not.toContainText('已在本馆文献中')

  expect(await seriousFaults(page)).toEqual([])

  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: '收入本馆文献并收藏到…' }).click()
  const lists = page.getByRole('dialog', { name: '收藏 2 篇' })
  await lists.getByLabel('新文献清单的名称').fill('沸石催化')
  await page.keyboard.press('Enter')
  await expect(lists.getByRole('checkbox', { name: /沸石催化/ })).toBeChecked()
  await lists.getByRole('button', { name: '收藏', exact: true }).click()
  await expect(page.getByText('已收藏 2 篇')).toBeVisible()
  await expect(page.getByText('已在本馆文献中')).toHaveCount(2)

  await page.getByRole('button', { name: '本馆文献' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('a combined search is read and narrowed on a phone', async ({ home: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(
    `/#/home/searchResult?q=${encodeURIComponent(QUERY)}&scope=all&engines=openalex&engines=pubmed`,
  )
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(engine(page, 'arXiv')).toContainText('没有选用')
  await page.getByRole('checkbox', { name: 'PubMed' }).uncheck()
  await expect(page).toHaveURL(/engines=openalex$/)
  await expect(page.getByRole('article').filter({ hasText: SHARED_PAPER.title })).toContainText('来自')
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

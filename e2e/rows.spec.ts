// Where things stand on a screen: rules that pictures showed broken.
import type { Locator } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { waitUntilFound } from './support/library.ts'
import { addFile, createStudyPdf, uploadAndParse } from './support/study-document.ts'

const leftEdge = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().left)

test('重试 begins where the words above it do, and has the colour of what it stands beside', async ({
  home: page,
  context,
  server,
}) => {
  await addFile(context, server.url, createStudyPdf(2), 'slow.pdf')
  await page.route('**/document_paper_detail/**', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const parsing = { parse_id: 'r', state: 'parsing', stage: 'ocr', done: 3, total: 42, progress: 0.1 }
    const still = { place: null, error: null, progress_at: new Date(Date.now() - 90_000).toISOString() }
    for (const row of body.data?.list ?? [])
      Object.assign(row, { state: 'parsing', parse_id: null, parsing: { ...parsing, ...still } })
    await route.fulfill({ response, json: body })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/#/knowledgeBase')
  const again = page.getByRole('button', { name: /^重试：/ }).first()
  await expect(again).toBeVisible()
  const sign = again.locator('xpath=..').locator('> svg')
  expect(Math.abs((await leftEdge(again.locator('svg'))) - (await leftEdge(sign)))).toBeLessThan(1)
  const colour = (place: Locator) => place.evaluate((element) => getComputedStyle(element).color)
  expect(await colour(again.locator('svg'))).toBe(await colour(again))
})

test('a cited place is shown below the top of the window, however the pages came in', async ({
  home: page,
  context,
  server,
}) => {
  const document_id = await uploadAndParse(context, server.url, createStudyPdf(12))
  const quote = 'a two step encapsulation of perovskite cells'
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 768 })
    await page.goto('about:blank')
    const query = new URLSearchParams({ document_id, page: '2', quote, view: 'pages' })
    await page.goto(`/#/readDetailMore?${query}`)
    const lit = page.locator('[data-page="2"] [data-kind="requested"]').first()
    await lit.waitFor()
    const window = page.getByRole('region', { name: '原文' })
    await expect(async () => {
      const [place, frame] = [await lit.boundingBox(), await window.boundingBox()]
      const below = (place?.y ?? 0) - (frame?.y ?? 0)
      expect(below).toBeGreaterThan(0.2 * (frame?.height ?? 0))
      expect(below).toBeLessThan(0.5 * (frame?.height ?? 0))
    }).toPass()
  }
})

test('a file that cannot be opened is not told to be read as a text that there is not', async ({
  home: page,
  context,
  server,
}) => {
  const document_id = await addFile(context, server.url, Buffer.from('%PDF-1.7 of nothing'), 'broken.pdf')
  await page.goto(`/#/readDetailMore?${new URLSearchParams({ document_id })}`)
  await expect(page.getByRole('heading', { name: 'PDF 没有打开' })).toBeVisible()
  await expect(page.getByText('文件没有处理成功')).toBeVisible()
  await expect(page.getByText(/改用文本视图/)).toHaveCount(0)
})

test('the answers of a public knowledge base have room beside the list of chats', async ({
  desk: page,
  owner,
  server,
}) => {
  const headers = { 'x-login-type': 'front' }
  const data = { kind: 'ai', name: '储能材料', subject_code: '0805' }
  const made = await owner.post(`${server.url}/api/project_dataset/create`, { headers, data })
  const { id } = (await made.json()).data
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/#/aiKnowledgeBase/chatDetail?${new URLSearchParams({ dataset_id: id })}`)
  const field = page.getByLabel('问题', { exact: true })
  await expect(field).toBeVisible()
  expect((await field.boundingBox())?.width).toBeGreaterThan(480)
})

test('what is read keeps its room while a paper is open beside it', async ({ home: page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await waitUntilFound(page, '深度学习', 3)
  const call = async (path: string, data: object) => {
    const headers = { 'x-login-type': 'front' }
    return (await (await page.request.post(server.url + path, { headers, data })).json()).data
  }
  const { list } = await call('/api/paper/search', { query: '深度学习', facets: false })
  const paper = list[0].id
  const { id: dataset_id } = await call('/api/project_dataset/create', { name: '博士课题' })
  const targets = [{ dataset_id, folder_id: null }]
  await call('/api/dataset/paper/sync_batch_2_folder', { paper_id_list: [paper], targets })
  await page.goto('about:blank')
  await page.goto(`/#/knowledgeBase?${new URLSearchParams({ dataset_id, paper })}`)
  await expect(page.getByRole('dialog', { name: '文献' })).toBeVisible()
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') })
    .first()
  expect((await row.boundingBox())?.width).toBeGreaterThan(480)

  await page.goto('about:blank')
  await page.goto(`/#/agent?application_id=academic_qa&paper=${paper}`)
  await expect(page.getByRole('dialog', { name: '文献' })).toBeVisible()
  expect((await page.getByLabel('问题', { exact: true }).boundingBox())?.width).toBeGreaterThan(400)

  const question = '神经网络的训练方法有哪些？'
  const run = await call('/api/deep_research/run', { question, auto_accept_plan: true })
  await page.goto('about:blank')
  await page.goto(`/#/deepResearch?run_id=${run.run_id}&view=report`)
  await expect(page.getByRole('button', { name: '导出报告' })).toBeVisible()
  await page
    .getByRole('button', { name: /^引用 1，/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: '文献' })).toBeVisible()
  expect((await page.getByRole('article').first().boundingBox())?.width).toBeGreaterThan(480)
})

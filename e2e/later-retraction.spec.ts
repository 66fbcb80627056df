import type { APIRequestContext, Page } from '@playwright/test'
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { waitUntilFound } from './support/library.ts'

// A retraction marks a work for everybody: these tests have a server of their own.
test.use({ serverEnv: { ENGINES: 'off' } })

const QUESTION = '神经网络的训练方法有哪些？'

/** Makes a call as the operator; returns its data. */
async function callAsOwner(owner: APIRequestContext, url: string, path: string, data?: object | Buffer) {
  const headers = { 'x-login-type': 'front' }
  const method = data === undefined ? 'GET' : Buffer.isBuffer(data) ? 'PUT' : 'POST'
  const answer = await owner.fetch(url + path, { method, headers, ...(data && { data }) })
  return (await answer.json()).data
}

/** Lets a report be written from the library; returns the id of its run. */
async function writeReport(page: Page): Promise<void> {
  await waitUntilFound(page, '神经网络', 10)
  await page.goto('/#/deepResearch')
  await page.getByLabel('要研究的问题').fill(QUESTION)
  await page.getByText('科普', { exact: true }).click()
  await page.getByLabel('要研究的问题').press('Enter')
  const skip = page.getByRole('button', { name: '跳过，按原问题研究' })
  await expect(page.getByRole('button', { name: '接受并开始' }).or(skip)).toBeVisible()
  if (await skip.isVisible()) await skip.click()
  await page.getByRole('button', { name: '接受并开始' }).click()
  await expect(page.getByRole('button', { name: '导出报告' })).toBeVisible()
}

test('who cites a work that is retracted later is led to each place, where it is marked', async ({
  desk: page,
  owner,
  server,
}) => {
  const api = (path: string, data?: object | Buffer) => callAsOwner(owner, server.url, path, data)
  /** Returns the kinds of the operator's notices: the end of a check is one of a document. */
  const kinds = async () => {
    const { list } = await api('/api/notice/list?page_num=1&page_size=10')
    return list.map(({ kind }: { kind: string }) => kind)
  }
  await writeReport(page)
  const run = page.url()
  const run_id = new URLSearchParams(run.split('?')[1]).get('run_id')
  const { snapshot } = await api(`/api/deep_research/run/${run_id}`)
  const { references } = await api(`/api/deep_research/report/${snapshot.report.report_id}`)
  const { list } = await api('/api/paper/list_by_id', {
    paper_id_list: references.flatMap(({ paper_id }: { paper_id: string | null }) => paper_id ?? []),
  })
  const cited: { id: string; title: string; doi: string } = list.find(
    ({ doi }: { doi: string | null }) => doi,
  )
  const n = references.find(({ paper_id }: { paper_id: string }) => paper_id === cited.id).n

  const text = `这一方法用得很多[1]。\n\n## 参考文献\n\n[1] ${cited.title}[J].2020.DOI：${cited.doi}.`
  await page.goto('/#/aiCitation?mode=manuscript')
  await page
    .getByLabel('要上传的文件')
    .setInputFiles({ name: '稿件.md', mimeType: 'text/markdown', buffer: Buffer.from(`# 稿件\n\n${text}`) })
  await page.getByRole('button', { name: '开始核对' }).click()
  await page.waitForURL(/check_id=/)
  await expect.poll(kinds).toContain('document')

  const table = Buffer.from(`doi,kind,notice_doi,date\n${cited.doi},retracted,10.5555/notice,2036-11-20\n`)
  const upload = await api('/api/upload', { name: 'notices.csv', size: table.length })
  await api(`/api/upload/${upload.id}?offset=0`, table)
  await api('/api/admin/import', { upload_ids: [upload.id] })
  await expect.poll(kinds).toContain('retraction')

  await page.reload()
  await page.getByRole('button', { name: /^通知，/ }).click()
  const notice = page.getByRole('menuitem', { name: /已撤稿（2036-11-20）/ })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^研究报告/ })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('menuitem', { name: '稿件核对「稿件.md」', exact: true }).click()
  await page.waitForURL(/check_id=/)
  await expect(page.getByText(/核对完之后，有 1 条参考文献有了新的声明/)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: '重新核对' }).click()
  await expect(page.getByRole('region', { name: '核对结果' }).getByText(/已撤稿（2036-11-20）/)).toBeVisible()
  await expect(page.getByText(/核对完之后/)).toBeHidden()

  await page.goto(run)
  await page.reload()
  const report = page.getByRole('article')
  await expect(report.getByText(`[${n}] 已撤稿（2036-11-20，在报告写成之后）`)).toBeVisible()
  await expect(report.getByRole('button', { name: new RegExp(`^引用 ${n}，已撤稿，`) }).first()).toBeVisible()
  await expect(
    report.getByRole('region', { name: '参考文献' }).getByRole('button', { name: '已撤稿' }),
  ).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

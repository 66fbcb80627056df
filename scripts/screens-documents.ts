// The screens of knowledge bases with files that `npm run screens` takes pictures of.
import type { BrowserContext, Page } from '@playwright/test'
import { pdfOf } from '../documents/src/testing/pdf-builder.ts'
import type { RunningServer } from '../e2e/support/server.ts'
import type { Screen } from './screens-list.ts'

const headers = { 'x-login-type': 'front' }

const FILES: [name: string, heading: string][] = [
  ['界面阻抗测试_2024.pdf', 'Interface impedance under stack pressure'],
  [
    'Fundamentals of inorganic solid-state electrolytes for batteries, with a name that is as long as those of some publishers are.pdf',
    'Solid electrolytes',
  ],
  ['硫化物合成记录.pdf', 'Synthesis of sulfides'],
  ['组会讨论提纲.md', ''],
  ['电化学阻抗数据.csv', ''],
]

export interface Shelf {
  full_id: string
  empty_id: string
  project_id: string
}

/** A base with files of several kinds, one of which cannot be read, with tags and a folder; an empty one; a project. */
export async function fillShelf(context: BrowserContext, server: RunningServer): Promise<Shelf> {
  const { request } = context
  const ask = async <Data>(path: string, data?: object): Promise<Data> => {
    const method = data ? 'POST' : 'GET'
    const response = await request.fetch(server.url + path, { method, headers, ...(data && { data }) })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()).data
  }
  const make = async (name: string) => (await ask<{ id: string }>('/api/project_dataset/create', { name })).id
  const empty_id = await make('表征方法')
  const full_id = await make('固态电解质')
  const project = { name: '固态电池课题组', description: '界面、枝晶与电解质' }
  const { id: project_id } = await ask<{ id: string }>('/api/project/add', project)
  const put = async (name: string, buffer: Buffer) => {
    const url = `${server.url}/api/dataset/document/autoSplitSave/${full_id}`
    await request.post(url, {
      headers,
      multipart: { file: { name, mimeType: 'application/octet-stream', buffer } },
    })
  }
  for (const [name, heading] of FILES) await put(name, bytesOf(name, heading))
  await put('1994 年内部测试记录.pdf', Buffer.from('%PDF-1.7\n这份文件在传真时断了'))
  await settled(() => ask<{ states: { state: string }[] }>(`/api/dataset/${full_id}/figures`))
  await ask(`/api/dataset/${full_id}/folder`, { name: '石榴石', parent_id: null })
  const tags = [
    { name: '已读', colour: 'green' },
    { name: '重点', colour: 'red', group_name: '进度' },
  ]
  const made: { id: string }[] = []
  for (const tag of tags)
    made.push(await ask('/api/project_dataset/tag_opreate', { dataset_id: full_id, ...tag }))
  const { list } = await ask<{ list: { id: string }[] }>(`/api/dataset/${full_id}/document_paper_detail/1/20`)
  await ask(`/api/dataset/${full_id}/document/tags`, {
    document_ids: list.slice(0, 2).map(({ id }) => id),
    add: made.map(({ id }) => id),
  })
  return { full_id, empty_id, project_id }
}

function bytesOf(name: string, heading: string): Buffer {
  if (name.endsWith('.md')) return Buffer.from('# 下一步\n\n在 5 MPa 下重复剥离实验，并记录温度。\n')
  if (name.endsWith('.csv')) return Buffer.from('频率,实部,虚部\n1000,12.1,-3.2\n100,14.8,-6.4\n')
  return pdfOf([
    [heading, '', 'Introduction', 'The critical current density grows with the pressure on the stack.'],
    ['Results', `${heading}: at 7 MPa the critical current density reached 1.7 mA per square centimetre.`],
  ])
}

async function settled(figures: () => Promise<{ states: { state: string }[] }>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { states } = await figures()
    if (states.every(({ state }) => state === 'ready' || state === 'failed')) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the files were not read in time')
}

type Row = Record<string, unknown>

/** Shows documents as they are while they are read. */
const onTheWay = async (page: Page): Promise<void> => {
  const states = [
    { state: 'queued', stage: 'read', done: 0, total: 0, progress: 0, place: 3, seconds: 2 },
    { state: 'parsing', stage: 'layout', done: 8, total: 13, progress: 0.42, place: null, seconds: 2 },
    { state: 'parsing', stage: 'ocr', done: 3, total: 42, progress: 0.1, place: null, seconds: 90 },
    { state: 'indexing', stage: 'index', done: 231, total: 248, progress: 0.93, place: null, seconds: 1 },
  ]
  await page.route('**/document_paper_detail/**', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.data.list = body.data.list.map((row: Row, at: number) => {
      const state = states[at]
      if (!state) return row
      const progress_at = new Date(Date.now() - state.seconds * 1_000).toISOString()
      return {
        ...row,
        state: state.state,
        parse_id: null,
        parsing: { ...state, parse_id: 'r', progress_at, error: null },
      }
    })
    await route.fulfill({ response, json: body })
  })
}

/** Uploads that do not get through. */
const held = (page: Page) => page.route('**/autoSplitSave/**', () => undefined)

async function choose(page: Page): Promise<void> {
  const files = ['界面稳定性综述.pdf', '文献笔记.docx', '循环伏安.xlsx', '草稿.md'].map((name) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(400_000, name),
  }))
  await page.getByLabel('要上传的文件').first().setInputFiles(files)
  await page.getByRole('region', { name: '上传', exact: true }).waitFor()
}

/** The next page would go on with what this one was sending. */
const forget = (page: Page) =>
  page.evaluate(() => {
    localStorage.removeItem('scinav.uploads')
    indexedDB.deleteDatabase('scinav-uploads')
  })

const menu = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function testHits(page: Page): Promise<void> {
  const field = page.getByLabel('检索测试的问题')
  if (!(await field.isVisible())) await menu('检索测试')(page)
  await field.fill('critical current density and pressure')
  await field.press('Enter')
}

async function openImport(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: '清单与文件夹' })
  if (await opener.isVisible()) await opener.click()
  await page.getByRole('button', { name: '导入知识库：阅读清单' }).last().click()
}

/** A server that has made most of an archive a knowledge base. */
async function brought(page: Page): Promise<void> {
  const at = new Date().toISOString()
  const answer = (path: string, data: object) =>
    page.route(path, (route) => route.fulfill({ json: { code: 200, data, message: '' } }))
  const job = { id: 'j', name: 'base.import', title: '导入知识库', state: 'done', progress: 1, note: null }
  const ended = { error: null, created_at: at, finished_at: at }
  const file_name = '固态电池.zip'
  await answer('**/api/upload', { id: 'u', name: file_name, size: 3, offset: 3, done: true })
  await answer('**/api/dataset/import', { job_id: 'j' })
  await page.route('**/api/job/j/stream', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `id: 1\ndata: ${JSON.stringify({ ...job, ...ended })}\n\n`,
    }),
  )
  await answer('**/api/dataset/import/j', {
    ...{ job_id: 'j', state: 'done', file_name, dataset_id: 'd', dataset_name: '固态电池', ...ended },
    ...{ total: 128, added: 125, joined: 1, failed: 2, annotations: 46 },
    remarks: [
      { name: '界面稳定性综述.pdf', reason: '文件的内容与导出时不同，可能已损坏' },
      {
        name: 'Interfaces in solid-state batteries, a long title of a file.pdf',
        reason: '压缩包里没有这个文件',
      },
      { name: '循环伏安.pdf', reason: '文件已导入；馆内没有它对应的文献，所以没有关联题录' },
    ],
  })
}

async function bringIn(page: Page): Promise<void> {
  await openImport(page)
  const file = { name: '固态电池.zip', mimeType: 'application/zip', buffer: Buffer.from('zip') }
  await page.getByRole('dialog').getByLabel('要上传的文件').last().setInputFiles([file])
  await page.getByText('份没有导入').waitFor()
}

/** Knowledge bases with files, in every state, and projects. */
export function documents({ full_id, empty_id, project_id }: Shelf): Record<string, Screen> {
  const full = `/#/knowledgeBase?dataset_id=${full_id}`
  const empty = `/#/knowledgeBase?dataset_id=${empty_id}`
  return {
    projects: { address: '/#/project' },
    'project-members': { address: `/#/project/member?project_id=${project_id}` },
    'documents-empty': { address: empty },
    documents: { address: full },
    'documents-on-the-way': { address: full, before: onTheWay },
    'documents-uploading': { address: empty, before: held, act: choose, after: forget },
    'documents-paused': {
      address: empty,
      before: held,
      act: async (page) => {
        await choose(page)
        await page.getByRole('button', { name: '全部暂停' }).click()
      },
      after: forget,
    },
    'documents-tray': {
      address: empty,
      before: held,
      act: async (page) => {
        await choose(page)
        await page.goto(page.url().replace(/#.*/, '#/home'))
      },
      after: forget,
    },
    'documents-tags': { address: full, act: menu('标签') },
    'documents-hits': { address: full, act: testHits },
    'documents-statistics': { address: full, act: menu('统计') },
    'documents-charts': {
      address: full,
      act: async (page) => {
        const opener = page.getByRole('button', { name: '清单与文件夹' })
        if (await opener.isVisible()) await opener.click()
        await page
          .getByRole('link', { name: /^自然科学、工程与医学/ })
          .last()
          .click()
        await page.getByRole('heading', { name: '自然科学、工程与医学' }).waitFor()
        await menu('统计')(page)
      },
    },
    'documents-bin': {
      address: full,
      act: async (page) => {
        const opener = page.getByRole('button', { name: '清单与文件夹' })
        if (await opener.isVisible()) await opener.click()
        await page.getByRole('button', { name: '回收站' }).click()
      },
    },
    'documents-export': { address: full, act: menu('导出整个知识库') },
    'documents-import': { address: full, act: openImport },
    'documents-import-report': { address: full, before: brought, act: bringIn },
    'documents-chosen': { address: full, act: (page) => page.getByLabel('选择本页').check() },
  }
}

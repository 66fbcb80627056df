// The screens of knowledge bases with files for `npm run screens`.
import type { Page } from '@playwright/test'
import type { DocumentScene } from './document-scene.ts'
import type { ScreenSpec } from './screens.ts'

type Row = Record<string, unknown>

/** Shows documents in their parsing states. */
const showParsingStates = async (page: Page): Promise<void> => {
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

/** Lets uploads hang. */
const holdUploads = (page: Page) => page.route('**/autoSplitSave/**', () => undefined)

async function chooseFiles(page: Page): Promise<void> {
  const files = ['界面稳定性综述.pdf', '文献笔记.docx', '循环伏安.xlsx', '草稿.md'].map((name) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(400_000, name),
  }))
  await page.getByLabel('要上传的文件').first().setInputFiles(files)
  await page.getByRole('region', { name: '上传', exact: true }).waitFor()
}

/**
 * Removes the stored uploads, which the next page would otherwise resume. Leaves the page first, because while open it
 * stores its uploads and keeps the database in use.
 */
async function discardUploads(page: Page): Promise<void> {
  await page.goto(new URL('/offline.html', page.url()).href)
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        localStorage.removeItem('scinav.uploads')
        const removal = indexedDB.deleteDatabase('scinav-uploads')
        removal.onsuccess = () => resolve()
        removal.onerror = () => reject(removal.error)
      }),
  )
}

const menuAction = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function testHits(page: Page): Promise<void> {
  const field = page.getByLabel('要找的内容')
  if (!(await field.isVisible())) await menuAction('在全文中查找')(page)
  await field.fill('critical current density and pressure')
  await field.press('Enter')
}

async function openImport(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: '清单与文件夹' })
  if (await opener.isVisible()) await opener.click()
  await page.getByRole('button', { name: '导入知识库：文献清单' }).last().click()
}

/** Fakes a server that has imported most of an archive as a knowledge base. */
async function fakeImportResult(page: Page): Promise<void> {
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
      { name: '循环伏安.pdf', reason: '文件已导入；没有与它对应的本馆文献，所以没有关联题录' },
    ],
  })
}

async function importArchive(page: Page): Promise<void> {
  await openImport(page)
  const file = { name: '固态电池.zip', mimeType: 'application/zip', buffer: Buffer.from('zip') }
  await page.getByRole('dialog').getByLabel('要上传的文件').last().setInputFiles([file])
  await page.getByText('份没有导入').waitFor()
}

/** Returns the screens of knowledge bases with files in every state, and of projects. */
export function documentScreens({
  full_id,
  empty_id,
  project_id,
}: DocumentScene): Record<string, ScreenSpec> {
  const full = `/#/knowledgeBase?dataset_id=${full_id}`
  const empty = `/#/knowledgeBase?dataset_id=${empty_id}`
  return {
    projects: { address: '/#/project' },
    'project-members': { address: `/#/project/member?project_id=${project_id}` },
    'documents-empty': { address: empty },
    documents: { address: full },
    'documents-on-the-way': { address: full, before: showParsingStates },
    'documents-uploading': { address: empty, before: holdUploads, act: chooseFiles, after: discardUploads },
    'documents-paused': {
      address: empty,
      before: holdUploads,
      act: async (page) => {
        await chooseFiles(page)
        await page.getByRole('button', { name: '全部暂停' }).click()
      },
      after: discardUploads,
    },
    'documents-tray': {
      address: empty,
      before: holdUploads,
      act: async (page) => {
        await chooseFiles(page)
        await page.goto(page.url().replace(/#.*/, '#/home'))
      },
      after: discardUploads,
    },
    'documents-tags': { address: full, act: menuAction('标签') },
    'documents-hits': { address: full, act: testHits },
    'documents-statistics': { address: full, act: menuAction('统计') },
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
        await menuAction('统计')(page)
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
    'documents-export': { address: full, act: menuAction('导出整个知识库') },
    'documents-import': { address: full, act: openImport },
    'documents-import-report': { address: full, before: fakeImportResult, act: importArchive },
    'documents-chosen': { address: full, act: (page) => page.getByLabel('选择本页').check() },
  }
}

import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs/index.ts'
import { ingestionScene } from '../../testing/ingestion-scene.ts'
import { addPapers } from '../../testing/papers.ts'
import { renewDocuments } from './renew.job.ts'

/** Files of this name and first line, read. */
async function shelf(files: Record<string, string>) {
  const scene = await ingestionScene()
  await scene.add(files)
  await scene.app.runner.drain()
  const shown = async (input: object = {}) => (await scene.list(input)).map(({ title }) => title)
  const idOf = async (name: string) => (await scene.list()).find((each) => each.name === name)?.id ?? ''
  return { ...scene, shown, idOf }
}

const FILES = {
  'z-1706.03762v7.txt': 'Attention Is All You Need\n\n正文',
  'a-thesis.txt': '目录\n\n正文',
  'm-survey.txt': '推荐系统综述\n\n正文',
}

test('a file is shown by its title where it says a good one, else by its name', async () => {
  const { list } = await shelf(FILES)
  const rows = await list()
  expect(rows.map(({ name, title }) => [name, title]).sort()).toEqual([
    ['a-thesis.txt', 'a-thesis.txt'],
    ['m-survey.txt', '推荐系统综述'],
    ['z-1706.03762v7.txt', 'Attention Is All You Need'],
  ])
})

test('a list is sorted by what is shown, and found by that and by the names of files', async () => {
  const { shown } = await shelf(FILES)
  expect(await shown({ sort: 'title' })).toEqual([
    'Attention Is All You Need',
    'a-thesis.txt',
    '推荐系统综述',
  ])
  expect(await shown({ keyword: 'attention' })).toEqual(['Attention Is All You Need'])
  expect(await shown({ keyword: '1706' })).toEqual(['Attention Is All You Need'])
  expect(await shown({ keyword: '目录' })).toEqual([])
})

test('what somebody has named keeps that name, also when it is read again; taken back, the title is there again', async () => {
  const { app, ada, operate, idOf, list } = await shelf(FILES)
  const id = await idOf('m-survey.txt')
  const before = await operate(id, 'rename', { name: '要读的.txt' })
  expect(before).toMatchObject({ name: '要读的.txt', title: '要读的.txt', named_by_hand: true })
  expect((await list({ keyword: '综述' })).length).toBe(0)
  const opened = await ada.call(api.reading.open, { document_id: id })
  expect(opened.title).toBe('要读的.txt')

  await app.base.db.updateTable('parses').set({ parser: 'text/0.1' }).execute()
  await enqueue(app.base, renewDocuments, {})
  await app.runner.drain()
  expect((await list()).find((each) => each.id === id)?.title).toBe('要读的.txt')

  const back = await operate(id, 'rename', { name: 'm-survey.txt', by_hand: false })
  expect(back).toMatchObject({ name: 'm-survey.txt', title: '推荐系统综述', named_by_hand: false })
})

test('a file that is a paper of the library is shown by its title there, and by its own where that is gone', async () => {
  const { app, operate, idOf, list } = await shelf({ 'a.txt': '预印本标题\n\n正文' })
  const [paper_id = ''] = await addPapers(app.base, [{ title: '本馆标题' }])
  await operate(await idOf('a.txt'), 'accept_paper', { paper_id })
  const shown = async () => (await list()).map(({ title }) => title)
  expect(await shown()).toEqual(['本馆标题'])
  await app.base.db.updateTable('papers').set({ deleted_at: app.base.now().toISOString() }).execute()
  expect(await shown()).toEqual(['预印本标题'])
})

test('files that were read before titles were shown get them', async () => {
  const { app, shown } = await shelf(FILES)
  await app.base.db.updateTable('documents').set({ title: null }).execute()
  expect((await shown()).includes('推荐系统综述')).toBe(false)
  await enqueue(app.base, renewDocuments, {})
  await app.runner.drain()
  expect((await shown()).sort()).toEqual(['Attention Is All You Need', 'a-thesis.txt', '推荐系统综述'])
})

test('a name keeps its quotation marks, which browsers escape in a form', async () => {
  const { list } = await shelf({ '关于 %22一%22 的 100%25.txt': '目录\n\n正文' })
  expect((await list()).map(({ name }) => name)).toEqual(['关于 "一" 的 100%25.txt'])
})

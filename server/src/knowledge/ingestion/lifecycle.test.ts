import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { purge } from '../../account/user/purge.job.ts'
import { createParserPool } from '../../documents/parser/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { addTexts, ingestionScene } from '../../testing/ingestion-scene.ts'
import { testApp } from '../../testing/test-app.ts'

const { datasets, ingestion } = api
const DAY_MS = 24 * 60 * 60_000

test('copies of a document, alone and with its dataset, answer without being parsed again', async () => {
  const { app, ada, addOne, begun, dataset_id, feed } = await ingestionScene()
  const id = await addOne('一\n\n二')
  await app.runner.drain()
  const { id: other } = await ada.call(datasets.create, { name: '另一个' })
  const targets = [{ dataset_id: other, folder_id: null }]
  expect(await ada.call(datasets.copyDocuments, { document_ids: [id], targets })).toMatchObject({ added: 1 })
  await ada.call(datasets.operate, { dataset_id, operation: 'copy' })
  expect((await feed()).map(({ first_seq, passages, gone }) => [first_seq, passages, gone])).toEqual([
    [1, 2, 0],
    [3, 2, 0],
    [5, 2, 0],
  ])
  expect(begun).toHaveLength(1)

  const page = { dataset_id: other, current_page: 1, page_size: 10 }
  const [copy] = (await ada.call(datasets.documents, page)).list
  await ada.call(ingestion.remove, { document_id: copy?.id ?? '' })
  expect(await ada.call(datasets.copyDocuments, { document_ids: [id], targets })).toMatchObject({ added: 1 })
  expect((await ada.call(datasets.documents, page)).list).toMatchObject([{ id: copy?.id, state: 'ready' }])
  expect((await feed()).filter(({ gone }) => gone === 0)).toHaveLength(3)
})

test('a document that moves while it is parsed, to a folder and with its dataset, becomes ready where it is', async () => {
  const { app, ada, addOne, held, dataset_id, list } = await ingestionScene()
  const id = await addOne('等一等')
  const working = app.runner.drain()
  await expect.poll(() => held.length).toBe(1)
  const folder = await ada.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '一' })
  await ada.call(datasets.move, { dataset_id, document_ids: [id], target_folder_id: folder.id })
  const { id: project_id } = await ada.call(api.projects.add, { name: '项目' })
  await ada.call(datasets.operate, { dataset_id, operation: 'move', project_id })
  held[0]?.release()
  await working
  expect(await list({ folder_id: folder.id })).toMatchObject([{ id, state: 'ready' }])
})

test('what goes with its folder answers no more, and comes back with it; what went before stays away', async () => {
  const { app, ada, add, dataset_id, feed, list } = await ingestionScene()
  const folder = await ada.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '一' })
  const results = await add({ 'a.txt': '甲', 'b.txt': '乙' }, { folder_id: folder.id })
  const [first = '', second = ''] = results.map(({ document }) => document?.id ?? '')
  await app.runner.drain()
  await ada.call(ingestion.remove, { document_id: first })
  app.pass(1_000)
  const input = { dataset_id, folder_ids: [folder.id] }
  await ada.call(datasets.removeFolders, { ...input, keep_documents: false })
  expect((await feed()).map(({ gone }) => gone)).toEqual([1, 1])

  await ada.call(datasets.restoreFolders, input)
  expect((await list()).map(({ id }) => id)).toEqual([second])
  expect((await feed()).filter(({ gone }) => gone === 0).map(({ document_id }) => document_id)).toEqual([
    second,
  ])
  const [shown] = await ada.call(datasets.folders, { dataset_id })
  expect(shown).toMatchObject({ document_count: 1 })
})

test('a file that documents are is kept; the refusal names them', async () => {
  const { ada, addOne, list } = await ingestionScene()
  await addOne('内容', '论文.txt')
  const [document] = await list()
  const refusal = await ada.refusal(api.files.remove, { file_id: document?.file_id ?? '' })
  expect(refusal).toMatchObject({ status: 409, problem: 'file.in_use', data: { documents: [document?.id] } })
  expect(refusal.message).toContain('「清单」里的「论文.txt」')
})

test("a person's files go with the account, and a project keeps what the person has added", async () => {
  const { app, ada, bob } = await ingestionScene()
  const { id: project_id } = await ada.call(api.projects.add, { name: '项目' })
  await ada.call(api.projects.addMembers, { project_id, user_ids: [bob.id], role: 3 })
  const { id: shared } = await ada.call(datasets.create, { project_id, name: '共享' })
  const { id: own } = await bob.call(datasets.create, { name: '自己的' })
  await addTexts(bob, own, { 'o.txt': '自己的' })
  await addTexts(bob, shared, { 's.txt': '大家的' })
  await app.runner.drain()
  await bob.call(api.user.remove, { password: 'ink-and-bamboo-77' })
  app.pass(31 * DAY_MS)
  for (let round = 0; round < 2; round += 1) {
    await enqueue(app.base, purge, {})
    await app.runner.drain()
  }
  const { db } = app.base
  expect(await db.selectFrom('documents').select(['name', 'state']).execute()).toEqual([
    { name: 's.txt', state: 'ready' },
  ])
  expect(await db.selectFrom('passages').select('body').execute()).toEqual([{ body: '大家的' }])
  expect(await db.selectFrom('file_bytes').select('id').execute()).toHaveLength(1)
  // Which of the two is read first nobody knows.
  const places = await db.selectFrom('passage_places').select('gone').orderBy('gone').execute()
  expect(places.map(({ gone }) => gone)).toEqual([0, 1])
})

test('bytes that the disk has lost are told as the reason', async () => {
  const { app, addOne, document } = await ingestionScene()
  const id = await addOne('内容')
  const folder = join(app.folder, 'files', 'bytes')
  for (const name of readdirSync(folder)) await rm(join(folder, name))
  await app.runner.drain()
  expect(await document(id)).toMatchObject({
    state: 'failed',
    error: '服务器上找不到这个文件的内容，请重新上传',
  })
})

test('a Markdown file and a file of references go the whole way through the real parser', async () => {
  const out = mkdtempSync(join(tmpdir(), 'scinav-parsing-'))
  const app = await testApp({ providers: () => ({ parsing: createParserPool({ out }) }) })
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(datasets.create, { name: '清单' })
  const bibtex = '@article{a, title={A study of nothing in particular}, author={Doe, Jane}, year={2020}}'
  await addTexts(ada, dataset_id, { 'a.md': '# 题目\n\n正文。', 'refs.bib': bibtex })
  await app.runner.drain()
  const { list } = await ada.call(datasets.documents, { dataset_id, current_page: 1, page_size: 10 })
  expect(list.map(({ name, type, state, mime }) => [name, type, state, mime]).sort()).toEqual([
    ['A study of nothing in particular', 'paper', 'ready', null],
    ['a.md', 'file', 'ready', 'text/markdown'],
    ['refs.bib', 'file', 'ready', 'application/x-bibtex'],
  ])
  const rows = await app.base.db.selectFrom('passages').select(['kind', 'headings', 'body']).execute()
  expect(rows).toEqual(
    expect.arrayContaining([
      { kind: 'text', headings: '["题目"]', body: '正文。' },
      {
        kind: 'reference',
        headings: '[]',
        body: expect.stringContaining('A study of nothing in particular'),
      },
    ]),
  )
  expect(readdirSync(out)).toEqual(['sandboxes'])
  rmSync(out, { recursive: true })
})

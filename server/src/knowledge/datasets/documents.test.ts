import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { findPapersByIds } from '../../library/papers/index.ts'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'

const { datasets } = api

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(datasets.create, { name: '清单' })
  const list = async (input: object = {}) =>
    (await ada.call(datasets.documents, { dataset_id, current_page: 1, page_size: 50, ...input })).list
  return { app, ada, dataset_id, list }
}

test('kept papers say what was there already and what does not exist', async () => {
  const { app, ada, dataset_id, list } = await scene()
  const [first = '', second = ''] = await addPapers(app.base, ['A', 'B'])
  const root = [{ dataset_id, folder_id: null }]
  await ada.call(datasets.keepPapers, { paper_id_list: [first], targets: root })
  const answer = await ada.call(datasets.keepPapers, {
    paper_id_list: [first, 'nobody', second, second],
    targets: root,
  })

  expect(answer).toEqual({ added: 1, skipped: [first], missing: ['nobody'] })
  expect((await list()).map((each) => each.paper_id).sort()).toEqual([first, second].sort())
  const [paper] = await findPapersByIds({ ...app.base, actor: { id: ada.id } }, [first])
  expect(paper?.dataset_ids).toEqual([dataset_id])
})

test('papers that were kept by mistake go again, out of the folders too', async () => {
  const { app, ada, dataset_id, list } = await scene()
  const [first = '', second = ''] = await addPapers(app.base, ['A', 'B'])
  const { id: folder_id } = await ada.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '一' })
  const targets = [{ dataset_id, folder_id }]
  await ada.call(datasets.keepPapers, { paper_id_list: [first, second], targets })

  const drop = { dataset_id, paper_id_list: [first, 'nobody'] }
  expect(await ada.call(datasets.dropPapers, drop)).toEqual({ removed: 1 })
  expect(await ada.call(datasets.dropPapers, drop)).toEqual({ removed: 0 })
  expect((await list({ folder_id })).map((each) => each.paper_id)).toEqual([second])
})

test('a second folder is another place of the same document', async () => {
  const { app, ada, dataset_id, list } = await scene()
  const paper_id_list = await addPapers(app.base, ['A'])
  const folder = async (name: string) =>
    (await ada.call(datasets.saveFolder, { dataset_id, parent_id: null, name })).id
  const [one, two] = [await folder('一'), await folder('二')]
  const keep = (...folder_ids: (string | null)[]) =>
    ada.call(datasets.keepPapers, {
      paper_id_list,
      targets: folder_ids.map((folder_id) => ({ dataset_id, folder_id })),
    })

  expect(await keep(null)).toMatchObject({ added: 1 })
  expect(await keep(one, two)).toMatchObject({ added: 1, skipped: [] })
  expect(await keep(one, two)).toMatchObject({ added: 0, skipped: paper_id_list })
  const documents = await list()
  expect(documents).toHaveLength(1)
  for (const folder_id of [one, two]) expect(await list({ folder_id })).toMatchObject([{ folder_id }])
  const document_ids = documents.map((each) => each.id)
  await ada.call(datasets.removeFromFolder, { dataset_id, folder_id: one, document_ids })
  expect([await list({ folder_id: one }), await list()]).toMatchObject([[], [{ folder_id: two }]])
})

test('fifty people and tabs keep the same paper at once: one document, no failure', async () => {
  const { app, ada, dataset_id } = await scene()
  const paper_id_list = await addPapers(app.base, ['A'])
  const { id: folder_id } = await ada.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '一' })
  const targets = [{ dataset_id, folder_id }]
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ada.call(datasets.keepPapers, { paper_id_list, targets })),
  )

  expect(answers.reduce((sum, answer) => sum + answer.added, 0)).toBe(1)
  const { total } = await ada.call(datasets.documents, { dataset_id, current_page: 1, page_size: 10 })
  expect(total).toBe(1)
})

test('papers go everywhere or nowhere', async () => {
  const { app, ada, dataset_id, list } = await scene()
  const bob = await app.signUp('Bob')
  const foreign = await bob.call(datasets.create, { name: '他的' })
  const paper_id_list = await addPapers(app.base, ['A'])
  const targets = (id: string) => [
    { dataset_id, folder_id: null },
    { dataset_id: id, folder_id: null },
  ]
  const refusal = await ada.refusal(datasets.keepPapers, { paper_id_list, targets: targets(foreign.id) })

  expect(refusal).toMatchObject({ status: 404, problem: 'dataset.not_found' })
  expect(refusal).toEqual(
    await ada.refusal(datasets.keepPapers, { paper_id_list, targets: targets('nobody') }),
  )
  expect(await list()).toEqual([])
})

test('documents are sorted by what was asked, and found by title and state', async () => {
  const { app, ada, dataset_id, list } = await scene()
  const works = [
    { title: 'beta', publish_date: '2020', citation_count: 5 },
    { title: 'Alpha_1', publish_date: '2024', citation_count: 1 },
    { title: 'gamma', publish_date: null, citation_count: 9 },
  ]
  for (const work of works) {
    const paper_id_list = await addPapers(app.base, [work])
    await ada.call(datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
    app.pass(1_000)
  }
  const titles = async (input: object) => (await list(input)).map((each) => each.name)

  expect(await titles({})).toEqual(['gamma', 'Alpha_1', 'beta'])
  expect(await titles({ sort: 'title' })).toEqual(['Alpha_1', 'beta', 'gamma'])
  expect(await titles({ sort: 'year' })).toEqual(['Alpha_1', 'beta', 'gamma'])
  expect(await titles({ sort: 'citations' })).toEqual(['gamma', 'beta', 'Alpha_1'])
  expect(await titles({ keyword: 'ALPHA_' })).toEqual(['Alpha_1'])
  expect(await titles({ keyword: '_a' })).toEqual([])
  expect(await titles({ state: 'failed' })).toEqual([])
  const page = await ada.call(datasets.documents, { dataset_id, current_page: 2, page_size: 2 })
  expect(page).toMatchObject({ total: 3, page_num: 2, page_size: 2, list: [{ name: 'beta' }] })
})

test('a document whose paper is gone stays in the list without it', async () => {
  const { app, ada, dataset_id, list } = await scene()
  const paper_id_list = await addPapers(app.base, ['A'])
  await ada.call(datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
  await app.base.db.updateTable('papers').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).execute()

  expect(await list()).toMatchObject([{ name: 'A', paper: null }])
})

test('papers are kept in the order they were chosen in, whatever order they came into the library in', async () => {
  const { app, ada, dataset_id, list } = await scene()
  const [a = '', b = '', c = ''] = await addPapers(app.base, ['A', 'B', 'C'])
  await ada.call(datasets.keepPapers, {
    paper_id_list: [b, c, a],
    targets: [{ dataset_id, folder_id: null }],
  })
  expect((await list()).map(({ name }) => name)).toEqual(['A', 'C', 'B'])
})

test('documents carry their tags, and are narrowed by all that were asked', async () => {
  const { app, ada, dataset_id, list } = await scene()
  const paper_id_list = await addPapers(app.base, ['A', 'B'])
  await ada.call(datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
  const [b, a] = await list()
  const tag = (id: string, name: string) => ({
    ...{ id, dataset_id, name, group_name: null, colour: '#1677ff', created_at: 'x' },
  })
  await app.base.db
    .insertInto('tags')
    .values([tag('t1', '重要'), tag('t2', '方法')])
    .execute()
  const on = (document_id = '', tag_id = '') => ({ document_id, tag_id })
  await app.base.db
    .insertInto('document_tags')
    .values([on(a?.id, 't1'), on(a?.id, 't2'), on(b?.id, 't1')])
    .execute()

  expect((await list({ tag_ids: ['t1'] })).map((each) => each.name)).toEqual(['B', 'A'])
  const both = await list({ tag_ids: ['t1', 't2'] })
  expect(both.map((each) => each.name)).toEqual(['A'])
  expect(both[0]?.tags).toEqual([
    { id: 't2', dataset_id, name: '方法', group_name: null, colour: '#1677ff', document_count: 1 },
    { id: 't1', dataset_id, name: '重要', group_name: null, colour: '#1677ff', document_count: 2 },
  ])
})

test('documents leave a dataset all or none', async () => {
  const { app, ada, dataset_id, list } = await scene()
  const paper_id_list = await addPapers(app.base, ['A', 'B'])
  await ada.call(datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
  const document_ids = (await list()).map((each) => each.id)

  const wrong = { dataset_id, document_ids: [...document_ids, 'nobody'] }
  expect(await ada.refusal(datasets.removeDocuments, wrong)).toMatchObject({
    status: 404,
    problem: 'document.not_found',
  })
  expect(await list()).toHaveLength(2)
  await ada.call(datasets.removeDocuments, { dataset_id, document_ids })
  expect(await list()).toEqual([])
})

test('the private list is empty before there is a private dataset, and shows its papers then', async () => {
  const { app, ada } = await scene()
  const page = { current_page: 1, page_size: 10 }
  expect(await ada.call(datasets.privatePage, page)).toMatchObject({ list: [], total: 0 })

  const dataset_id = await ada.call(datasets.privateId, {})
  const paper_id_list = await addPapers(app.base, ['Attention', 'Diffusion'])
  await ada.call(datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
  const found = await ada.call(datasets.privatePage, { ...page, keyword: 'diff' })
  expect(found.list.map((each) => each.paper?.title)).toEqual(['Diffusion'])
})

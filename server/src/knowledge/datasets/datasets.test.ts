import { api } from '@scinav/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownListName } from '../../../migrations/0063-own-list-name.ts'
import { purge } from '../../account/user/purge.job.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'

const { datasets } = api
const DAY_MS = 24 * 60 * 60_000

test('the private dataset is made once, stands first, and cannot be deleted', async () => {
  const { signUp } = await testApp()
  const ada = await signUp('Ada')
  const ids = await Promise.all(Array.from({ length: 10 }, () => ada.call(datasets.privateId, {})))
  const list = await ada.call(datasets.create, { name: '组会阅读' })
  const { readingDataset } = await ada.call(datasets.all, {})

  expect(new Set(ids).size).toBe(1)
  expect(readingDataset.map((each) => each.id)).toEqual([ids[0], list.id])
  expect(readingDataset[0]).toMatchObject({ kind: 'private', is_private: true, my_role: 1 })
  expect(await ada.refusal(datasets.remove, { dataset_id: ids[0] })).toMatchObject({
    status: 409,
    problem: 'dataset.kept',
  })
  expect(await ada.refusal(datasets.create, { name: '另一个', kind: 'private' })).toMatchObject({
    status: 400,
  })
})

test('private datasets of earlier versions are called 我的文献, unless their owner gave them a name', async () => {
  const { base, signUp } = await testApp()
  const people = [await signUp('Ada'), await signUp('Bob')]
  for (const [at, name] of ['我的私有库', '私藏'].entries()) {
    const id = await people[at]?.call(datasets.privateId, {})
    await base.db.updateTable('datasets').set({ name }).where('id', '=', `${id}`).execute()
  }
  for (const statement of ownListName.statements({ text: 'text', keyed: '' }))
    await sql.raw(statement).execute(base.db)
  const names = await Promise.all(
    people.map(async (each) => (await each.call(datasets.all, {})).readingDataset[0]?.name),
  )
  expect(names).toEqual(['我的文献', '私藏'])
})

test('a reading list is made, renamed, and found by kind and keyword', async () => {
  const { signUp, pass } = await testApp()
  const ada = await signUp('Ada')
  const first = await ada.call(datasets.create, { name: 'Transformers 100%', description: '注意力机制' })
  pass(1_000)
  const second = await ada.call(datasets.create, { name: '扩散模型' })
  const changed = await ada.call(datasets.change, { dataset_id: first.id, name: '注意力' })
  expect(changed).toMatchObject({
    name: '注意力',
    description: '注意力机制',
    document_count: 0,
    size_bytes: 0,
  })
  expect(changed.updated_at > first.updated_at).toBe(true)

  expect(first.external_model_allowed).toBe(false)
  const opened = await ada.call(datasets.change, { dataset_id: first.id, external_model_allowed: true })
  expect(opened).toMatchObject({ external_model_allowed: true, name: '注意力' })
  expect(await ada.call(datasets.change, { dataset_id: first.id, description: '注意力机制' })).toMatchObject({
    external_model_allowed: true,
  })

  const find = async (input: object) =>
    (await ada.call(datasets.page, { current_page: 1, page_size: 10, ...input })).list.map((each) => each.id)
  expect(await find({ kind: 'reading' })).toEqual([second.id, first.id])
  expect(await find({ keyword: '机制' })).toEqual([first.id])
  expect(await find({ keyword: '%' })).toEqual([])
  expect(await ada.call(datasets.page, { current_page: 2, page_size: 2 })).toMatchObject({
    total: 3,
    page_num: 2,
    list: [{ id: first.id }],
  })
})

test('operators make public knowledge bases that everybody reads and nobody else changes', async () => {
  const { base, signUp } = await testApp()
  const ada = await signUp('Ada')
  const bob = await signUp('Bob')
  const { id } = await ada.call(datasets.create, { name: '大模型', kind: 'ai' })
  const [paper_id = ''] = await addPapers(base, ['Attention'])
  await ada.call(datasets.keepPapers, {
    paper_id_list: [paper_id],
    targets: [{ dataset_id: id, folder_id: null }],
  })

  expect(await bob.refusal(datasets.create, { name: '大模型', kind: 'ai' })).toMatchObject({
    status: 403,
    problem: 'operator.required',
  })
  expect((await bob.call(datasets.all, {})).aiDataset).toMatchObject([{ id, my_role: 4, document_count: 1 }])
  const page = await bob.call(datasets.documents, { dataset_id: id, current_page: 1, page_size: 10 })
  expect(page.list.map((each) => each.paper?.title)).toEqual(['Attention'])

  await ada.call(api.admin.setUser, { user_id: bob.id, is_admin: true })
  expect((await bob.call(datasets.all, {})).aiDataset).toMatchObject([{ id, my_role: 1 }])
  expect(await bob.call(datasets.change, { dataset_id: id, name: '语言模型' })).toMatchObject({
    name: '语言模型',
  })
})

test('attack 20: a viewer of a dataset tries every write and is refused', async () => {
  const { base, signUp } = await testApp()
  const ada = await signUp('Ada')
  const bob = await signUp('Bob')
  const { id: dataset_id } = await ada.call(datasets.create, { name: '大模型', kind: 'ai' })
  const folder = await ada.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '综述' })
  const [paper_id = ''] = await addPapers(base, ['Attention'])
  const targets = [{ dataset_id, folder_id: folder.id }]
  await ada.call(datasets.keepPapers, { paper_id_list: [paper_id], targets })
  const { list } = await ada.call(datasets.documents, { dataset_id, current_page: 1, page_size: 10 })
  const document_ids = list.map((each) => each.id)
  const folder_ids = [folder.id]
  const before = await ada.call(datasets.all, {})

  const writes = [
    [datasets.change, { dataset_id, name: '我的' }],
    [datasets.remove, { dataset_id }],
    [datasets.saveFolder, { dataset_id, parent_id: null, name: '我的' }],
    [datasets.saveFolder, { dataset_id, id: folder.id, parent_id: null, name: '我的' }],
    [datasets.removeFolders, { dataset_id, folder_ids }],
    [datasets.restoreFolders, { dataset_id, folder_ids }],
    [datasets.move, { dataset_id, folder_ids, document_ids, target_folder_id: null }],
    [datasets.keepPapers, { paper_id_list: [paper_id], targets }],
    [datasets.removeDocuments, { dataset_id, document_ids }],
    [datasets.removeFromFolder, { dataset_id, folder_id: folder.id, document_ids }],
  ] as const
  for (const [endpoint, input] of writes)
    expect(await bob.refusal(endpoint, input), endpoint.path).toMatchObject({
      status: 403,
      problem: 'dataset.not_allowed',
    })
  expect(await bob.refusal(datasets.restore, { dataset_id })).toMatchObject({ status: 404 })
  expect(await ada.call(datasets.all, {})).toEqual(before)
})

test('attack 25: an owner or a role in the body changes nothing', async () => {
  const { signUp } = await testApp()
  const ada = await signUp('Ada')
  const bob = await signUp('Bob')
  const smuggled = { owner_id: ada.id, my_role: 1, visibility: 'public', id: 'chosen', deleted_at: null }
  const made = await bob.send(datasets.create, { name: '清单', ...smuggled })
  const { id } = made.json().data
  await bob.send(datasets.change, { dataset_id: id, name: '清单', ...smuggled })

  expect(made.json().data).toMatchObject({ owner_id: bob.id, visibility: 'private' })
  expect(id).not.toBe('chosen')
  expect(await ada.refusal(datasets.folders, { dataset_id: id })).toMatchObject({ status: 404 })
  expect(await bob.refusal(datasets.create, { name: '清单', project_id: 'p1' })).toMatchObject({
    status: 404,
    problem: 'project.not_found',
  })
})

test('a deleted dataset is gone everywhere, waits in the bin for 30 days, and can be brought back', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const { id: dataset_id } = await ada.call(datasets.create, { name: '旧清单' })
  const paper_id_list = await addPapers(app.base, ['Attention'])
  await ada.call(datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
  await ada.call(datasets.remove, { dataset_id })

  expect((await ada.call(datasets.all, {})).readingDataset).toHaveLength(1)
  expect(await ada.refusal(datasets.folders, { dataset_id })).toMatchObject({ status: 404 })
  expect(await ada.refusal(datasets.remove, { dataset_id })).toMatchObject({ status: 404 })
  expect(await ada.call(datasets.bin, {})).toMatchObject([{ id: dataset_id, document_count: 1 }])
  expect(await bob.call(datasets.bin, {})).toEqual([])
  expect(await bob.refusal(datasets.restore, { dataset_id })).toMatchObject({ status: 404 })
  expect(await ada.call(datasets.restore, { dataset_id })).toMatchObject({
    name: '旧清单',
    document_count: 1,
  })
  expect(await ada.refusal(datasets.restore, { dataset_id })).toMatchObject({ status: 404 })

  await ada.call(datasets.remove, { dataset_id })
  app.pass(30 * DAY_MS + 1_000)
  const again = await app.logIn('Ada')
  expect(await again.call(datasets.bin, {})).toEqual([])
  expect(await again.refusal(datasets.restore, { dataset_id })).toMatchObject({ status: 404 })
  await enqueue(app.base, purge, {})
  await app.runner.drain()
  const left = app.base.db.selectFrom('documents').selectAll().execute()
  expect(await left).toEqual([])
})

test('public knowledge bases outlive the account of the operator who made them', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const { id } = await ada.call(datasets.create, { name: '大模型', kind: 'ai' })
  await ada.call(api.admin.setUser, { user_id: bob.id, is_admin: true })
  await ada.call(api.user.remove, { password: 'ink-and-bamboo-77' })
  app.pass(31 * DAY_MS)
  await enqueue(app.base, purge, {})
  await app.runner.drain()

  const again = await app.logIn('Bob')
  expect((await again.call(datasets.all, {})).aiDataset).toMatchObject([{ id, owner_id: bob.id, my_role: 1 }])
})

test('the kinds of literature are ten, each with its letters', async () => {
  const { signUp } = await testApp()
  const ada = await signUp('Ada')
  const types = await ada.call(datasets.literatureTypes, {})

  expect(types.map((type) => type.code)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(types[0]).toEqual({ code: 1, name: '期刊', mark: 'J' })
})

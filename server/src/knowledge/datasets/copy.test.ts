import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { insertMany } from '../../platform/db/insert-many.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { projectScene } from '../../testing/project-scene.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { copyRemainingDocuments } from './copy.job.ts'
import { buildDocumentRow } from './document-row.ts'

const { datasets } = api
const page = { current_page: 1, page_size: 100 }

/** A list with so many records that stand in it alone. */
async function listOf(app: TestApp, count: number, record = '{}') {
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(datasets.create, { name: '很长的清单' })
  return { ada, dataset_id, ids: await addRecords(app, { dataset_id, creator_id: ada.id }, count, record) }
}

/** Adds so many records to a dataset; returns their ids. */
async function addRecords(
  app: TestApp,
  where: { dataset_id: string; creator_id: string },
  count: number,
  record = '{}',
) {
  const rows = Array.from({ length: count }, (_, at) =>
    buildDocumentRow(app.base, {
      ...{ ...where, name: `第 ${at} 篇`, type: 'paper' },
      ...{ record, record_key: `doi:10.1/${at}` },
    }),
  )
  await insertMany(app.base.db, 'documents', rows)
  return rows.map(({ id }) => id)
}

/** Lets a job fail as often as it may. */
async function drainWithRetries(app: TestApp) {
  for (let tries = 0; tries < 3; tries += 1) {
    await app.runner.drain()
    app.pass(10 * 60_000)
  }
}

const countIn = async (app: TestApp, dataset_id: string) =>
  (await app.base.db.selectFrom('documents').select('id').where('dataset_id', '=', dataset_id).execute())
    .length

test('a long list is copied by a job in parts, with its order, folders and tags, and twice it adds nothing', async () => {
  const app = await testApp()
  const { ada, dataset_id, ids } = await listOf(app, 230)
  const folder = await ada.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '夹' })
  const tag = await ada.call(datasets.saveTag, { dataset_id, name: '标签', colour: null })
  await ada.call(datasets.move, {
    dataset_id,
    folder_ids: [],
    document_ids: ids.slice(0, 3),
    target_folder_id: folder.id,
  })
  await ada.call(datasets.tagDocuments, {
    dataset_id,
    document_ids: ids.slice(225),
    add: [tag.id],
  })

  const copy = await ada.call(datasets.operate, { dataset_id, operation: 'copy' })
  expect(copy).toMatchObject({
    name: '很长的清单（副本）',
    document_count: 0,
    copy_job_id: expect.any(String),
  })
  await app.runner.drain()
  const all = async (id: string) => {
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map((current_page) =>
        ada.call(datasets.documents, { ...page, dataset_id: id, current_page }),
      ),
    )
    return [one, two, three].flatMap((each) => each?.list ?? [])
  }
  const seen = (rows: Awaited<ReturnType<typeof all>>) =>
    rows.map(({ name, tags, folder_id }) => [name, tags.length, folder_id !== null])
  const copied = await all(copy.id)
  expect(copied).toHaveLength(230)
  expect((await ada.call(api.notices.list, {})).list).toMatchObject([
    {
      kind: 'dataset',
      text: '「很长的清单（副本）」复制完成，共 230 份',
      route: `/knowledgeBase?dataset_id=${copy.id}`,
    },
  ])
  expect(seen(copied)).toEqual(seen(await all(dataset_id)))

  const again = {
    from_id: dataset_id,
    to_id: copy.id,
    user_id: ada.id,
    created_at: app.base.now().toISOString(),
  }
  await enqueue(app.base, copyRemainingDocuments, again)
  await app.runner.drain()
  expect(await all(copy.id)).toEqual(copied)
})

test('whoever copies a long list hears that it was not copied to its end', async () => {
  const app = await testApp()
  const { ada, dataset_id } = await listOf(app, 230)
  const copy = await ada.call(datasets.operate, { dataset_id, operation: 'copy' })
  await ada.call(datasets.remove, { dataset_id })
  await drainWithRetries(app)
  expect((await ada.call(api.notices.list, {})).list).toMatchObject([
    {
      text: expect.stringContaining('「很长的清单（副本）」没有复制完成'),
      route: `/knowledgeBase?dataset_id=${copy.id}`,
    },
  ])
})

test('what somebody deletes while it is copied is not copied on', async () => {
  const app = await testApp()
  const { ada, dataset_id } = await listOf(app, 230)
  const copy = await ada.call(datasets.operate, { dataset_id, operation: 'copy' })
  await ada.call(datasets.remove, { dataset_id: copy.id })
  await app.runner.drain()
  expect(await countIn(app, copy.id)).toBe(0)
})

test('attack 71: a base that is closed to outside models while it is copied has a closed copy', async () => {
  const { app, owner, viewer, project_id } = await projectScene()
  const { id: dataset_id } = await owner.call(datasets.create, { name: '内部', project_id })
  await owner.call(datasets.change, { dataset_id, external_model_allowed: true })
  await addRecords(app, { dataset_id, creator_id: owner.id }, 230)
  const [theirs, own] = [
    await viewer.call(datasets.operate, { dataset_id, operation: 'copy' }),
    await owner.call(datasets.operate, { dataset_id, operation: 'copy' }),
  ]
  expect(theirs).toMatchObject({ external_model_allowed: true, external_model_locked: false })
  await owner.call(datasets.change, { dataset_id, external_model_allowed: false })
  await app.runner.drain()

  const view = async (caller: typeof owner, id: string) =>
    (await caller.call(datasets.page, page)).list.find((each) => each.id === id)
  expect(await view(viewer, theirs.id)).toMatchObject({
    document_count: 230,
    external_model_allowed: false,
    external_model_locked: true,
  })
  // Who may open the base may open its copy.
  expect(await view(owner, own.id)).toMatchObject({ document_count: 230, external_model_locked: false })
})

test('of copies that together exceed the quota, those begun too late say that they did not end', async () => {
  const app = await testApp({ env: { FILES_TOTAL_MB: '2' } })
  const { ada, dataset_id } = await listOf(app, 230, `{"title":"${'x'.repeat(4_000)}"}`)
  const copies = [
    await ada.call(datasets.operate, { dataset_id, operation: 'copy' }),
    await ada.call(datasets.operate, { dataset_id, operation: 'copy' }),
  ]
  await drainWithRetries(app)

  const counts = await Promise.all(copies.map(({ id }) => countIn(app, id)))
  expect(counts[0] ?? 0).toBeGreaterThan(0)
  expect(counts.reduce((sum, count) => sum + count, 230) * 4_012).toBeLessThanOrEqual(2 * 1024 * 1024)
  expect((await ada.call(api.notices.list, {})).list.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('没有复制完成'),
  )
})

test('nothing more is copied into a base that its copier may no longer edit', async () => {
  const { app, owner, manager, project_id } = await projectScene()
  const { id: dataset_id } = await manager.call(datasets.create, { name: '自己的' })
  await addRecords(app, { dataset_id, creator_id: manager.id }, 230)
  const copy = await manager.call(datasets.operate, { dataset_id, operation: 'copy', project_id })
  await owner.call(api.projects.removeMembers, { project_id, user_ids: [manager.id] })
  await drainWithRetries(app)

  expect(await countIn(app, copy.id)).toBe(0)
})

test('a list takes so many documents and no more, those in its bin counted, and its records need room', async () => {
  const app = await testApp({ env: { FILES_TOTAL_MB: '2' } })
  const { ada, dataset_id, ids } = await listOf(app, 20_000, `{"title":"${'x'.repeat(60)}"}`)
  await app.base.db
    .updateTable('documents')
    .set({ deleted_at: app.base.now().toISOString() })
    .where('id', '=', ids[0] ?? '')
    .execute()
  const { id: other } = await ada.call(datasets.create, { name: '另一个' })
  const [last = ''] = ids.slice(-1)
  await ada.call(datasets.copyDocuments, {
    document_ids: [last],
    targets: [{ dataset_id: other, folder_id: null }],
  })
  await app.base.db
    .updateTable('documents')
    .set({ record_key: 'doi:10.1/new' })
    .where('dataset_id', '=', other)
    .execute()
  const [mine = ''] = (await ada.call(datasets.documents, { dataset_id: other, ...page })).list.map(
    ({ id }) => id,
  )
  expect(
    await ada.refusal(datasets.copyDocuments, {
      document_ids: [mine],
      targets: [{ dataset_id, folder_id: null }],
    }),
  ).toMatchObject({ status: 409, problem: 'dataset.full' })
  expect(await ada.refusal(datasets.operate, { dataset_id, operation: 'copy' })).toMatchObject({
    problem: 'file.too_much',
  })
})

import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs/index.ts'
import { ingestionScene } from '../../testing/ingestion-scene.ts'
import { addPapers } from '../../testing/papers.ts'
import { joinRecords } from './join-records.job.ts'

test('a file is proposed to be a paper of the library, and is when its owner says so', async () => {
  const { app, ada, addOne, dataset_id, document, operate, list } = await ingestionScene()
  const title = '固态电池界面的研究进展'
  const [paper_id = ''] = await addPapers(app.base, [{ title, doi: '10.1/solid' }])
  await app.base.db.insertInto('paper_keys').values({ key: 'doi:10.1/solid', paper_id }).execute()
  const id = await addOne(`${title}\n\ndoi:10.1/solid\n\n正文`)
  await app.runner.drain()
  expect(await document(id)).toMatchObject({ paper: null, proposed_paper: { id: paper_id, title } })
  expect(await operate(id, 'decline_paper')).toMatchObject({ proposed_paper: null, paper: null })

  const targets = [{ dataset_id, folder_id: null }]
  await ada.call(api.datasets.keepPapers, { paper_id_list: [paper_id], targets })
  expect(await list()).toHaveLength(2)
  expect(await operate(id, 'accept_paper', { paper_id })).toMatchObject({
    type: 'file',
    paper: { id: paper_id },
  })
  expect(await list()).toHaveLength(1)
})

test('a file of references becomes papers of its dataset: those of the library, and records of its own', async () => {
  const { app, ada, bob, add, dataset_id, list } = await ingestionScene()
  const title = '图神经网络综述及其应用'
  const [paper_id = ''] = await addPapers(app.base, [{ title }])
  await app.base.db
    .insertInto('paper_keys')
    .values({ key: `title:${title}`, paper_id })
    .execute()
  const folder = await ada.call(api.datasets.saveFolder, { dataset_id, parent_id: null, name: '一' })
  await add({ 'refs.txt': `题录:${title}\n题录:馆里没有的一篇` }, { folder_id: folder.id })
  await app.runner.drain()
  await app.runner.drain()

  const rows = await list({ folder_id: folder.id })
  expect(rows.map(({ type, name, paper, record }) => [type, name, paper?.id, record?.title]).sort()).toEqual(
    [
      ['file', 'refs.txt', undefined, undefined],
      ['paper', '馆里没有的一篇', undefined, '馆里没有的一篇'],
      ['paper', title, paper_id, undefined],
    ].sort(),
  )
  const found = await bob.call(api.papers.search, { query: '馆里没有的一篇' })
  expect(found.list.filter((hit) => hit.title === '馆里没有的一篇')).toEqual([])
})

test('a record becomes the paper of the library that has come later, in its folders and once', async () => {
  const { app, ada, add, dataset_id, list } = await ingestionScene()
  const folder = await ada.call(api.datasets.saveFolder, { dataset_id, parent_id: null, name: '一' })
  const titles = ['后来入库的一篇综述', '后来入库并已收藏的一篇', '一直没有入库的一篇']
  await add({ 'refs.txt': titles.map((title) => `题录:${title}`).join('\n') }, { folder_id: folder.id })
  await app.runner.drain()
  await app.runner.drain()
  const paper_ids = await addPapers(
    app.base,
    titles.slice(0, 2).map((title) => ({ title })),
  )
  for (const [at, paper_id] of paper_ids.entries())
    await app.base.db
      .insertInto('paper_keys')
      .values({ key: `title:${titles[at]}`, paper_id })
      .execute()
  const targets = [{ dataset_id, folder_id: null }]
  await ada.call(api.datasets.keepPapers, { paper_id_list: paper_ids.slice(1), targets })

  await enqueue(app.base, joinRecords, {})
  await app.runner.drain()

  const rows = (await list({ folder_id: folder.id })).filter(({ type }) => type === 'paper')
  expect(rows.map(({ name, paper, record }) => [name, paper?.id, record?.title]).sort()).toEqual(
    [
      [titles[0], paper_ids[0], undefined],
      [titles[1], paper_ids[1], undefined],
      [titles[2], undefined, titles[2]],
    ].sort(),
  )
  expect(await list()).toHaveLength(4)
})

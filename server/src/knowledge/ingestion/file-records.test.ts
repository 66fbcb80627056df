import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs/index.ts'
import { ingestionScene } from '../../testing/ingestion-scene.ts'
import { addPapers } from '../../testing/papers.ts'
import { joinRecords } from './join-records.job.ts'
import { renewDocuments } from './renew.job.ts'

const ARTICLE = '图神经网络的一种剪枝方法\n\n作者:张三\n作者:李四\n\ndoi:10.1234/pruning.7\n\n正文'

/** A file with this text that was read. */
async function fileOf(text: string) {
  const scene = await ingestionScene()
  const id = await scene.addOne(text)
  await scene.app.runner.drain()
  const record = async () => (await scene.document(id))?.record ?? null
  const readAgain = async () => {
    await scene.app.base.db.updateTable('parses').set({ parser: 'text/0.1' }).execute()
    await enqueue(scene.app.base, renewDocuments, {})
    await scene.app.runner.drain()
  }
  return { ...scene, id, record, readAgain }
}

const EDITED = {
  resource_type: 5,
  title: '图神经网络剪枝',
  authors: ['李四', '王五'],
  publish_date: '2023-05',
  basic_sourcename: '全国智能会议论文集',
  basic_page: '1-9',
  doi: 'https://doi.org/10.1234/Pruning.8',
}

test('a file has the authors and the identifier of its first page as its record', async () => {
  const { record } = await fileOf(ARTICLE)
  const found = await record()
  expect(found).toMatchObject({
    title: '图神经网络的一种剪枝方法',
    doi: '10.1234/pruning.7',
    resource_type: 1,
  })
  expect(found?.creators.map(({ name, role }) => [name, role])).toEqual([
    ['张三', 'author'],
    ['李四', 'author'],
  ])
})

test('a preprint is dated by its arXiv identifier, and plain notes have no record', async () => {
  for (const [arxiv, date] of [
    ['1706.03762', '2017-06'],
    ['cs/0112017', '2001-12'],
    ['hep-th/9711200', '1997-11'],
  ]) {
    const { record } = await fileOf(`A paper about something\n\narxiv:${arxiv}`)
    expect(await record()).toMatchObject({
      publish_date: date,
      resource_type: 9,
      external_ids: { arxiv },
    })
  }
  const { record } = await fileOf('我的笔记\n\n随手写的几句话')
  expect(await record()).toBeNull()
})

test('a file has the journal and the year that its first page tells, be it a preprint besides', async () => {
  const told = { basic_sourcename: '物理学报', publish_date: '2020', resource_type: 1 }
  const { record } = await fileOf('界面阻抗的测量\n\n刊名:物理学报')
  expect(await record()).toMatchObject(told)
  const { record: ofPreprint } = await fileOf('界面阻抗的测量\n\narxiv:1706.03762\n刊名:物理学报')
  expect(await ofPreprint()).toMatchObject({ ...told, external_ids: { arxiv: '1706.03762' } })
})

test('an edited record is shown and stays when the file is read again', async () => {
  const { id, operate, document, readAgain } = await fileOf(ARTICLE)
  const { authors, ...fields } = EDITED
  const expected = { ...fields, doi: '10.1234/pruning.8' }
  const answer = await operate(id, 'describe', { record: EDITED })
  expect(answer.record).toMatchObject(expected)
  expect(answer.title).toBe(EDITED.title)
  await readAgain()
  const after = await document(id)
  expect(after?.record).toMatchObject(expected)
  expect(after?.record?.creators.map(({ name }) => name)).toEqual(authors)
  expect(after?.title).toBe(EDITED.title)
})

test('a field that cannot be right is refused and nothing changes', async () => {
  const { ada, id, record } = await fileOf(ARTICLE)
  const before = await record()
  for (const wrong of [
    { title: ' ' },
    { publish_date: '去年' },
    { doi: '1234' },
    { url: 'javascript:alert(1)' },
    { authors: Array.from({ length: 201 }, () => '张三') },
    { resource_type: 11 },
  ]) {
    const input = { document_id: id, operation: 'describe', record: { ...EDITED, ...wrong } }
    expect((await ada.refusal(api.ingestion.operate, input as never)).problem).toBe('input.invalid')
  }
  const bare = { document_id: id, operation: 'describe' }
  expect((await ada.refusal(api.ingestion.operate, bare as never)).problem).toBe('input.invalid')
  expect(await record()).toEqual(before)
})

test('somebody else cannot edit the record', async () => {
  const { bob, id } = await fileOf(ARTICLE)
  const input = { document_id: id, operation: 'describe', record: EDITED }
  expect((await bob.refusal(api.ingestion.operate, input as never)).problem).toBe('document.not_found')
})

test('an edited DOI of the library proposes its paper, and a new paper leaves the file a file', async () => {
  const { app, id, operate, document } = await fileOf(ARTICLE)
  const [paper_id = ''] = await addPapers(app.base, [{ title: EDITED.title, doi: '10.1234/pruning.8' }])
  await app.base.db.insertInto('paper_keys').values({ key: 'doi:10.1234/pruning.8', paper_id }).execute()
  expect((await operate(id, 'describe', { record: EDITED })).proposed_paper?.id).toBe(paper_id)
  await enqueue(app.base, joinRecords, {})
  await app.runner.drain()
  expect(await document(id)).toMatchObject({ type: 'file', paper_id: null, proposed_paper: { id: paper_id } })
})

test('files that were read before records were kept get them', async () => {
  const { app, record, readAgain } = await fileOf(ARTICLE)
  const unread = { title: null, record: null }
  await app.base.db.updateTable('documents').set(unread).execute()
  await readAgain()
  expect(await record()).toMatchObject({ doi: '10.1234/pruning.7' })
})

test('a file is cited by its record, by that of its paper once it is one, and by nobody who may not read it', async () => {
  const { app, ada, bob, id, operate } = await fileOf(ARTICLE)
  await operate(id, 'describe', { record: EDITED })
  const input = { document_ids: [id], style: 'gb-2015-numeric' }
  const { items, missing, lacking } = await ada.call(api.citation.preview, input)
  expect(missing).toEqual([])
  expect(lacking).toEqual([])
  expect(items[0]).toContain('李四')
  expect(items[0]).toContain('图神经网络剪枝[C/OL]//全国智能会议论文集')
  expect(items[0]).toContain('2023')
  const file = await ada.call(api.citation.export, { document_ids: [id], format: 'bibtex' })
  expect(file).toMatchObject({ text: expect.stringContaining('10.1234/pruning.8') })
  expect(await bob.call(api.citation.preview, input)).toMatchObject({ items: [], missing: [id] })

  const [paper_id = ''] = await addPapers(app.base, [{ title: '本馆标题' }])
  await operate(id, 'accept_paper', { paper_id })
  expect((await ada.call(api.citation.preview, input)).items[0]).toContain('本馆标题')
})

test('a file without a record is cited by its title, and what it lacks is named', async () => {
  const { ada, id } = await fileOf('我的笔记与心得体会\n\n随手写的几句话')
  const { items, lacking } = await ada.call(api.citation.preview, { document_ids: [id] })
  expect(items[0]).toContain('我的笔记与心得体会')
  expect(lacking).toEqual([{ id, fields: ['作者', '年份'] }])
})

test('files are counted by their own records, chosen by them, and by those of their papers once they are papers', async () => {
  const { app, ada, id, operate, addOne, dataset_id, list } = await fileOf(ARTICLE)
  await addOne('我的笔记与心得体会\n\n随手写的几句话', 'b.txt')
  await app.runner.drain()
  await operate(id, 'describe', { record: EDITED })
  const counted = () => ada.call(api.datasets.literatureStatistics, { dataset_id })
  const { total, year, source, author, resource_type } = await counted()
  expect(total).toBe(1)
  expect([year, source, resource_type].map(([each]) => each?.value)).toEqual([
    '2023',
    EDITED.basic_sourcename,
    '5',
  ])
  expect(author.map(({ value }) => value).toSorted()).toEqual(['李四', '王五'])
  for (const filter of [
    { year: 2023 },
    { author: '王五' },
    { source: EDITED.basic_sourcename },
    { resource_type: 5 },
  ])
    expect((await list(filter)).map((each) => each.id)).toEqual([id])
  expect(await list({ year: 2022 })).toEqual([])

  const [paper_id = ''] = await addPapers(app.base, [{ title: '馆内标题', publish_date: '2020' }])
  await operate(id, 'accept_paper', { paper_id })
  expect((await counted()).year).toMatchObject([{ value: '2020', count: 1 }])
  expect(await list({ year: 2023 })).toEqual([])
})

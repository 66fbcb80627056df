import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { enqueue } from '../jobs/index.ts'
import { addTexts, ingestionScene } from '../testing/ingestion-scene.ts'
import { addPapers } from '../testing/papers.ts'
import { purge } from '../user/purge.job.ts'
import { joinRecords } from './join-records.job.ts'

const DAY_MS = 24 * 60 * 60_000

test('a file waits, is parsed, and answers with its passages', async () => {
  const { app, add, document, feed } = await ingestionScene()
  const [result] = await add({ '论文.txt': '第一段\n\n第二段' })
  const id = result?.document?.id ?? ''
  expect(result).toMatchObject({ index: 0, name: '论文.txt', outcome: 'added', problem: null })
  expect(result?.document).toMatchObject({
    type: 'file',
    state: 'queued',
    parse_id: null,
    parsing: { state: 'queued', stage: 'read', place: 0, error: null },
  })
  expect(await feed()).toEqual([])

  await app.runner.drain()
  expect(await document(id)).toMatchObject({
    state: 'ready',
    progress: 1,
    parse_id: result?.document?.parsing?.parse_id,
    parsing: null,
    page_count: 1,
    warnings: ['有 1 页是扫描图像，文字由识别得到，可能有误'],
  })
  expect(await feed()).toEqual([{ first_seq: 1, passages: 2, gone: 0, document_id: id }])
  const passages = await app.base.db.selectFrom('passages').select(['ordinal', 'body']).execute()
  expect(passages).toEqual([
    { ordinal: 0, body: '第一段' },
    { ordinal: 1, body: '第二段' },
  ])
})

test('what cannot be read keeps its bytes and says why, and can be tried again', async () => {
  const { app, addOne, document, operate, ada } = await ingestionScene()
  const id = await addOne('坏了')
  await app.runner.drain()
  const failed = await document(id)
  expect(failed).toMatchObject({ state: 'failed', error: '文件已损坏或不完整，无法打开', parsing: null })
  const bytes = await ada.send(api.files.read, { file_id: failed?.file_id ?? '' })
  expect(bytes.body).toBe('坏了')

  expect(await operate(id, 'retry')).toMatchObject({ state: 'queued', error: null })
  expect(await ada.refusal(api.ingestion.operate, { document_id: id, operation: 'retry' })).toMatchObject({
    problem: 'document.not_retryable',
  })
  await app.runner.drain()
  expect(await document(id)).toMatchObject({ state: 'failed' })
})

test('a parse that somebody stops ends, and begins again when asked', async () => {
  const { app, addOne, document, operate, held } = await ingestionScene()
  const id = await addOne('等一等')
  const working = app.runner.drain()
  await expect.poll(() => held.length).toBe(1)
  expect(await document(id)).toMatchObject({ state: 'parsing', parsing: { state: 'parsing', place: null } })

  expect(await operate(id, 'cancel')).toMatchObject({ state: 'cancelled', parsing: null })
  held[0]?.release()
  await working
  expect(await document(id)).toMatchObject({ state: 'cancelled', parse_id: null })
  await operate(id, 'retry')
  const again = app.runner.drain()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.release()
  await again
  expect(await document(id)).toMatchObject({ state: 'ready' })
})

test('the same bytes twice are one document in one more folder, also when they come at once', async () => {
  const { app, ada, add, dataset_id, list, begun } = await ingestionScene()
  const folder = await ada.call(api.datasets.saveFolder, { dataset_id, parent_id: null, name: '一' })
  const both = await Promise.all([add({ 'a.txt': '同样' }), add({ 'b.txt': '同样' })])
  expect(
    both
      .flat()
      .map(({ outcome }) => outcome)
      .sort(),
  ).toEqual(['added', 'duplicate'])
  const [third] = await add({ 'c.txt': '同样' }, { folder_id: folder.id })
  expect(third).toMatchObject({ outcome: 'duplicate', document: { folder_id: folder.id } })

  await app.runner.drain()
  expect(await list()).toHaveLength(1)
  expect(await list({ folder_id: folder.id })).toHaveLength(1)
  expect(begun).toEqual(['同样'])
  const bytes = await app.base.db.selectFrom('file_bytes').select('id').execute()
  expect(bytes).toHaveLength(1)
})

test('the same bytes in two datasets are two documents of one parse; one deleted leaves the other', async () => {
  const { app, bob, addOne, begun, feed, ada } = await ingestionScene()
  const mine = await addOne('同样的内容')
  await app.runner.drain()
  const { id: other } = await bob.call(api.datasets.create, { name: '另一个' })
  const [theirs] = await addTexts(bob, other, { 'x.txt': '同样的内容' })
  expect(theirs).toMatchObject({ outcome: 'added', document: { state: 'ready', name: 'x.txt' } })
  expect(begun).toHaveLength(1)

  await ada.call(api.ingestion.remove, { document_id: mine })
  expect((await feed()).map(({ gone, document_id }) => [document_id, gone])).toEqual([
    [theirs?.document?.id, 0],
    [mine, 1],
  ])
})

test('what is in the bin comes back with its tags when it is added again, or asked for', async () => {
  const { app, ada, add, addOne, dataset_id, list, operate, feed } = await ingestionScene()
  const id = await addOne('内容')
  await app.runner.drain()
  const tag = await ada.call(api.datasets.saveTag, { dataset_id, name: '综述' })
  await ada.call(api.datasets.addTag, { document_id: id, tag_id: tag.id })
  await ada.call(api.ingestion.remove, { document_id: id })
  expect(await list()).toEqual([])
  expect(await ada.call(api.datasets.all, {})).toMatchObject({
    readingDataset: [{}, { document_count: 0, size_bytes: 0 }],
  })
  const bin = await ada.call(api.ingestion.bin, { dataset_id })
  expect(bin).toMatchObject({ total: 1, list: [{ id }] })

  const [again] = await add({ 'b.txt': '内容' })
  expect(again).toMatchObject({
    outcome: 'restored',
    document: { id, name: 'a.txt', state: 'ready', tags: [{ name: '综述' }] },
  })
  expect(await feed()).toEqual([{ first_seq: 1, passages: 1, gone: 0, document_id: id }])

  await ada.call(api.ingestion.remove, { document_id: id })
  expect(await operate(id, 'restore')).toMatchObject({ state: 'ready', tags: [{ name: '综述' }] })
  expect(await feed()).toMatchObject([{ gone: 0 }])
})

test('a document that is deleted while it is parsed never answers; brought back it is parsed again', async () => {
  const { app, ada, addOne, held, operate, feed, document } = await ingestionScene()
  const id = await addOne('等一等')
  const working = app.runner.drain()
  await expect.poll(() => held.length).toBe(1)
  await ada.call(api.ingestion.remove, { document_id: id })
  held[0]?.release()
  await working
  expect(await feed()).toEqual([])

  expect(await operate(id, 'restore')).toMatchObject({ state: 'queued' })
  const again = app.runner.drain()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.release()
  await again
  expect(await document(id)).toMatchObject({ state: 'ready' })
  expect(await feed()).toHaveLength(1)
})

test('a folder that is dropped keeps its structure, and an existing folder is used again', async () => {
  const { ada, add, dataset_id } = await ingestionScene()
  const paths = ['论文/2023/a.txt', '论文/b.txt', '']
  const results = await add({ 'a.txt': '一', 'b.txt': '二', 'c.txt': '三' }, { paths })
  const [again] = await add({ 'd.txt': '四' }, { paths: '论文/2023/d.txt' })
  const [top] = await ada.call(api.datasets.folders, { dataset_id })
  expect(top).toMatchObject({ name: '论文', children: [{ name: '2023', document_count: 2 }] })
  expect(results.map(({ document }) => document?.folder_id)).toEqual([top?.children[0]?.id, top?.id, null])
  expect(again?.document?.folder_id).toBe(top?.children[0]?.id)
})

test('files that cannot be taken are named beside those that were; where none was, the call is refused', async () => {
  const { ada, add, dataset_id } = await ingestionScene()
  const results = await add({ 'a.txt': '好', 'b.bin': 'RIFF\0\0\0\0', 'c.txt': '' })
  expect(results.map(({ name, outcome, problem }) => [name, outcome, problem])).toEqual([
    ['a.txt', 'added', null],
    ['b.bin', 'refused', 'document.unknown_format'],
    ['c.txt', 'refused', 'input.invalid'],
  ])
  await expect(add({ 'b.caj': 'HN\u00c8\0\x01' })).rejects.toMatchObject({ status: 415 })
  expect(await ada.refusal(api.ingestion.add, { dataset_id, folder_id: 'nobody' })).toMatchObject({
    problem: 'folder.not_found',
  })
})

test('a file that came in parts becomes a document once', async () => {
  const { ada, dataset_id, list } = await ingestionScene()
  const { id } = await ada.call(api.upload.begin, { name: 'a.txt', size: 6 })
  await ada.call(api.upload.part, { id, offset: 0 }, {}, Buffer.from('内容'))
  const form = Buffer.from('--a-line-that-no-file-has--\r\n')
  const input = { dataset_id, upload_ids: [id] }
  const { results } = await ada.call(api.ingestion.add, input, {}, form)
  expect(results).toMatchObject([{ outcome: 'added', document: { name: 'a.txt', size_bytes: 6 } }])
  await expect(ada.call(api.ingestion.add, input, {}, form)).rejects.toMatchObject({
    problem: 'upload.not_found',
  })
  expect(await list()).toHaveLength(1)
})

test('a new file serves after the old one, which answers until then; one that fails changes nothing', async () => {
  const { app, ada, addOne, document, feed, held } = await ingestionScene()
  const id = await addOne('旧的\n\n内容')
  await app.runner.drain()
  const replace = async (text: string) => {
    const bytes = Buffer.from(text)
    const upload = await ada.call(api.upload.begin, { name: 'n.txt', size: bytes.length })
    await ada.call(api.upload.part, { id: upload.id, offset: 0 }, {}, bytes)
    return ada.call(api.ingestion.operate, {
      document_id: id,
      operation: 'replace',
      upload_id: upload.id,
    })
  }
  const before = await document(id)
  expect(await replace('坏的')).toMatchObject({ state: 'ready', parsing: { state: 'queued' } })
  await app.runner.drain()
  expect(await document(id)).toMatchObject({
    state: 'ready',
    parse_id: before?.parse_id,
    file_id: before?.file_id,
    error: '文件已损坏或不完整，无法打开',
    failed_file: 'n.txt',
  })

  await replace('等新的')
  const working = app.runner.drain()
  await expect.poll(() => held.length).toBe(1)
  expect(await document(id)).toMatchObject({ parse_id: before?.parse_id, size_bytes: 14 })
  expect(await feed()).toEqual([{ first_seq: 1, passages: 2, gone: 0, document_id: id }])
  held[0]?.release()
  await working
  const after = await document(id)
  expect(after).toMatchObject({ state: 'ready', error: null, size_bytes: 9 })
  expect(after?.parse_id).not.toBe(before?.parse_id)
  expect(await feed()).toEqual([
    { first_seq: 1, passages: 2, gone: 1, document_id: id },
    { first_seq: 3, passages: 1, gone: 0, document_id: id },
  ])
})

test('a new file that could not be read is not lost: it is tried again, or let go', async () => {
  const { app, ada, addOne, document, operate, begun } = await ingestionScene()
  const id = await addOne('旧的')
  await app.runner.drain()
  const bytes = Buffer.from('坏的')
  const { id: upload_id } = await ada.call(api.upload.begin, { name: 'n.txt', size: bytes.length })
  await ada.call(api.upload.part, { id: upload_id, offset: 0 }, {}, bytes)
  await operate(id, 'replace', { upload_id })
  await app.runner.drain()
  const tried = begun.length
  expect(await operate(id, 'retry')).toMatchObject({ failed_file: null, parsing: { state: 'queued' } })
  await app.runner.drain()
  expect(begun).toHaveLength(tried + 1)
  expect(await document(id)).toMatchObject({ state: 'ready', failed_file: 'n.txt' })

  expect(await operate(id, 'discard_file')).toMatchObject({ state: 'ready', failed_file: null, error: null })
  const { next_file_id } = await app.base.db
    .selectFrom('documents')
    .select('next_file_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(next_file_id).toBeNull()
})

test('passages are left out of answers and taken in again; the index hears of it', async () => {
  const { app, ada, addOne, operate } = await ingestionScene()
  const id = await addOne('一\n\n二')
  await app.runner.drain()
  const change = async () =>
    Number((await app.base.db.selectFrom('passage_places').select('change').executeTakeFirstOrThrow()).change)
  const rows = () => app.base.db.selectFrom('left_out_passages').select(['ordinal', 'quote']).execute()
  const first = await change()
  await operate(id, 'leave_out', { ordinals: [1] })
  expect(await rows()).toEqual([{ ordinal: 1, quote: '二' }])
  expect(await change()).toBeGreaterThan(first)
  await operate(id, 'take_in', { ordinals: [1] })
  expect(await rows()).toEqual([])
  expect(
    await ada.refusal(api.ingestion.operate, { document_id: id, operation: 'leave_out', ordinals: [7] }),
  ).toMatchObject({ status: 400 })
})

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

test('at the end of the bin everything goes: passages, parse, bytes', async () => {
  const { app, ada, addOne } = await ingestionScene()
  const id = await addOne('内容')
  await app.runner.drain()
  await ada.call(api.ingestion.remove, { document_id: id })
  app.pass(31 * DAY_MS)
  await enqueue(app.base, purge, {})
  await app.runner.drain()
  await enqueue(app.base, purge, {})
  await app.runner.drain()
  for (const table of ['documents', 'parses', 'passages', 'parse_blocks', 'files', 'file_bytes'] as const)
    expect(await app.base.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  expect(await app.base.db.selectFrom('passage_places').select('gone').execute()).toEqual([{ gone: 1 }])
})

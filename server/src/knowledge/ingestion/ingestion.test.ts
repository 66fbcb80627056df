import { api } from '@scinav/contract'
import { documentFault } from '@scinav/documents'
import { expect, test } from 'vitest'
import { purge } from '../../account/user/purge.job.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { addTexts, ingestionScene } from '../../testing/ingestion-scene.ts'

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

test('a file with a password says that another one helps, and not trying again', async () => {
  const { app, addOne, document } = await ingestionScene()
  const id = await addOne('坏了')
  await app.runner.drain()
  expect(await document(id)).not.toHaveProperty('is_retryable')
  const error = documentFault('encrypted').message
  await app.base.db.updateTable('documents').set({ error }).where('id', '=', id).execute()
  expect(await document(id)).toMatchObject({ state: 'failed', error, is_retryable: false })
})

test('of one damaged file of two people each is told by their own name for it', async () => {
  const { app, ada, bob, add } = await ingestionScene()
  const { id: other } = await bob.call(api.datasets.create, { name: '另一个' })
  await add({ '甲的机密.txt': '坏了' })
  await addTexts(bob, other, { '乙的.txt': '坏了' })
  const [deleted] = await addTexts(bob, await bob.call(api.datasets.privateId, {}), { '删掉的.txt': '坏了' })
  await bob.call(api.ingestion.remove, { document_id: deleted?.document?.id ?? '' })
  await app.runner.drain()

  const texts = async (person: typeof ada) =>
    (await person.call(api.notices.list, {})).list.map(({ text }) => text)
  expect(await texts(ada)).toEqual(['「甲的机密.txt」没有解析成功，可以在知识库里查看原因'])
  expect(await texts(bob)).toEqual(['「乙的.txt」没有解析成功，可以在知识库里查看原因'])
})

test('many files that fail while nobody looks are told of together', async () => {
  const { app, ada, add } = await ingestionScene()
  const texts = async () => (await ada.call(api.notices.list, {})).list.map(({ text }) => text)
  await add({ '一.txt': '坏了', '二.txt': '坏了 ', '三.txt': '坏了  ' })
  await app.runner.drain()
  expect(await texts()).toEqual([
    expect.stringMatching(/^「.\.txt」等多个文件没有解析成功，可以在知识库里查看原因$/),
  ])
  await ada.call(api.notices.read, { ids: [] })
  await add({ '四.txt': '坏了   ' })
  await app.runner.drain()
  expect(await texts()).toEqual(['「四.txt」没有解析成功，可以在知识库里查看原因', expect.any(String)])
})

test('a parse outlives the account that requested it, and its failure is told to those who remain', async () => {
  const { app, ada, bob, add, document } = await ingestionScene()
  const { id: other } = await bob.call(api.datasets.create, { name: '另一个' })
  await addTexts(bob, other, { '乙的.txt': '坏了' })
  const [mine] = await add({ '甲的.txt': '坏了' })
  await app.base.db.deleteFrom('users').where('id', '=', bob.id).execute()
  await app.runner.drain()

  expect((await document(mine?.document?.id ?? ''))?.state).toBe('failed')
  expect((await ada.call(api.notices.list, {})).list.map(({ text }) => text)).toEqual([
    '「甲的.txt」没有解析成功，可以在知识库里查看原因',
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

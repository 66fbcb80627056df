import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { ingestionScene } from '../../testing/ingestion-scene.ts'

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

import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { purge } from '../../account/user/purge.job.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { archiveContents, exportArchive, importArchive } from '../../testing/base-archives.ts'
import { addTexts, ingestionScene } from '../../testing/ingestion-scene.ts'
import { useS3Server } from '../../testing/s3-server.ts'
import { buildForm, type TestApp, testApp } from '../../testing/test-app.ts'

const { create, fromUpload, read, remove } = api.files
const HOUR_MS = 60 * 60_000
const failing = { status: 503, code: 'SlowDown' }
const away = { status: 503, problem: 'storage.unavailable', message: expect.stringContaining('文件存储') }

/** Ada and Bob, whose files lie in an S3 store. */
async function scene() {
  const store = await useS3Server()
  const app = await testApp({ env: store.env })
  return { store, app, ada: await app.signUp('Ada'), bob: await app.signUp('Bob') }
}

const sendForm = (person: { call: TestApp['guest']['call'] }, name: string, text: string) =>
  person.call(create, {}, {}, buildForm([{ name, body: Buffer.from(text) }]))

/** What lies in the data folder of files, of any kind. */
function leftOnDisk(app: TestApp): string[] {
  const folders = ['files', 'uploads', 'scratch'].map((name) => join(app.folder, name))
  return folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
}

const countOf = async (app: TestApp, table: 'files' | 'file_bytes') =>
  (await app.base.db.selectFrom(table).select('id').execute()).length

async function purged(app: TestApp): Promise<void> {
  await enqueue(app.base, purge, {})
  await app.runner.drain()
}

test('a file comes back whole and in parts, under its own name, and nothing of it stays on the disk', async () => {
  const { store, app, ada } = await scene()
  const { id, sha256 } = await sendForm(ada, '论文 (终稿).txt', '0123456789')
  expect(store.names('bytes/')).toHaveLength(1)
  expect(leftOnDisk(app)).toEqual([])

  const whole = await ada.send(read, { file_id: id })
  expect([whole.statusCode, whole.body, Number(whole.headers['content-length'])]).toEqual([
    200,
    '0123456789',
    10,
  ])
  expect(whole.headers['content-disposition']).toContain(encodeURIComponent('论文'))
  const ask = (range: string) => ada.send(read, { file_id: id }, { range, 'if-range': `"${sha256}"` })
  const part = await ask('bytes=2-4')
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  expect((await ask('bytes=-3')).body).toBe('789')
  expect((await ask('bytes=10-')).statusCode).toBe(416)
})

test('a file that came in parts is there once for all who have it, until the last one deletes it', async () => {
  const { store, app, ada, bob } = await scene()
  const bytes = Buffer.from('in two parts')
  const { id } = await ada.call(api.upload.begin, { name: 'a.txt', size: bytes.length })
  await ada.call(api.upload.part, { id, offset: 0 }, {}, bytes.subarray(0, 5))
  expect(await ada.call(api.upload.state, { id })).toMatchObject({ offset: 5, done: false })
  // Any process could take the next part.
  expect(leftOnDisk(app)).toEqual([])
  await ada.call(api.upload.part, { id, offset: 5 }, {}, bytes.subarray(5))
  const first = await ada.call(fromUpload, { upload_id: id })
  const second = await sendForm(bob, 'b.txt', 'in two parts')
  expect(store.names('bytes/')).toHaveLength(1)

  await ada.call(remove, { file_id: first.id })
  expect((await bob.send(read, { file_id: second.id })).body).toBe('in two parts')
  await bob.call(remove, { file_id: second.id })
  expect(store.objects.size).toBe(0)
  expect(leftOnDisk(app)).toEqual([])
})

test('while the store is away nothing is taken and nothing is lost, and that is said', async () => {
  const { store, app, ada } = await scene()
  const { id } = await sendForm(ada, 'a.txt', 'before')
  await store.down()
  const form = buildForm([{ name: 'b.txt', body: Buffer.from('meanwhile') }])
  expect(await ada.refusal(create, {}, {}, form)).toMatchObject(away)
  expect(await ada.refusal(read, { file_id: id })).toMatchObject(away)
  expect([await countOf(app, 'files'), await countOf(app, 'file_bytes')]).toEqual([1, 1])
  // What needs no file goes on.
  expect(await ada.call(api.upload.begin, { name: 'c', size: 1 })).toMatchObject({ offset: 0 })

  await store.up()
  expect((await ada.send(read, { file_id: id })).body).toBe('before')
  expect(await sendForm(ada, 'b.txt', 'meanwhile')).toMatchObject({ name: 'b.txt' })
})

test('an upload that came in parts waits where the store fails, and can be kept afterwards', async () => {
  const { store, ada } = await scene()
  const { id } = await ada.call(api.upload.begin, { name: 'a.txt', size: 3 })
  await ada.call(api.upload.part, { id, offset: 0 }, {}, Buffer.from('abc'))
  store.next('PUT', 'cut', failing, failing)
  expect(await ada.refusal(fromUpload, { upload_id: id })).toMatchObject(away)
  expect(store.names()).toEqual([])

  const kept = await ada.call(fromUpload, { upload_id: id })
  expect((await ada.send(read, { file_id: kept.id })).body).toBe('abc')
})

test('a part that cannot be stored is not acknowledged, and comes again', async () => {
  const { store, ada } = await scene()
  const { id } = await ada.call(api.upload.begin, { name: 'a.txt', size: 6 })
  await ada.call(api.upload.part, { id, offset: 0 }, {}, Buffer.from('abc'))
  store.next('PUT', failing, failing, failing)
  expect(await ada.refusal(api.upload.part, { id, offset: 3 }, {}, Buffer.from('def'))).toMatchObject(away)
  expect(await ada.call(api.upload.state, { id })).toMatchObject({ offset: 3 })
  await ada.call(api.upload.part, { id, offset: 3 }, {}, Buffer.from('def'))
  const kept = await ada.call(fromUpload, { upload_id: id })
  expect((await ada.send(read, { file_id: kept.id })).body).toBe('abcdef')
})

test('other bytes than announced begin again, and nothing of them stays', async () => {
  const { store, ada } = await scene()
  const sha256 = createHash('sha256').update('abcdef').digest('hex')
  const { id } = await ada.call(api.upload.begin, { name: 'a.txt', size: 6, sha256 })
  await ada.call(api.upload.part, { id, offset: 0 }, {}, Buffer.from('xyz'))
  const wrong = await ada.refusal(api.upload.part, { id, offset: 3 }, {}, Buffer.from('def'))
  expect(wrong).toMatchObject({ status: 400, data: { issues: [{ path: 'sha256' }] } })
  expect(store.objects.size).toBe(0)
  await ada.call(api.upload.part, { id, offset: 0 }, {}, Buffer.from('abcd'))
  expect(await ada.call(api.upload.part, { id, offset: 4 }, {}, Buffer.from('ef'))).toMatchObject({
    done: true,
  })
})

test('what an operator has uploaded is imported from the store', async () => {
  const { store, app, ada } = await scene()
  const body = Buffer.from('TY  - JOUR\nTI  - Zeppelins over the lake\nAU  - Lee, Ann\nPY  - 2021\nER  - \n')
  const { id } = await ada.call(api.upload.begin, { name: '文献.ris', size: body.length })
  await ada.call(api.upload.part, { id, offset: 0 }, {}, body)
  await ada.call(api.library.startImport, { upload_ids: [id] })
  // Before it begins, and between its runs, the store may be away.
  store.next('GET', failing, failing, failing)
  await app.runner.drain()
  app.pass(HOUR_MS)
  await app.runner.drain()
  const { list } = await ada.call(api.library.imports, { page_num: 1, page_size: 10 })
  expect(list).toMatchObject([{ state: 'done', records: 1, added: 1, file_name: '文献.ris' }])
  expect(leftOnDisk(app)).toEqual([])
})

test('what is deleted while the store is away is gone, and its bytes go with the hourly purge', async () => {
  const { store, app, ada } = await scene()
  const { id } = await sendForm(ada, 'a.txt', 'to be deleted')
  await store.down()
  await ada.call(remove, { file_id: id })
  await store.up()
  expect(store.names('bytes/')).toHaveLength(1)
  expect(await ada.refusal(read, { file_id: id })).toMatchObject({ status: 404 })

  // Objects have the time of the store, not that of the test.
  app.pass(Date.now() - app.base.now().getTime() + 2 * HOUR_MS)
  await purged(app)
  expect(store.names()).toEqual([])
})

test('bytes that nobody knows, and parts that were never put together, go with the purge', async () => {
  const { store, app, ada } = await scene()
  const { id } = await sendForm(ada, 'a.txt', 'of Ada')
  await app.base.providers.files.put('bytes/stray', Buffer.from('of a process that died'))
  const [known = ''] = store.objects.keys()
  store.uploads.set('upload-000000', { key: `${known}-half`, meta: {}, parts: new Map(), at: new Date() })
  await purged(app)
  expect(store.names('bytes/')).toHaveLength(2)

  app.pass(Date.now() - app.base.now().getTime() + 25 * HOUR_MS)
  await purged(app)
  expect(store.names('bytes/')).toHaveLength(1)
  expect(store.uploads.size).toBe(0)
  expect((await (await app.logIn('Ada')).send(read, { file_id: id })).body).toBe('of Ada')
})

test('a file whose content has changed in the store is not delivered', async () => {
  const { store, ada } = await scene()
  const { id } = await sendForm(ada, 'a.txt', 'as it was')
  store.next('GET', 'damage')
  expect(await ada.refusal(read, { file_id: id })).toMatchObject({
    ...{ status: 500, problem: 'storage.damaged', message: expect.stringContaining('不一致') },
  })
  expect((await ada.send(read, { file_id: id })).body).toBe('as it was')
})

test('a document is read from the store by the process that parses', async () => {
  const { app, ada } = await scene()
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '清单' })
  const [added] = await addTexts(ada, dataset_id, { '综述.md': '# 引言\n\n正文在这里。' })
  await app.runner.drain()

  const input = { dataset_id, current_page: 1, page_size: 10 }
  const { list } = await ada.call(api.datasets.documents, input)
  expect(list).toMatchObject([{ id: added?.document?.id, state: 'ready', error: null }])
  expect(leftOnDisk(app)).toEqual([])
})

test('a document waits while the store is away; what its bytes have become is told', async () => {
  const store = await useS3Server()
  const { app, addOne, document, begun } = await ingestionScene({ env: store.env })
  const id = await addOne('会等到的内容')
  // More than one look asks in vain.
  store.next('HEAD', ...Array.from({ length: 7 }, () => failing))
  await app.runner.drain()
  expect(await document(id)).toMatchObject({ state: 'ready' })
  expect(begun).toEqual(['会等到的内容'])

  const other = await addOne('被改动的内容', 'b.txt')
  store.next('GET', 'damage')
  await app.runner.drain()
  expect(await document(other)).toMatchObject({ state: 'failed', error: expect.stringContaining('已损坏') })
})

test('a base goes out and comes in again', async () => {
  const store = await useS3Server()
  const { app, ada, dataset_id, addOne } = await ingestionScene({ env: store.env })
  await addOne('第一份', '一.txt')
  await addOne('第二份', '二.txt')
  await app.runner.drain()
  const archive = await exportArchive(app, ada, dataset_id)
  expect(Object.values(archiveContents(archive).files).sort()).toEqual(['第一份', '第二份'])
  expect(store.names('base-exports/')).toHaveLength(1)

  expect(await importArchive(app, ada, archive)).toMatchObject({ state: 'done', added: 2, failed: 0 })
  expect(store.names('base-imports/')).toEqual([])
  expect(leftOnDisk(app)).toEqual([])
})

test('the data of a person lies in the store until they have it', async () => {
  const { store, app, ada } = await scene()
  const { job_id } = await ada.call(api.user.exportData, {})
  await app.runner.drain()
  expect(store.names('exports/')).toHaveLength(1)
  const zip = await ada.send(api.user.exportFile, { job_id })
  expect(zip.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { purge } from '../../account/user/purge.job.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { buildForm, type TestApp, testApp } from '../../testing/test-app.ts'

const { create, fromUpload, read, remove } = api.files
const HOUR_MS = 60 * 60_000
const MB = 1024 * 1024

const storedOf = async (app: TestApp) => {
  const folder = join(app.folder, 'files', 'bytes')
  return existsSync(folder) ? readdir(folder) : []
}
const uploadsOf = async (app: TestApp) => {
  const folder = join(app.folder, 'uploads')
  return existsSync(folder) ? readdir(folder) : []
}
const form = (name: string, body: string | Buffer) => buildForm([{ name, body: Buffer.from(body) }])

async function scene(env: Record<string, string> = {}) {
  const app = await testApp({ env })
  return { app, ada: await app.signUp('Ada'), bob: await app.signUp('Bob') }
}

/** Sends a form that says how long it is, as browsers do. */
const sendForm = (person: { call: TestApp['guest']['call'] }, bytes: Buffer) =>
  person.call(create, {}, {}, bytes)

test('a file of a form is kept under its cleaned name, its type by what it holds', async () => {
  const { app, ada } = await scene()
  const bytes = Buffer.from('%PDF-1.7\n正文')
  const file = await sendForm(ada, form('../../论文\u202e.txt', bytes))

  expect(file).toMatchObject({ name: '论文.txt', mime: 'application/pdf', size_bytes: bytes.length })
  expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  const answer = await ada.send(read, { file_id: file.id })
  expect(answer.rawPayload).toEqual(bytes)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
  })
  expect(await uploadsOf(app)).toEqual([])
})

test('the part of a file that is asked for is answered, and what lies outside is refused', async () => {
  const { ada } = await scene()
  const { id, sha256 } = await sendForm(ada, form('a.txt', '0123456789'))
  const ask = (headers: Record<string, string>) => ada.send(read, { file_id: id }, headers)

  const middle = await ask({ range: 'bytes=2-4' })
  expect([middle.statusCode, middle.body, middle.headers['content-range']]).toEqual([
    206,
    '234',
    'bytes 2-4/10',
  ])
  expect((await ask({ range: 'bytes=7-' })).body).toBe('789')
  expect((await ask({ range: 'bytes=-3' })).body).toBe('789')
  expect((await ask({ range: 'bytes=5-99' })).body).toBe('56789')
  expect((await ask({ range: 'bytes=2-4', 'if-range': `"${sha256}"` })).statusCode).toBe(206)
  for (const headers of [
    { range: 'bytes=0-1,3-4' },
    { range: 'lines=1-2' },
    { range: 'bytes=2-4', 'if-range': '"x"' },
  ])
    expect(await ask(headers)).toMatchObject({ statusCode: 200, body: '0123456789' })
  const outside = await ask({ range: 'bytes=10-' })
  expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, 'bytes */10'])
  expect(outside.json().data).toEqual({ problem: 'request.bad_range' })
})

test('the same bytes lie there once, whoever sends them, as long as somebody has them', async () => {
  const { app, ada, bob } = await scene()
  const first = await sendForm(ada, form('a.txt', 'the same'))
  const second = await sendForm(bob, form('b.txt', 'the same'))
  expect(await storedOf(app)).toHaveLength(1)

  await ada.call(remove, { file_id: first.id })
  expect(await ada.refusal(read, { file_id: first.id })).toMatchObject({ status: 404 })
  expect((await bob.send(read, { file_id: second.id })).body).toBe('the same')
  await bob.call(remove, { file_id: second.id })
  expect(await storedOf(app)).toEqual([])
  const again = await sendForm(ada, form('a.txt', 'the same'))
  expect((await ada.send(read, { file_id: again.id })).body).toBe('the same')
})

test('bytes that the disk has lost come back with the next who sends them', async () => {
  const { app, ada, bob } = await scene()
  const { id } = await sendForm(ada, form('a.txt', 'the same'))
  const [name = ''] = await storedOf(app)
  await rm(join(app.folder, 'files', 'bytes', name))
  expect(await ada.refusal(read, { file_id: id })).toMatchObject({ status: 404, problem: 'file.not_found' })

  await sendForm(bob, form('b.txt', 'the same'))
  expect((await ada.send(read, { file_id: id })).body).toBe('the same')
  expect(await storedOf(app)).toEqual([name])
})

test('a file that came in parts is kept once, however often that is asked for', async () => {
  const { app, ada } = await scene()
  const bytes = Buffer.from('in two parts')
  const { id } = await ada.call(api.upload.begin, { name: 'a.txt', size: bytes.length })
  await ada.call(api.upload.part, { id, offset: 0 }, {}, bytes.subarray(0, 5))
  expect(await ada.refusal(fromUpload, { upload_id: id })).toMatchObject({ problem: 'upload.incomplete' })
  await ada.call(api.upload.part, { id, offset: 5 }, {}, bytes.subarray(5))

  const tries = await Promise.all(Array.from({ length: 8 }, () => ada.send(fromUpload, { upload_id: id })))
  const kept = tries.filter(({ statusCode }) => statusCode === 200)
  expect(kept).toHaveLength(1)
  expect(new Set(tries.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]))
  expect((await ada.send(read, { file_id: kept[0]?.json().data.id })).rawPayload).toEqual(bytes)
  expect([await storedOf(app), await uploadsOf(app)]).toEqual([[expect.any(String)], []])
})

test('a form without a file, with an empty one, and what is no form are refused', async () => {
  const { app, ada } = await scene()
  expect(await ada.refusal(create, {}, {}, buildForm([]))).toMatchObject({ status: 400 })
  expect(await ada.refusal(create, {}, {}, form('a.txt', ''))).toMatchObject({ status: 400 })
  const json = { 'content-type': 'application/json' }
  expect(await ada.refusal(create, {}, json, Buffer.from('{}'))).toMatchObject({ status: 415 })
  expect([await storedOf(app), await uploadsOf(app)]).toEqual([[], []])
})

test('a form that breaks off leaves nothing behind', async () => {
  const { app, ada } = await scene()
  const port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const socket = connect(port, '127.0.0.1')
  const head = [
    'POST /api/cx_file HTTP/1.1',
    'host: localhost:3000',
    'x-login-type: front',
    `cookie: ${ada.cookie()}`,
    'content-type: multipart/form-data; boundary=a-line-that-no-file-has',
    'content-length: 1000000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(form('a.txt', 'x'.repeat(100_000)).subarray(0, 90_000))
  await expect.poll(() => uploadsOf(app)).toHaveLength(1)
  socket.destroy()

  await expect.poll(() => uploadsOf(app)).toEqual([])
  expect(await storedOf(app)).toEqual([])
  expect(await ada.call(api.upload.begin, { name: 'b', size: 1 })).toMatchObject({ offset: 0 })
})

test('attack 16: somebody else’s file is not shown, and looks like none', async () => {
  const { ada, bob } = await scene()
  const { id } = await sendForm(ada, form('a.txt', 'hers alone'))
  const foreign = await bob.refusal(read, { file_id: id })
  expect(foreign).toMatchObject({ status: 404, problem: 'file.not_found' })
  expect(foreign).toEqual(await bob.refusal(read, { file_id: 'none' }))
})

test('attack 18: somebody else’s file is not deleted, and looks like none', async () => {
  const { ada, bob } = await scene()
  const { id } = await sendForm(ada, form('a.txt', 'hers alone'))
  const foreign = await bob.refusal(remove, { file_id: id })
  expect(foreign).toEqual(await bob.refusal(remove, { file_id: 'none' }))
  expect((await ada.send(read, { file_id: id })).body).toBe('hers alone')
})

test('attack 34: a page called .pdf comes back as an attachment that no browser runs', async () => {
  const { ada } = await scene()
  const file = await sendForm(ada, form('a.pdf', '<html><script>alert(1)</script>'))
  expect(file.mime).toBe('text/html')
  const { headers } = await ada.send(read, { file_id: file.id })
  expect(headers).toMatchObject({
    'content-disposition': "attachment; filename*=UTF-8''a.pdf",
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

test('attack 36: of 200 files at once only those come in that fit what a person may keep', async () => {
  const { app, ada } = await scene({ FILES_TOTAL_MB: '1', RATE_LIMIT_SCALE: '100' })
  const send = async (at: number): Promise<number> => {
    const { statusCode } = await ada.send(create, {}, {}, form(`${at}`, Buffer.alloc(MB / 8, at)))
    // Where too many rivals meet in the database, some are asked to come again.
    return statusCode === 503 ? send(at) : statusCode
  }
  const statuses = await Promise.all(Array.from({ length: 200 }, (_, at) => send(at)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(8)
  expect(new Set(statuses)).toEqual(new Set([200, 413]))
  expect(await storedOf(app)).toHaveLength(8)
  expect(await uploadsOf(app)).toEqual([])
  const refused = await ada.refusal(create, {}, {}, form('more', Buffer.alloc(MB / 4)))
  expect(refused).toMatchObject({ problem: 'file.too_much', message: expect.stringContaining('1 MB') })
})

test('one file may have 200 MB and no more, whether its sender says its length or not', async () => {
  const { app, ada } = await scene({ UPLOAD_FILE_MB: '1', IMPORT_FILE_MB: '1' })
  const most = await sendForm(ada, form('a.bin', Buffer.alloc(MB)))
  expect(most.size_bytes).toBe(MB)
  const more = await ada.refusal(create, {}, {}, form('b.bin', Buffer.alloc(MB + 1)))
  expect(more).toMatchObject({ status: 413, problem: 'upload.too_large' })
  expect(await uploadsOf(app)).toEqual([])
})

test('bytes of deleted people, and bytes that nobody knows, go with the hourly purge', async () => {
  const { app, ada, bob } = await scene()
  const { id } = await sendForm(ada, form('a.txt', 'of Ada'))
  await sendForm(bob, form('b.txt', 'of Bob'))
  await writeFile(join(app.folder, 'files', 'bytes', 'stray'), 'x')
  await app.base.db.deleteFrom('users').where('id', '=', bob.id).execute()

  await enqueue(app.base, purge, {})
  await app.runner.drain()
  expect(await storedOf(app)).toContain('stray')
  // Files have the time of the machine, not that of the test.
  app.pass(Date.now() - app.base.now().getTime() + 2 * HOUR_MS)
  await enqueue(app.base, purge, {})
  await app.runner.drain()
  expect(await storedOf(app)).toHaveLength(1)
  expect((await (await app.logIn('Ada')).send(read, { file_id: id })).body).toBe('of Ada')
})

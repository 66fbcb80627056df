import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { purge } from '../../account/user/purge.job.ts'
import type { Context } from '../../platform/context/context.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { discardUpload, requireUploadedFile, withLocalUpload } from './upload.service.ts'

const { begin, part, state } = api.upload
const DAY_MS = 24 * 60 * 60_000

const as = (app: TestApp, id: string) => ({ ...app.base, actor: { id } }) as unknown as Context

test('a file arrives in parts, each where the last one ended, and is there byte for byte', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bytes = Buffer.from('第一部分，第二部分')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { id, offset } = await ada.call(begin, { name: '文献.ris', size: bytes.length, sha256 })
  expect(offset).toBe(0)

  const half = await ada.call(part, { id, offset: 0 }, {}, bytes.subarray(0, 10))
  expect(half).toEqual({ id, name: '文献.ris', size: bytes.length, offset: 10, done: false })
  expect(await ada.call(state, { id })).toEqual(half)
  await expect(requireUploadedFile(as(app, ada.id), id)).rejects.toMatchObject({ id: 'upload.incomplete' })
  expect(await ada.call(part, { id, offset: 10 }, {}, bytes.subarray(10))).toMatchObject({ done: true })

  const file = await requireUploadedFile(as(app, ada.id), id)
  expect(await withLocalUpload(app.base, file.id, (path) => readFile(path))).toEqual(bytes)
  await discardUpload(app.base, id)
  expect(await ada.refusal(state, { id })).toMatchObject({ status: 404, problem: 'upload.not_found' })
  expect(await readdir(join(app.folder, 'uploads'))).toEqual([])
})

test('a part in the wrong place is refused with the right one', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id } = await ada.call(begin, { name: 'a.bib', size: 6 })
  await ada.call(part, { id, offset: 0 }, {}, Buffer.from('abc'))

  for (const offset of [0, 2, 4])
    expect(await ada.refusal(part, { id, offset }, {}, Buffer.from('def'))).toMatchObject({
      status: 409,
      problem: 'upload.wrong_offset',
      data: { offset: 3 },
    })
})

test('the same part many times at once counts once', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id } = await ada.call(begin, { name: 'a.bib', size: 100 })
  const sent = await Promise.all(
    Array.from({ length: 10 }, () => ada.send(part, { id, offset: 0 }, {}, Buffer.from('abcdef'))),
  )

  expect(sent.map((answer) => answer.statusCode).filter((status) => status === 200)).toHaveLength(1)
  expect(await ada.call(state, { id })).toMatchObject({ offset: 6 })
})

test('more bytes than announced, and other bytes than announced, are refused; the right ones can follow', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const sha256 = createHash('sha256').update('abc').digest('hex')
  const { id } = await ada.call(begin, { name: 'a.bib', size: 3, sha256 })

  expect(await ada.refusal(part, { id, offset: 0 }, {}, Buffer.from('abcd'))).toMatchObject({ status: 400 })
  await ada.call(part, { id, offset: 0 }, {}, Buffer.from('xb'))
  const wrong = await ada.refusal(part, { id, offset: 2 }, {}, Buffer.from('c'))
  expect(wrong).toMatchObject({ status: 400, data: { issues: [{ path: 'sha256' }] } })
  expect(await ada.call(state, { id })).toMatchObject({ offset: 0, done: false })
  expect(await ada.call(part, { id, offset: 0 }, {}, Buffer.from('abc'))).toMatchObject({ done: true })
})

test('an upload whose bytes were lost begins again', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id } = await ada.call(begin, { name: 'a.bib', size: 6 })
  await ada.call(part, { id, offset: 0 }, {}, Buffer.from('abc'))
  await app.base.providers.uploads.remove(id)

  expect(await ada.refusal(part, { id, offset: 3 }, {}, Buffer.from('def'))).toMatchObject({
    problem: 'upload.wrong_offset',
    data: { offset: 0 },
  })
  expect(await ada.call(part, { id, offset: 0 }, {}, Buffer.from('abcdef'))).toMatchObject({ done: true })
})

test('an upload lives for a day, then its bytes go too; so do bytes that belong to nobody', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const old = await ada.call(begin, { name: 'old.bib', size: 3 })
  await ada.call(part, { id: old.id, offset: 0 }, {}, Buffer.from('abc'))
  app.pass(DAY_MS - 1_000)
  expect(await ada.call(state, { id: old.id })).toMatchObject({ done: true })
  const young = await ada.call(begin, { name: 'young.bib', size: 3 })
  await ada.call(part, { id: young.id, offset: 0 }, {}, Buffer.from('abc'))
  await app.base.providers.uploads.write('stray', 0, Readable.from([Buffer.from('x')]))
  app.pass(2_000)

  expect(await ada.refusal(state, { id: old.id })).toMatchObject({ status: 404 })
  await enqueue(app.base, purge, {})
  await app.runner.drain()
  expect(await readdir(join(app.folder, 'uploads'))).toEqual([young.id])
})

test('a person has 200 uploads at once', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  for (let count = 0; count < 200; count += 1) await ada.call(begin, { name: `${count}.bib`, size: 1 })

  expect(await ada.refusal(begin, { name: 'more.bib', size: 1 })).toMatchObject({ status: 429 })
})

test('attack 15: a part for an upload of somebody else looks like one for none', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const { id } = await ada.call(begin, { name: 'a.bib', size: 3 })

  const foreign = await bob.refusal(part, { id, offset: 0 }, {}, Buffer.from('abc'))
  expect(foreign).toEqual(await bob.refusal(part, { id: 'none', offset: 0 }, {}, Buffer.from('abc')))
  await expect(requireUploadedFile(as(app, bob.id), id)).rejects.toMatchObject({ id: 'upload.not_found' })
})

test('attack 28: a file name is never a path, and shows what it is', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const nameOf = async (name: string) => (await ada.call(begin, { name, size: 1 })).name

  expect(await nameOf('../../etc/passwd')).toBe('passwd')
  expect(await nameOf('/etc/shadow')).toBe('shadow')
  expect(await nameOf('C:\\Users\\a\\论文.pdf')).toBe('论文.pdf')
  expect(await nameOf('..%2f..%2fa.pdf')).toBe('..%2f..%2fa.pdf')
  expect(await nameOf('a\u0000b\u202efdp.exe')).toBe('abfdp.exe')
  expect(await nameOf('..')).toBe('未命名')
  expect(await nameOf('a/\u200b')).toBe('未命名')
  const long = await nameOf(`${'长'.repeat(250)}.pdf`)
  expect([long.length, long.endsWith('长.pdf')]).toEqual([200, true])
  expect(await ada.refusal(begin, { name: 'x'.repeat(300), size: 1 })).toMatchObject({ status: 400 })
  const { id } = await ada.call(begin, { name: '../../up.bib', size: 1 })
  await ada.call(part, { id, offset: 0 }, {}, Buffer.from('x'))
  expect(await readdir(join(app.folder, 'uploads'))).toEqual([id])
})

import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { type Caller, testApp } from '../../testing/test-app.ts'

const { begin, part } = api.upload
const MB = 1024 * 1024
const DAY_MS = 24 * 60 * 60_000

async function operatorAndReader(env: Record<string, string> = {}) {
  const app = await testApp({ env })
  const operator = await app.signUp('Ada')
  return { app, operator, reader: await app.signUp('Bob') }
}

const announce = (person: Pick<Caller, 'refusal'>, size: number) =>
  person.refusal(begin, { name: 'a.pdf', size })

test('a file of more than 200 MB is refused with the limit named; an operator may send more', async () => {
  const { operator, reader } = await operatorAndReader()
  await reader.call(begin, { name: 'a.pdf', size: 200 * MB })

  const refused = await announce(reader, 200 * MB + 1)
  expect(refused).toMatchObject({ status: 413, problem: 'upload.too_large', data: { limit: '200 MB' } })
  expect(refused.message).toContain('200 MB')
  await operator.call(begin, { name: 'library.bib', size: 1_024 * MB })
  const tooMuch = await announce(operator, 1_024 * MB + 1)
  expect(tooMuch).toMatchObject({ status: 413, message: expect.stringContaining('1 GB') })
})

test('attack 36: of 200 announcements at once only those within the quota come through', async () => {
  const { reader } = await operatorAndReader({ UPLOAD_TOTAL_MB: '1000' })
  const sent = await Promise.all(
    Array.from({ length: 200 }, () => reader.send(begin, { name: 'a.pdf', size: 100 * MB })),
  )

  const statuses = sent.map((answer) => answer.statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(new Set(statuses)).toEqual(new Set([200, 413]))
  const refused = await announce(reader, 1)
  expect(refused).toMatchObject({ problem: 'upload.too_much', message: expect.stringContaining('1000 MB') })
})

test('attack 36: an ordinary account cannot announce 200 files of 1 GB', async () => {
  const { reader } = await operatorAndReader()
  for (let count = 0; count < 200; count += 1) expect((await announce(reader, 1_024 * MB)).status).toBe(413)
})

test('of 250 announcements at once 200 come through', async () => {
  const { reader } = await operatorAndReader()
  const sent = await Promise.all(
    Array.from({ length: 250 }, () => reader.send(begin, { name: 'a.pdf', size: 1 })),
  )

  expect(sent.filter((answer) => answer.statusCode === 200)).toHaveLength(200)
  const refused = await announce(reader, 1)
  expect(refused).toMatchObject({ status: 429, problem: 'upload.too_many', data: { limit: 200 } })
  expect(refused.message).toContain('200 个')
})

test('what one person has announced leaves room for another, and after a day for the same person', async () => {
  const { app, operator, reader } = await operatorAndReader({ UPLOAD_TOTAL_MB: '100' })
  await reader.call(begin, { name: 'a.pdf', size: 100 * MB })
  expect((await announce(reader, 1)).status).toBe(413)
  await operator.call(begin, { name: 'a.pdf', size: MB })

  app.pass(DAY_MS + 1_000)
  await reader.call(begin, { name: 'b.pdf', size: 100 * MB })
})

test('a file that would leave too little of the disk free is refused before a byte is sent', async () => {
  const free = { bytes: 1_000 * MB }
  const app = await testApp({
    env: { DISK_FREE_MB: '500' },
    providers: (made) => ({ uploads: { ...made.uploads, free: async () => free.bytes } }),
  })
  await app.signUp('Ada')
  const reader = await app.signUp('Bob')
  const { id } = await reader.call(begin, { name: 'a.pdf', size: 200 * MB })
  await reader.call(begin, { name: 'b.pdf', size: 200 * MB })

  const refused = await announce(reader, 150 * MB)
  expect(refused).toMatchObject({ status: 507, problem: 'disk.full' })
  expect(refused.message).toContain('磁盘已满')
  await reader.call(begin, { name: 'c.pdf', size: 50 * MB })
  free.bytes = 400 * MB
  const late = await reader.refusal(part, { id, offset: 0 }, {}, Buffer.from('abc'))
  expect(late).toMatchObject({ status: 507, problem: 'disk.full' })
  free.bytes = 1_000 * MB
  expect(await reader.call(part, { id, offset: 0 }, {}, Buffer.from('abc'))).toMatchObject({ offset: 3 })
})

test('a person imports at most 50 files in one request', async () => {
  const { operator } = await operatorAndReader()
  const upload_ids = Array.from({ length: 51 }, (_, index) => `upload-${index}`)

  const refused = await operator.refusal(api.library.startImport, { upload_ids })
  expect(refused).toMatchObject({ status: 400, data: { issues: [{ path: 'upload_ids' }] } })
  expect(JSON.stringify(refused.data)).toContain('50')
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/new-folder.ts'
import { type S3Trouble, s3Server } from '../../../testing/s3-server.ts'
import { scratchFolder } from '../scratch.ts'
import { addressOf, type S3Client, type S3Patience, s3Client } from './client.ts'
import { bytesOf } from './download.ts'
import { lost } from './fault.ts'
import { s3Store } from './s3-store.ts'
import { sha256Of, signedHeaders } from './signature.ts'

const PART = 1_000
const bytes = Buffer.from(Array.from({ length: 5 * PART }, (_, at) => (at * 7) % 256))
const away = { id: 'storage.unavailable', message: expect.stringContaining('文件存储') }
const failing: S3Trouble = { status: 503, code: 'SlowDown' }

async function scene() {
  const server = await s3Server()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const scratch = join(newFolder(), 'scratch')
  const open = (place = server.place, more: Partial<S3Patience> = {}) => {
    const limits = { wait_ms: 1, ...more }
    const client = s3Client({ place, folder: 'files', now: () => new Date(), log, patience: limits })
    return s3Store({ client, scratch: scratchFolder(scratch), part: PART })
  }
  return { server, lines, scratch, open, store: open() }
}

async function read(stream: Readable | undefined): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('an object lies in its bucket by path, or by the name of the host', () => {
  const place = { endpoint: 'https://oss.example.cn/s3/', bucket: 'lib', addressing: 'path' as const }
  expect(addressOf(place, '图 书/a+b').href).toBe('https://oss.example.cn/s3/lib/%E5%9B%BE%20%E4%B9%A6/a%2Bb')
  expect(addressOf(place, '', { uploads: '' }).href).toBe('https://oss.example.cn/s3/lib?uploads=')
  const byHost = { ...place, endpoint: 'https://oss.example.cn', addressing: 'host' as const }
  expect(addressOf(byHost, 'a').href).toBe('https://lib.oss.example.cn/a')
  expect(addressOf(byHost, '', { prefix: 'a/b' }).href).toBe('https://lib.oss.example.cn/?prefix=a%2Fb')
})

test('wrong keys, and a bucket that is not there, are told at once; no file is taken for missing', async () => {
  const { server, lines, open } = await scene()
  const stranger = open({ ...server.place, secret_key: 'guessed' })
  await expect(stranger.put('bytes/a', bytes)).rejects.toMatchObject({ ...away, status: 403 })
  expect(server.asked).toHaveLength(1)
  expect(server.names()).toEqual([])
  expect(lines.join()).toContain('SignatureDoesNotMatch')
  expect(lines.join()).not.toContain('guessed')

  const elsewhere = open({ ...server.place, bucket: 'another-one' })
  await expect(elsewhere.open('bytes/a')).rejects.toMatchObject({ ...away, status: 404 })
  await expect(elsewhere.put('bytes/a', bytes.subarray(0, 5))).rejects.toMatchObject({
    reason: 'NoSuchBucket',
  })
  await expect(elsewhere.list()).rejects.toMatchObject({ reason: 'NoSuchBucket' })
})

test('a body that is not the one that was signed is not stored', async () => {
  const { server } = await scene()
  const url = addressOf(server.place, 'a')
  const headers = signedHeaders(
    { method: 'PUT', url, headers: {}, sha256: sha256Of('mine') },
    server.place,
    new Date(),
  )
  const answer = await fetch(url, { method: 'PUT', headers, body: 'another' })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('SHA256Mismatch')])
  expect(server.objects.size).toBe(0)
})

test('what fails for a moment is asked for again', async () => {
  const { server, store, lines } = await scene()
  for (const trouble of [failing, 'cut', 'lost'] as const) {
    server.next('PUT', trouble, trouble)
    await store.put('bytes/a', bytes.subarray(0, 500))
    server.next('HEAD', failing)
    server.next('GET', failing)
    expect(await read((await store.open('bytes/a'))?.stream())).toEqual(bytes.subarray(0, 500))
    await store.remove('bytes/a')
  }
  expect(lines).toEqual([])
})

test('a store that stays away is told in Chinese, and leaves what was there', async () => {
  const { server, store, lines } = await scene()
  await store.put('bytes/a', bytes)
  await server.down()
  for (const ask of [
    () => store.put('bytes/a', Buffer.from('new')),
    () => store.open('bytes/a'),
    () => store.lend('bytes/a', async () => 1),
    () => store.remove('bytes/a'),
    () => store.list('bytes'),
    () => store.clean(new Date()),
  ])
    await expect(ask()).rejects.toMatchObject(away)
  expect(lines.join()).toContain('ECONNREFUSED')

  await server.up()
  expect(await read((await store.open('bytes/a'))?.stream())).toEqual(bytes)
})

test('a store that takes a request and says nothing is given up', async () => {
  const { server, open } = await scene()
  server.always(() => 'silence')
  const hasty = open(server.place, { tries: 1, answer_ms: 20 })
  await expect(hasty.put('bytes/a', Buffer.from('a'))).rejects.toMatchObject({
    ...away,
    reason: 'TimeoutError',
  })
  await expect(hasty.list()).rejects.toMatchObject({ ...away, reason: 'TimeoutError' })
})

test('bytes that break off are all there in the end', async () => {
  const { server, store } = await scene()
  await store.put('bytes/a', bytes)
  server.next('GET', 'cut', 'cut')
  expect(await read((await store.open('bytes/a'))?.stream())).toEqual(bytes)
  expect(server.asked.filter(({ method }) => method === 'GET')).toHaveLength(3)

  server.next('GET', 'cut')
  expect(await read((await store.open('bytes/a'))?.stream({ start: 10, end: 1_009 }))).toEqual(
    bytes.subarray(10, 1_010),
  )
  server.always(({ method }) => (method === 'GET' ? failing : undefined))
  await expect(read((await store.open('bytes/a'))?.stream())).rejects.toMatchObject(away)
})

/** An object of 10 bytes whose answers are so many of them, then the connection is lost. */
function cutting(...lengths: number[]) {
  const asked: (string | undefined)[] = []
  const object = Buffer.from('0123456789')
  async function* chunks(from: number, length: number): AsyncGenerator<Uint8Array> {
    if (length > 0) yield object.subarray(from, from + length)
    if (from + length < object.length) throw lost(new TypeError('terminated'))
  }
  const client: S3Client = {
    prefix: '',
    ask: () => Promise.reject(new Error('not asked')),
    read: async ({ headers }) => {
      asked.push(headers?.range)
      const from = Number(/=(\d+)-/.exec(headers?.range ?? '')?.[1] ?? 0)
      const status = headers?.range ? 206 : 200
      return { status, headers: new Headers(), chunks: chunks(from, lengths.shift() ?? 0) }
    },
  }
  const found = { name: 'a', size: 10, etag: '', sha256: sha256Of(object) }
  return { asked, stream: () => Readable.from(bytesOf(client, found)) }
}

test('bytes that break off go on where they were; what brings nothing again and again is given up', async () => {
  const { asked, stream } = cutting(4, 0, 3, 0, 0, 3)
  expect((await read(stream())).toString()).toBe('0123456789')
  expect(asked).toEqual([undefined, ...[4, 4, 7, 7, 7].map((from) => `bytes=${from}-9`)])
  const fruitless = cutting(4)
  await expect(read(fruitless.stream())).rejects.toMatchObject(away)
  expect(fruitless.asked).toHaveLength(4)
})

test('another object of the same name is not put behind the beginning of the first', async () => {
  const { server, store } = await scene()
  await store.put('bytes/a', bytes)
  const found = await store.open('bytes/a')
  await store.put('bytes/a', bytes.toReversed())
  await expect(read(found?.stream())).rejects.toMatchObject({ ...away, status: 412 })
  const gone = await store.open('bytes/a')
  await store.remove('bytes/a')
  await expect(read(gone?.stream())).rejects.toMatchObject({ reason: 'NoSuchKey' })
  expect(server.names()).toEqual([])
})

test('bytes that are not those that were stored are not delivered whole, nor lent', async () => {
  const { server, store, scratch } = await scene()
  await store.put('bytes/a', bytes)
  server.next('GET', 'damage', 'damage')
  let came = 0
  const reading = async () => {
    for await (const chunk of (await store.open('bytes/a'))?.stream() ?? []) came += chunk.length
  }
  await expect(reading()).rejects.toMatchObject({ id: 'storage.damaged' })
  expect(came).toBeLessThan(bytes.length)
  await expect(store.lend('bytes/a', async () => 'read')).rejects.toMatchObject({ id: 'storage.damaged' })
  expect(readdirSync(scratch)).toEqual([])
})

test('a large file goes in parts, each of them again where it fails', async () => {
  const { server, store } = await scene()
  server.next('PUT', 'cut', 'lost')
  await store.put('bytes/a', bytes)
  const parts = server.asked.filter(({ method }) => method === 'PUT').map(({ query }) => query.partNumber)
  expect(parts).toEqual(['1', '1', '1', '2', '3', '4', '5'])
  expect(await read((await store.open('bytes/a'))?.stream())).toEqual(bytes)
  expect(server.uploads.size).toBe(0)
})

test('a large file that cannot be sent leaves no part behind, and what was there', async () => {
  const { server, store } = await scene()
  await store.put('bytes/a', Buffer.from('before'))
  server.always(({ query }) => (query.partNumber === '3' ? failing : undefined))
  await expect(store.put('bytes/a', bytes)).rejects.toMatchObject(away)
  expect(server.uploads.size).toBe(0)
  expect((await read((await store.open('bytes/a'))?.stream())).toString()).toBe('before')
})

test('a whole that the store cannot put together is not taken for stored', async () => {
  const { server, store } = await scene()
  server.always((act) => {
    // As if the store had lost a part meanwhile.
    if (act.method === 'POST' && act.query.uploadId) server.uploads.get(act.query.uploadId)?.parts.delete(2)
    return undefined
  })
  await expect(store.put('bytes/a', bytes)).rejects.toMatchObject({ ...away, reason: 'InvalidPart' })
  expect(server.names()).toEqual([])
})

test('a whole whose answer was lost is known to be there', async () => {
  const { server, store } = await scene()
  server.always(({ method, query }) => {
    const isLast = method === 'POST' && query.uploadId !== undefined
    return isLast && server.objects.size === 0 ? 'lost' : undefined
  })
  await store.put('bytes/a', bytes)
  expect(await read((await store.open('bytes/a'))?.stream())).toEqual(bytes)
})

test('parts of a process that died go after a day, those of others stay', async () => {
  const { server, store, open } = await scene()
  const others = open({ ...server.place, prefix: 'of-others' })
  server.always(({ query, method }) =>
    query.partNumber === '2' || method === 'DELETE' ? failing : undefined,
  )
  for (let count = 0; count < 5; count += 1)
    await expect(store.put(`bytes/${count}`, bytes)).rejects.toMatchObject(away)
  await expect(others.put('bytes/a', bytes)).rejects.toMatchObject(away)
  server.always(() => undefined)
  expect(server.uploads.size).toBe(6)

  await store.clean(new Date(Date.now() - 60_000))
  expect(server.uploads.size).toBe(6)
  await store.clean(new Date(Date.now() + 60_000))
  expect([...server.uploads.values()].map(({ key }) => key)).toEqual(['of-others/files/bytes/a'])
})

test('what answers and is no S3 store is told', async () => {
  const { server, store } = await scene()
  server.always(() => ({ status: 200, code: 'Welcome' }))
  await expect(store.list()).rejects.toMatchObject({ ...away, reason: 'NotS3' })
})

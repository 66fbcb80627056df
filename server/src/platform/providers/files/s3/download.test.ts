import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import {
  readStream,
  s3Scene,
  sampleBytes,
  slowDownTrouble,
  unavailableFault,
} from '../../../../testing/s3-server.ts'
import type { S3Client } from './client.ts'
import { readObject } from './download.ts'
import { connectionFault } from './fault.ts'
import { sha256Hex } from './signature.ts'

test('bytes that break off are all there in the end', async () => {
  const { server, store } = await s3Scene()
  await store.put('bytes/a', sampleBytes)
  server.next('GET', 'cut', 'cut')
  expect(await readStream((await store.open('bytes/a'))?.stream())).toEqual(sampleBytes)
  expect(server.asked.filter(({ method }) => method === 'GET')).toHaveLength(3)

  server.next('GET', 'cut')
  expect(await readStream((await store.open('bytes/a'))?.stream({ start: 10, end: 1_009 }))).toEqual(
    sampleBytes.subarray(10, 1_010),
  )
  server.always(({ method }) => (method === 'GET' ? slowDownTrouble : undefined))
  await expect(readStream((await store.open('bytes/a'))?.stream())).rejects.toMatchObject(unavailableFault)
})

/** An object of 10 bytes whose answers are so many of them, then the connection is lost. */
function cutting(...lengths: number[]) {
  const asked: (string | undefined)[] = []
  const object = Buffer.from('0123456789')
  async function* chunks(from: number, length: number): AsyncGenerator<Uint8Array> {
    if (length > 0) yield object.subarray(from, from + length)
    if (from + length < object.length) throw connectionFault(new TypeError('terminated'))
  }
  const client: S3Client = {
    prefix: '',
    send: () => Promise.reject(new Error('not asked')),
    stream: async ({ headers }) => {
      asked.push(headers?.range)
      const from = Number(/=(\d+)-/.exec(headers?.range ?? '')?.[1] ?? 0)
      const status = headers?.range ? 206 : 200
      return { status, headers: new Headers(), chunks: chunks(from, lengths.shift() ?? 0) }
    },
  }
  const found = { name: 'a', size: 10, etag: '', sha256: sha256Hex(object) }
  return { asked, stream: () => Readable.from(readObject(client, found)) }
}

test('bytes that break off go on where they were; what brings nothing again and again is given up', async () => {
  const { asked, stream } = cutting(4, 0, 3, 0, 0, 3)
  expect((await readStream(stream())).toString()).toBe('0123456789')
  expect(asked).toEqual([undefined, ...[4, 4, 7, 7, 7].map((from) => `bytes=${from}-9`)])
  const fruitless = cutting(4)
  await expect(readStream(fruitless.stream())).rejects.toMatchObject(unavailableFault)
  expect(fruitless.asked).toHaveLength(4)
})

test('another object of the same name is not put behind the beginning of the first', async () => {
  const { server, store } = await s3Scene()
  await store.put('bytes/a', sampleBytes)
  const found = await store.open('bytes/a')
  await store.put('bytes/a', sampleBytes.toReversed())
  await expect(readStream(found?.stream())).rejects.toMatchObject({ ...unavailableFault, status: 412 })
  const gone = await store.open('bytes/a')
  await store.remove('bytes/a')
  await expect(readStream(gone?.stream())).rejects.toMatchObject({ reason: 'NoSuchKey' })
  expect(server.names()).toEqual([])
})

test('bytes that are not those that were stored are not delivered whole, nor lent', async () => {
  const { server, store, scratch } = await s3Scene()
  await store.put('bytes/a', sampleBytes)
  server.next('GET', 'damage', 'damage')
  let came = 0
  const reading = async () => {
    for await (const chunk of (await store.open('bytes/a'))?.stream() ?? []) came += chunk.length
  }
  await expect(reading()).rejects.toMatchObject({ id: 'storage.damaged' })
  expect(came).toBeLessThan(sampleBytes.length)
  await expect(store.withLocalFile('bytes/a', async () => 'read')).rejects.toMatchObject({
    id: 'storage.damaged',
  })
  expect(readdirSync(scratch)).toEqual([])
})

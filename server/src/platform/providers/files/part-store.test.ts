import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../../testing/new-folder.ts'
import { useS3Server } from '../../../testing/s3-server.ts'
import { createPartFolder } from './part-folder.ts'
import type { PartStore } from './part-port.ts'
import { createS3Client } from './s3/client.ts'
import { createS3PartStore } from './s3/s3-parts.ts'
import { createScratchFolder } from './scratch.ts'

const inFolder = async (): Promise<PartStore> => createPartFolder(join(newFolder(), 'uploads'))

async function inS3(): Promise<PartStore> {
  const { place } = await useS3Server()
  const log = pino({ level: 'silent' })
  const client = createS3Client({ location: place, folder: 'uploads', now: () => new Date(), log })
  return createS3PartStore({
    client,
    scratch: createScratchFolder(join(newFolder(), 'scratch')),
    part_bytes: 1_000,
  })
}

async function* chunks(bytes: Uint8Array, size = 300): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function* broken(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* chunks(bytes)
  throw new Error('the sender has gone')
}

async function read(stream: Readable): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of stream) all.push(chunk)
  return Buffer.concat(all)
}

const bytes = Buffer.from(Array.from({ length: 7_000 }, (_, at) => (at * 11) % 256))

describe.each([
  ['in a folder', inFolder],
  ['in S3', inS3],
])('parts %s', (_, newStore) => {
  test('parts of any length, each behind the other, are one file', async () => {
    const store = await newStore()
    let at = 0
    for (const length of [1, 999, 1_000, 2_500, 2_500]) {
      expect(await store.write('one', at, chunks(bytes.subarray(at, at + length)))).toBe(length)
      at += length
      expect(await store.size('one')).toBe(at)
    }
    await store.write('two', 0, chunks(bytes.subarray(0, 5)))

    expect(await read(store.read('one'))).toEqual(bytes)
    expect(await store.withLocalFile('one', (path) => readFile(path))).toEqual(bytes)
    expect((await store.names()).sort()).toEqual(['one', 'two'])
    await store.remove('one')
    expect([await store.size('one'), await store.names()]).toEqual([0, ['two']])
    expect(await store.free()).toBeGreaterThan(0)
  })

  test('what is not there has no bytes, is not lent, and can be removed', async () => {
    const store = await newStore()
    expect([await store.size('none'), await store.names()]).toEqual([0, []])
    expect(await store.withLocalFile('none', async () => 'lent')).toBeNull()
    await store.remove('none')
  })

  test('a part that broke off, or comes once more, is written over by the next try', async () => {
    const store = await newStore()
    await store.write('a', 0, chunks(bytes.subarray(0, 2_000)))
    const other = Buffer.alloc(3_000, 9)
    await expect(store.write('a', 2_000, broken(other))).rejects.toThrow('the sender has gone')
    await store.write('a', 2_000, chunks(bytes.subarray(2_000)))
    expect(await read(store.read('a'))).toEqual(bytes)

    await store.write('b', 0, chunks(Buffer.alloc(2_000, 9)))
    await store.write('b', 0, chunks(bytes.subarray(0, 2_000)))
    expect(await read(store.read('b'))).toEqual(bytes.subarray(0, 2_000))
  })

  test('a shorter part that comes late takes nothing away', async () => {
    const store = await newStore()
    await store.write('a', 0, chunks(bytes.subarray(0, 3_000)))
    await store.write('a', 3_000, chunks(bytes.subarray(3_000)))
    await store.write('a', 0, chunks(bytes.subarray(0, 700)))
    await store.write('a', 3_000, chunks(bytes.subarray(3_000, 3_100)))
    expect(await store.size('a')).toBe(bytes.length)
    expect(await read(store.read('a'))).toEqual(bytes)
  })
})

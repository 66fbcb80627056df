import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../../testing/new-folder.ts'
import { useS3Server } from '../../../testing/s3-server.ts'
import { createFolderStore } from './folder-store.ts'
import type { FileStore } from './port.ts'
import { createS3Client } from './s3/client.ts'
import { createS3Store } from './s3/s3-store.ts'
import { createScratchFolder } from './scratch.ts'

/** Bytes of S3 that travel in one go here. */
const PART = 1_000

const inFolder = async (): Promise<FileStore> => createFolderStore(join(newFolder(), 'files'))

async function inS3(): Promise<FileStore> {
  const { place } = await useS3Server()
  const client = createS3Client({
    location: place,
    folder: 'files',
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  })
  return createS3Store({
    client,
    scratch: createScratchFolder(join(newFolder(), 'scratch')),
    part_bytes: PART,
  })
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const whole = async (store: FileStore, name: string) => {
  const found = await store.open(name)
  return found && bytesOf(found.stream())
}

const bytesFrom = (size: number, first = 0) =>
  Buffer.from(Array.from({ length: size }, (_, at) => (first + at * 7) % 256))

async function fileWith(bytes: Uint8Array): Promise<string> {
  const path = join(newFolder(), '来 源.pdf')
  await writeFile(path, bytes)
  return path
}

const stores: [string, () => Promise<FileStore>][] = [
  ['in a folder', inFolder],
  ['in S3', inS3],
]

describe.each(stores)('bytes of files %s', (_, newStore) => {
  test('what was stored comes back byte for byte, whatever its size', async () => {
    const store = await newStore()
    for (const size of [0, 1, PART - 1, PART, PART + 1, 5 * PART, 5 * PART + 17]) {
      const bytes = bytesFrom(size)
      await store.put(`exports/put-${size}.zip`, bytes)
      await store.putFile(`bytes/adopted-${size}`, await fileWith(bytes))

      expect(await whole(store, `exports/put-${size}.zip`)).toEqual(bytes)
      expect(await whole(store, `bytes/adopted-${size}`)).toEqual(bytes)
      expect(await store.open(`bytes/adopted-${size}`)).toMatchObject({ size })
    }
  })

  test('the part of a file that is asked for comes, and nothing else', async () => {
    const store = await newStore()
    const bytes = bytesFrom(3 * PART)
    await store.put('bytes/a', bytes)
    const found = await store.open('bytes/a')

    for (const [start, end] of [
      [0, 0],
      [0, PART],
      [5, 2 * PART + 3],
      [3 * PART - 1, 3 * PART - 1],
      [0, 3 * PART - 1],
    ] as const)
      expect(await bytesOf((found as NonNullable<typeof found>).stream({ start, end }))).toEqual(
        bytes.subarray(start, end + 1),
      )
  })

  test('what is not there is not found, and can be removed', async () => {
    const store = await newStore()
    expect(await store.open('bytes/none')).toBeNull()
    expect(await store.withLocalFile('bytes/none', async () => 'lent')).toBeNull()
    await store.remove('bytes/none')
    expect(await store.list()).toEqual([])
    await expect(store.putFile('bytes/a', '/no/such/file')).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await store.open('bytes/a')).toBeNull()
  })

  test('a file that was taken over stays where it was, and one that is stored again is the new one', async () => {
    const store = await newStore()
    const path = await fileWith(bytesFrom(2 * PART))
    await store.putFile('bytes/a', path)
    expect(await readFile(path)).toEqual(bytesFrom(2 * PART))
    await store.putFile('bytes/a', await fileWith(bytesFrom(PART, 9)))
    expect(await whole(store, 'bytes/a')).toEqual(bytesFrom(PART, 9))
    await store.remove('bytes/a')
    expect(await store.open('bytes/a')).toBeNull()
  })
})

describe.each(stores)('files %s', (_, newStore) => {
  test('a file is built in any order, whole or not at all', async () => {
    const store = await newStore()
    await store.build('base-exports/a.zip', async (file) => {
      await file.write(Buffer.from('后来'), 0, 6, 2_000)
      await file.write(Buffer.alloc(2_000, 1), 0, 2_000, 0)
    })
    const built = Buffer.concat([Buffer.alloc(2_000, 1), Buffer.from('后来')])
    expect(await whole(store, 'base-exports/a.zip')).toEqual(built)

    const failing = store.build('base-exports/a.zip', async (file) => {
      await file.write(Buffer.from('half'))
      throw new Error('the base is gone')
    })
    await expect(failing).rejects.toThrow('the base is gone')
    expect(await whole(store, 'base-exports/a.zip')).toEqual(built)
    expect((await store.list()).map(({ name }) => name)).toEqual(['base-exports/a.zip'])
  })

  test('a file is lent to other processes for as long as it is used', async () => {
    const store = await newStore()
    await store.put('bytes/a', bytesFrom(3 * PART))
    const lent: string[] = []
    const size = await store.withLocalFile('bytes/a', async (path) => {
      lent.push(path)
      return (await readFile(path)).length
    })
    expect(size).toBe(3 * PART)
    const failing = store.withLocalFile('bytes/a', async (path) => {
      lent.push(path)
      throw new Error('not to be read')
    })
    await expect(failing).rejects.toThrow('not to be read')
    // Where it is lent for that time alone nothing of it stays.
    const stays = lent.every((path) => path.endsWith(join('bytes', 'a')))
    expect(lent.map((path) => existsSync(path))).toEqual([stays, stays])
    expect(await whole(store, 'bytes/a')).toEqual(bytesFrom(3 * PART))
  })

  test('everything is listed, by folder and all together, with when it came', async () => {
    const store = await newStore()
    const since = Date.now() - 60_000
    const names = Array.from({ length: 8 }, (_, at) => `bytes/${at}`)
    for (const name of [...names, 'exports/x.zip', 'bytes-of-others/y']) await store.put(name, bytesFrom(3))

    const listed = await store.list('bytes')
    expect(listed.map(({ name }) => name).sort()).toEqual(names)
    for (const { stored_at } of listed) expect(stored_at.getTime()).toBeGreaterThan(since)
    const all = (await store.list()).map(({ name }) => name).sort()
    expect(all).toEqual([...names, 'bytes-of-others/y', 'exports/x.zip'].sort())
    expect(await store.list('exports-of-others')).toEqual([])
  })

  test('names may have any signs', async () => {
    const store = await newStore()
    const names = ['exports/论文 (1)+&=%20.zip', "exports/a'b!*~.zip", 'exports/\u{20bb7}.zip']
    for (const name of names) await store.put(name, Buffer.from(name))
    for (const name of names) expect((await whole(store, name))?.toString()).toBe(name)
    expect((await store.list('exports')).map(({ name }) => name).sort()).toEqual(names.sort())
    await store.removeUnfinished(new Date())
    for (const name of names) await store.remove(name)
    expect(await store.list('exports')).toEqual([])
  })
})

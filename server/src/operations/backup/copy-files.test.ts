import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { api } from '@scinav/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFolderStore } from '../../platform/providers/files/folder-store.ts'
import type { FileStore } from '../../platform/providers/files/port.ts'
import { createS3Client } from '../../platform/providers/files/s3/client.ts'
import { createS3Store } from '../../platform/providers/files/s3/s3-store.ts'
import { sha256Hex } from '../../platform/providers/files/s3/signature.ts'
import { createScratchFolder } from '../../platform/providers/files/scratch.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { useS3Server } from '../../testing/s3-server.ts'
import { buildForm, type TestApp, testApp } from '../../testing/test-app.ts'
import { copyFiles } from './copy-files.ts'

const CLI = fileURLToPath(new URL('./copy-files-cli.ts', import.meta.url))

/** The command as a person runs it. */
function run(env: Record<string, string>, ...args: string[]) {
  const flags = ['--disable-warning=ExperimentalWarning', CLI, ...args]
  return promisify(execFile)(process.execPath, flags, { env: { ...process.env, CONFIG_FILE: '', ...env } })
}

async function sent(person: { call: TestApp['guest']['call'] }, name: string, text: string): Promise<string> {
  const form = buildForm([{ name, body: Buffer.from(text) }])
  return (await person.call(api.files.create, {}, {}, form)).id
}

test('the files of an installation go to S3 and back, as often as the command is run', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const texts = ['一', '二', '三'].map((text) => text.repeat(1_000))
  const ids: string[] = []
  for (const [at, text] of texts.entries()) ids.push(await sent(ada, `${at}.txt`, text))
  const store = await useS3Server()
  const env = { ...store.env, DATA_DIR: app.folder, DATABASE_URL: app.url ?? '' }

  expect((await run(env, 'to-s3')).stdout).toContain('复制了 3 个文件（0.0 MB），已校验；目标处已有 0 个')
  expect(store.names('bytes/')).toHaveLength(3)
  const again = await run(env, 'to-s3', '--check')
  expect(again.stdout).toContain('复制了 0 个文件（0.0 MB），已校验；目标处已有 3 个')
  expect(again.stdout).toContain('登记的文件全部在目标处')

  rmSync(join(app.folder, 'files'), { recursive: true })
  const outside = await testApp({ place: { folder: app.folder, url: app.url }, env: store.env })
  const there = await outside.logIn('Ada')
  for (const [at, file_id] of ids.entries())
    expect((await there.send(api.files.read, { file_id })).body).toBe(texts[at])
  const later = await sent(there, 'later.txt', '后来的')

  expect((await run(env, 'to-folder')).stdout).toContain('复制了 4 个文件')
  expect((await ada.send(api.files.read, { file_id: later })).body).toBe('后来的')
  expect((await ada.send(api.files.read, { file_id: ids[0] ?? '' })).body).toBe(texts[0])
})

test('without a store, with other words, and where the store is away, the command fails and says why', async () => {
  const DATA_DIR = newFolder()
  await expect(run({ DATA_DIR })).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('用法') })
  await expect(run({ DATA_DIR }, 'to-s3', '--all')).rejects.toMatchObject({ code: 1 })
  const unset = { FILES_URL: '', FILES_ENDPOINT: '', FILES_ACCESS_KEY: '', FILES_SECRET_KEY: '' }
  await expect(run({ DATA_DIR, ...unset }, 'to-s3')).rejects.toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('FILES_URL') },
  })
  const store = await useS3Server()
  await store.down()
  await expect(run({ DATA_DIR, ...store.env }, 'to-folder')).rejects.toMatchObject({
    ...{ code: 1, stderr: expect.stringMatching(/文件存储暂时连接不上[\s\S]*ECONNREFUSED/) },
  })
})

async function stores(count = 20) {
  const server = await useS3Server()
  const log = pino({ level: 'silent' })
  const timeouts = { wait_ms: 1 }
  const client = createS3Client({
    location: server.place,
    folder: 'files',
    now: () => new Date(),
    log,
    timeouts,
  })
  const s3 = createS3Store({
    client,
    scratch: createScratchFolder(join(newFolder(), 'scratch')),
    part_bytes: 1_000,
  })
  const root = newFolder()
  const folder = createFolderStore(root)
  const hashes = new Map<string, string>()
  for (let at = 0; at < count; at += 1) {
    const bytes = Buffer.alloc(100 + 200 * at, at)
    await folder.put(`bytes/${at}`, bytes)
    hashes.set(`bytes/${at}`, sha256Hex(bytes))
  }
  const copy = (from: FileStore, to: FileStore, check = false) =>
    copyFiles({ from, to, hashes, check, report: () => {} })
  return { server, s3, root, folder, hashes, copy }
}

test('what was interrupted goes on: no file that has arrived is sent again', async () => {
  const { server, s3, folder, copy } = await stores()
  let left = 12
  server.always(({ method }) => {
    if (method === 'PUT') left -= 1
    return method === 'PUT' && left < 0 ? { status: 503, code: 'SlowDown' } : undefined
  })
  await expect(copy(folder, s3)).rejects.toMatchObject({ id: 'storage.unavailable' })
  const arrived = server.names('bytes/')
  expect(arrived.length).toBeLessThan(20)

  server.always(() => undefined)
  server.asked.length = 0
  const { copied, existing, missing } = await copy(folder, s3)
  expect([copied + existing, missing]).toEqual([20, []])
  expect(existing).toBe(arrived.length)
  const sentAgain = server.asked
    .filter(({ method }) => method === 'PUT')
    .filter(({ key }) => arrived.map(server.keyOf).includes(key))
  expect(sentAgain).toEqual([])
  expect(server.names('bytes/')).toHaveLength(20)
})

test('what is damaged or missing at its place is named and not passed on', async () => {
  const { server, s3, root, folder, hashes, copy } = await stores(4)
  writeFileSync(join(root, 'bytes', '1'), Buffer.alloc(300, 9))
  writeFileSync(join(root, 'bytes', '2.part'), 'half')
  hashes.set('bytes/gone', sha256Hex('gone'))
  await folder.put('exports/a.zip', Buffer.from('nobody knows its hash'))

  const copied = await copy(folder, s3)
  expect(copied).toMatchObject({
    copied: 4,
    existing: 0,
    damaged: ['bytes/1'],
    missing: ['bytes/1', 'bytes/gone'],
  })
  expect(server.names()).toEqual(['bytes/0', 'bytes/2', 'bytes/3', 'exports/a.zip'])
})

test('files that are there already are compared byte for byte where that is wanted', async () => {
  const { s3, root, folder, copy } = await stores(3)
  await copy(folder, s3)
  await s3.put('bytes/1', Buffer.alloc(300, 9))
  expect(await copy(folder, s3)).toMatchObject({ copied: 0, existing: 3 })
  expect(await copy(folder, s3, true)).toMatchObject({ copied: 1, existing: 2, damaged: [] })

  writeFileSync(join(root, 'bytes', '2'), Buffer.alloc(500, 7))
  expect(await copy(s3, folder, true)).toMatchObject({ copied: 1, existing: 2, damaged: [] })
  expect(readFileSync(join(root, 'bytes', '2'))).toEqual(Buffer.alloc(500, 2))
})

test('a file that does not arrive as it was sent ends the copying', async () => {
  const { server, s3, folder, copy } = await stores(1)
  server.next('GET', 'damage')
  await expect(copy(folder, s3)).rejects.toMatchObject({ id: 'storage.damaged' })
  expect(await copy(folder, s3, true)).toMatchObject({ existing: 1 })
})

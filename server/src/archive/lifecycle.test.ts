import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { purge } from '../account/user/purge.job.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import {
  buildArchive,
  exportArchive,
  fileLine,
  importArchive,
  uploadArchive,
} from '../testing/base-archives.ts'
import { ingestionScene } from '../testing/ingestion-scene.ts'
import { projectScene } from '../testing/project-scene.ts'
import type { TestApp } from '../testing/test-app.ts'

const HOUR_MS = 60 * 60_000
const { exportFile } = api.baseArchive

const filesIn = (app: TestApp, folder: string) =>
  readdir(join(app.folder, 'files', folder)).catch(() => [] as string[])

async function purged(app: TestApp): Promise<void> {
  await enqueue(app.base, purge, {})
  await app.runner.drain()
}

test('asking twice joins the running export; another base is packed beside it', async () => {
  const { app, ada, dataset_id } = await ingestionScene()
  const { id: other } = await ada.call(api.datasets.create, { name: '另一个' })
  const start = async (id: string) => (await ada.call(api.baseArchive.export, { dataset_id: id })).job_id

  const first = await start(dataset_id)
  expect(await start(dataset_id)).toBe(first)
  expect(await start(other)).not.toBe(first)
  expect(await ada.refusal(exportFile, { job_id: first })).toMatchObject({ status: 404 })
  await app.runner.drain()
  expect((await ada.send(exportFile, { job_id: first })).headers['content-type']).toBe('application/zip')
})

test('an export is there for a day, and a newer one of the base takes its place', async () => {
  const { app, ada, dataset_id } = await ingestionScene()
  const { job_id: older } = await ada.call(api.baseArchive.export, { dataset_id })
  await app.runner.drain()
  const { job_id } = await ada.call(api.baseArchive.export, { dataset_id })
  await app.runner.drain()

  expect(await filesIn(app, 'base-exports')).toEqual([`${job_id}.zip`])
  expect(await ada.refusal(exportFile, { job_id: older })).toMatchObject({ status: 404 })
  app.pass(23 * HOUR_MS)
  await purged(app)
  expect((await ada.send(exportFile, { job_id })).statusCode).toBe(200)
  app.pass(2 * HOUR_MS)
  expect(await ada.refusal(exportFile, { job_id })).toMatchObject({ status: 404 })
  await purged(app)
  expect(await filesIn(app, 'base-exports')).toEqual([])
})

test('attack 12: an export is only for who asked for it, and only while they may read the base', async () => {
  const { app, owner, viewer, stranger, project_id } = await projectScene()
  const { id: dataset_id } = await owner.call(api.datasets.create, { name: '组的库', project_id })
  const { job_id } = await viewer.call(api.baseArchive.export, { dataset_id })
  await app.runner.drain()

  expect((await viewer.send(exportFile, { job_id })).statusCode).toBe(200)
  for (const person of [owner, stranger])
    expect(await person.refusal(exportFile, { job_id })).toMatchObject({ status: 404 })
  expect(await stranger.refusal(api.baseArchive.export, { dataset_id })).toMatchObject({ status: 404 })
  await owner.call(api.projects.removeMembers, { project_id, user_ids: [viewer.id] })
  expect(await viewer.refusal(exportFile, { job_id })).toMatchObject({ status: 404 })
})

test('an export that fails leaves no part of a file behind', async () => {
  const { app, ada, dataset_id, addOne } = await ingestionScene()
  await addOne('内容')
  const { open } = app.base.providers.files
  app.base.providers.files.open = async (name) => {
    const file = await open(name)
    return (
      file && {
        ...file,
        stream: () => {
          throw new Error('the disk is gone')
        },
      }
    )
  }
  await ada.call(api.baseArchive.export, { dataset_id })
  await app.runner.drain()
  expect(await filesIn(app, 'base-exports')).toEqual([])
})

test('files whose bytes were lost are told in the archive, and named when it comes in', async () => {
  const { app, ada, dataset_id, addOne } = await ingestionScene()
  await addOne('会丢失的内容', 'lost.txt')
  for (const name of await filesIn(app, 'bytes')) await app.base.providers.files.remove(`bytes/${name}`)

  const report = await importArchive(app, ada, await exportArchive(app, ada, dataset_id))

  expect(report.remarks).toEqual([{ name: 'lost.txt', reason: expect.stringContaining('找不到') }])
})

test('an import that was killed goes on where it was: nothing twice, nothing missing', async () => {
  const { app, ada, list } = await ingestionScene()
  const files = ['甲', '乙', '丙', '丁'].map((name) => fileLine(`${name}.txt`, `内容${name}`))
  const bytes = buildArchive({
    manifest: { folders: [{ key: 'f1', parent: null, name: '夹' }] },
    lines: files.map(({ line }) => ({ ...line, folders: ['f1'] })),
    parts: files.map(({ part }) => part),
  })
  const { job_id } = await ada.call(api.baseArchive.import, { upload_id: await uploadArchive(ada, bytes) })
  const { putFile } = app.base.providers.files
  let left = 2
  app.base.providers.files.putFile = async (name, from) => {
    left -= 1
    if (left < 0) throw new Error('killed')
    await putFile(name, from)
  }
  await app.runner.drain()
  expect(await ada.call(api.baseArchive.importState, { job_id })).toMatchObject({
    state: 'running',
    added: 2,
  })
  app.base.providers.files.putFile = putFile
  app.pass(HOUR_MS)
  await app.runner.drain()

  const report = await ada.call(api.baseArchive.importState, { job_id })
  expect(report).toMatchObject({ state: 'done', added: 4, joined: 0, failed: 0 })
  const documents = await list({ dataset_id: report.dataset_id })
  expect(documents.map(({ name }) => name).toSorted()).toEqual(['丁.txt', '丙.txt', '乙.txt', '甲.txt'])
  expect(new Set(documents.map(({ folder_id }) => folder_id)).size).toBe(1)
  expect(await filesIn(app, 'base-imports')).toEqual([])
})

test('one import at a time; a cancelled one says so and lets the next begin', async () => {
  const { app, ada } = await ingestionScene()
  const upload = () => uploadArchive(ada, buildArchive({}))
  const { job_id } = await ada.call(api.baseArchive.import, { upload_id: await upload() })
  const second = await upload()
  expect(await ada.refusal(api.baseArchive.import, { upload_id: second })).toMatchObject({
    status: 409,
    problem: 'archive.busy',
  })

  await ada.call(api.jobs.cancel, { job_id })
  await app.runner.drain()

  expect(await ada.call(api.baseArchive.importState, { job_id })).toMatchObject({ state: 'cancelled' })
  expect(await filesIn(app, 'base-imports')).toEqual([])
  await ada.call(api.baseArchive.import, { upload_id: second })
  await app.runner.drain()
})

test('a base that is deleted while it comes in ends its import', async () => {
  const { app, ada } = await ingestionScene()
  const files = ['甲', '乙'].map((name) => fileLine(`${name}.txt`, `内容${name}`))
  const bytes = buildArchive({ lines: files.map(({ line }) => line), parts: files.map(({ part }) => part) })
  const { job_id } = await ada.call(api.baseArchive.import, { upload_id: await uploadArchive(ada, bytes) })
  const { putFile } = app.base.providers.files
  app.base.providers.files.putFile = async (name, from) => {
    await app.base.db.updateTable('datasets').set({ deleted_at: '2026-03-02T08:00:00.000Z' }).execute()
    await putFile(name, from)
  }
  await app.runner.drain()

  expect(await ada.call(api.baseArchive.importState, { job_id })).toMatchObject({
    state: 'failed',
    error: '没有找到这个知识库或文献清单',
    added: 0,
  })
})

test('what was exported takes room from new files, and exports have a limit of their own', async () => {
  const { app, ada, dataset_id, addOne } = await ingestionScene({ env: { FILES_TOTAL_MB: '1' } })
  await addOne('内容')
  const other = await ada.call(api.datasets.create, { name: '另一个' })
  const room = async () =>
    (await ada.call(api.ingestion.check, { dataset_id, files: [{ size: 1 }] })).room.bytes
  const before = await room()
  await ada.call(api.baseArchive.export, { dataset_id: other.id })
  await app.runner.drain()
  expect(await room()).toBeLessThan(before)
  const kept = app.base.db.updateTable('base_exports').set({ size_bytes: 1024 * 1024 })
  await kept.where('dataset_id', '=', other.id).execute()
  expect(await ada.refusal(api.baseArchive.export, { dataset_id })).toMatchObject({
    problem: 'file.too_much',
  })
})

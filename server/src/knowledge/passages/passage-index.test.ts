import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/new-folder.ts'
import { addReadFile, recordDocumentChange } from '../../testing/read-files.ts'
import { testApp } from '../../testing/test-app.ts'
import { createPassageIndex } from './passage-index.ts'
import { scopeOfDatasets } from './scope.ts'

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '一' })
  const add = (passages: string[]) => addReadFile(app.base, { dataset_id, creator_id: ada.id, passages })
  const found = async (query: string, { current } = app.base.passages) => {
    const { hits } = await (await current()).search({
      query,
      size: 2_000,
      filters: { dataset_ids: [dataset_id] },
    })
    return hits.length
  }
  return { app, add, found }
}

const named = (count: number, word: string) =>
  Array.from({ length: count }, (_, number) => `${word} number ${number}`)

test('every passage is found, also of documents longer than a look, and none of those that go', async () => {
  const { app, add, found } = await scene()
  await add(named(1_000, 'zebra'))
  const { document_id } = await add(named(501, 'okapi'))
  await add(named(1, 'tapir'))
  expect([await found('zebra'), await found('okapi'), await found('tapir')]).toEqual([1_000, 501, 1])
  await recordDocumentChange(app.base, document_id, 1)
  expect([await found('zebra'), await found('okapi'), await found('tapir')]).toEqual([1_000, 0, 1])
  await recordDocumentChange(app.base, document_id)
  expect(await found('okapi')).toBe(501)
})

test('what another process has made ready is found at the next use', async () => {
  const { app, add, found } = await scene()
  const { db, log, now } = app.base
  await add(named(2, 'zebra'))
  const other = createPassageIndex({ db, log, now, folder: null, threads: 0, poll_ms: 1_000_000_000 })
  expect(await found('zebra', other)).toBe(2)
  await add(named(3, 'okapi'))
  expect(await found('okapi', other)).toBe(3)
  await other.close()
})

test('an index that is lost or damaged is built again from the database', async () => {
  const { app, add, found } = await scene()
  await add(named(3, 'zebra'))
  const folder = newFolder()
  const { db, log, now } = app.base
  const opened = () => createPassageIndex({ db, log, now, folder, threads: 0, poll_ms: 0 })
  const foundIn = async () => {
    const index = opened()
    const count = await found('zebra', index)
    await index.close()
    return count
  }
  expect(await foundIn()).toBe(3)
  expect(await foundIn()).toBe(3)
  writeFileSync(join(folder, 'manifest.json'), '{')
  expect(await foundIn()).toBe(3)
  rmSync(folder, { recursive: true })
  expect(await foundIn()).toBe(3)
})

test('nothing is looked for in what somebody else may read', async () => {
  const { app, add } = await scene()
  await add(named(1, 'zebra'))
  const bo = await app.signUp('Bob')
  const asBo = { ...app.base, actor: { id: bo.id, is_admin: false, organization: null, session_id: 's' } }
  expect(await scopeOfDatasets(asBo, null, { outside: false })).toBe(null)
})

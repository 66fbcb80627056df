import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { purge } from '../../account/user/purge.job.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { enqueue } from './queue.ts'

const DAY_MS = 24 * 60 * 60_000

/** A server that has purged before, with a knowledge base in the bin. */
async function withBin() {
  const app = await testApp()
  const bob = await app.signUp('Bob')
  const { id } = await bob.call(api.datasets.create, { name: '组会' })
  await bob.call(api.datasets.remove, { dataset_id: id })
  await purged(app)
  return { app, id }
}

async function purged(app: TestApp): Promise<void> {
  await enqueue(app.base, purge, {})
  await app.runner.drain()
}

async function isThere({ app, id }: { app: TestApp; id: string }): Promise<boolean> {
  const rows = await app.base.db.selectFrom('datasets').select('id').where('id', '=', id).execute()
  return rows.length === 1
}

test('a clock ten years ahead: nothing of the bin goes for good until it has gone on so for a day', async () => {
  const bin = await withBin()
  bin.app.pass(3_653 * DAY_MS)
  await purged(bin.app)
  expect(await isThere(bin)).toBe(true)

  bin.app.pass(DAY_MS / 24)
  await purged(bin.app)
  expect(await isThere(bin)).toBe(true)

  bin.app.pass(DAY_MS)
  await purged(bin.app)
  expect(await isThere(bin)).toBe(false)
})

test('a server that rested for half a year purges at once', async () => {
  const bin = await withBin()
  bin.app.pass(180 * DAY_MS)
  await purged(bin.app)
  expect(await isThere(bin)).toBe(false)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { coalesceRuns } from './disk-sync.ts'
import { migrate } from './migrate.ts'
import { waitUntilDurable } from './open.ts'
import type { Tables } from './schema.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'

/** A disk that takes as long as it is told. */
function slowDisk() {
  const waiting: { keep: () => void; fail: () => void }[] = []
  const run = () =>
    new Promise<void>((keep, reject) => {
      waiting.push({ keep, fail: () => reject(new Error('input/output error')) })
    })
  return { run, waiting }
}

const settled = async (promise: Promise<unknown>) => {
  const turn = new Promise<'waiting'>((resolve) => setImmediate(() => resolve('waiting')))
  return Promise.race([promise.then(() => 'done').catch(() => 'failed'), turn])
}

test('who asks while the disk is busy waits for a later run, one for all of them', async () => {
  const { run, waiting } = slowDisk()
  const synced = coalesceRuns(run)
  const [first, together] = [synced(), synced()]
  expect(await settled(first)).toBe('waiting')
  const [second, third] = [synced(), synced()]
  expect(waiting).toHaveLength(1)
  waiting[0]?.keep()
  expect([await settled(first), await settled(together), await settled(second)]).toEqual([
    'done',
    'done',
    'waiting',
  ])
  expect(waiting).toHaveLength(2)
  waiting[1]?.keep()
  expect([await settled(second), await settled(third)]).toEqual(['done', 'done'])
})

test('after the disk has failed nothing more is called kept', async () => {
  const { run, waiting } = slowDisk()
  const synced = coalesceRuns(run)
  const [first] = [synced()]
  expect(await settled(first)).toBe('waiting')
  const second = synced()
  waiting[0]?.fail()
  expect([await settled(first), await settled(second), await settled(synced())]).toEqual([
    'failed',
    'failed',
    'failed',
  ])
  expect(waiting).toHaveLength(1)
})

test('a write, alone or in a transaction, is told when it is on the disk; others can write and read meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-disk-'))
  const { run, waiting } = slowDisk()
  const walSync = { sync: run, close: async () => {} }
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(join(folder, 'scinav.db'), { walSync }) })
  onTestFinished(async () => {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  })
  const migrated = migrate(db as unknown as Kysely<never>, 'sqlite')
  await expect.poll(() => waiting.length).toBe(1)
  waiting.splice(0).forEach(({ keep }) => {
    keep()
  })
  await migrated

  const put = (key: string) => db.insertInto('installation').values({ key, value: '1' }).execute()
  const keys = async () =>
    (await db.selectFrom('installation').select('key').orderBy('key').execute()).map(({ key }) => key)
  const alone = put('a')
  const inTransaction = db
    .transaction()
    .execute((tx) => tx.insertInto('installation').values({ key: 'b', value: '1' }).execute())
  await expect.poll(() => waiting.length).toBe(2)
  expect([await settled(alone), await settled(inTransaction), await keys()]).toEqual([
    'waiting',
    'waiting',
    ['a', 'b'],
  ])
  waiting[0]?.keep()
  waiting[1]?.fail()
  expect([await settled(alone), await settled(inTransaction)]).toEqual(['done', 'failed'])

  const kept = waitUntilDurable(db)
  await expect.poll(() => waiting.length).toBe(3)
  expect(await settled(kept)).toBe('waiting')
  waiting[2]?.keep()
  expect(await settled(kept)).toBe('done')

  const reading = db.transaction().execute((tx) => tx.selectFrom('installation').select('key').execute())
  expect(await reading).toHaveLength(2)
})

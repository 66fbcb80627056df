import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../testing/fresh-database.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { describeFault } from '../foundation/fault.ts'
import { openDatabase } from './open.ts'
import type { Db } from './schema.ts'

/** A place without a database, of the kind under test. */
async function place() {
  const folder = newFolder()
  return { folder, url: process.env.TEST_DATABASE === 'postgres' ? await emptyPostgres() : undefined }
}

async function opened(at: Awaited<ReturnType<typeof place>>) {
  const database = await openDatabase(at)
  let isOpen = true
  const close = async () => {
    if (isOpen) await database.close()
    isOpen = false
  }
  onTestFinished(close)
  return { db: database.db, close }
}

const applied = async (db: Db) =>
  (await sql<{ name: string }>`select name from migrations order by name`.execute(db)).rows.map(
    (row) => row.name,
  )

test('a second start changes nothing, and what was written is still there', async () => {
  const at = await place()
  const first = await opened(at)
  const names = await applied(first.db)
  await first.db.insertInto('installation').values({ key: 'a', value: '1' }).execute()
  await first.close()

  const second = await opened(at)
  expect(await applied(second.db)).toEqual(names)
  expect(names.length).toBeGreaterThan(0)
  expect(await second.db.selectFrom('installation').selectAll().execute()).toEqual([{ key: 'a', value: '1' }])
})

test('a database of a newer version is refused in one sentence, and stays as it is', async () => {
  const at = await place()
  const first = await opened(at)
  await sql`insert into migrations (name) values ('9999-the-future')`.execute(first.db)
  await first.close()

  for (let count = 0; count < 2; count += 1) {
    const sentence = await openDatabase(at).catch(describeFault)
    expect(sentence).toBe('数据库由更新的版本建立（9999-the-future），请升级程序后再启动')
  }
})

test('of several processes that start on one PostgreSQL at once, one makes the schema', async () => {
  const at = await place()
  if (!at.url) return expect((await applied((await opened(at)).db)).length).toBeGreaterThan(0)
  const all = await Promise.all(Array.from({ length: 4 }, () => opened(at)))
  const names = await Promise.all(all.map(({ db }) => applied(db)))
  expect(new Set(names.map((list) => list.join())).size).toBe(1)
})

test('text sorts by its bytes, and lower() and comparisons agree, on both databases', async () => {
  const { db } = await opened(await place())
  const keys = ['b', 'B', 'a', 'Z', '_', '10', '9', 'é', '一', '丁', 'ab', 'a b', '🧪', '\uff21']
  await db
    .insertInto('installation')
    .values(keys.map((key) => ({ key, value: key })))
    .execute()
  const sorted = await db.selectFrom('installation').select('key').orderBy('key').execute()
  const byBytes = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect(sorted.map((row) => row.key)).toEqual(byBytes)

  const above = await db
    .selectFrom('installation')
    .select('key')
    .where('key', '>', 'a')
    .orderBy('key')
    .execute()
  expect(above.map((row) => row.key)).toEqual(byBytes.slice(byBytes.indexOf('a') + 1))
})

test('flags are 0 and 1, counts are numbers, on both databases', async () => {
  const { db } = await opened(await place())
  const now = '2026-03-02T08:00:00.000Z'
  const person = {
    nick_name: 'x',
    subject_codes: '[]',
    status: 'active',
    created_at: now,
    updated_at: now,
  } as const
  await db
    .insertInto('users')
    .values([
      { ...person, id: 'a', account: 'A', account_key: 'a', is_admin: 1 },
      { ...person, id: 'b', account: 'B', account_key: 'b', is_admin: 0 },
    ] as never)
    .execute()
  const flags = await db.selectFrom('users').select('is_admin').orderBy('id').execute()
  const count = await db
    .selectFrom('users')
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirst()

  expect(flags).toEqual([{ is_admin: 1 }, { is_admin: 0 }])
  expect(count).toEqual({ total: 2 })
})

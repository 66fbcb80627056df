import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { transact } from '../context/context.ts'
import { openSqlite } from './open.ts'
import { prepareRowQuery } from './prepared.ts'
import type { Db } from './schema.ts'

async function freshFile(): Promise<{ db: Db; file: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-dialect-'))
  const file = join(folder, 'scinav.db')
  const opened = await openSqlite(file)
  onTestFinished(async () => {
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { db: opened.db, file }
}

const put = (db: Db, key: string, value: unknown) =>
  db
    .insertInto('installation')
    .values({ key, value: value as string })
    .execute()

const read = async (db: Db, key: string) =>
  (await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst())?.value

test('a date, a boolean, an object, an array and undefined are refused by name, wherever they stand', async () => {
  const { db } = await freshFile()
  const odd = [new Date(0), true, { a: 1 }, ['a'], Symbol.iterator, undefined]
  for (const value of odd) {
    await expect(sql`select ${value}, 'b'`.execute(db)).rejects.toThrow(
      /^cannot bind \[object \w+\]: store text/,
    )
    await expect(sql`select 1 where 'a' = ${value}`.execute(db)).rejects.toThrow(/^cannot bind/)
  }
})

test('text, numbers, large integers, bytes and null come back as they were', async () => {
  const { db } = await freshFile()
  const bytes = Uint8Array.from([0, 255, 7])
  const { rows } = await sql`select ${'文'} as text, ${0.1} as number, ${2n ** 53n - 1n} as large,
    ${bytes} as bytes, ${null} as empty`.execute(db)

  expect(rows).toEqual([{ text: '文', number: 0.1, large: 2 ** 53 - 1, bytes, empty: null }])
})

test('a statement is prepared once and gives every caller their own rows', async () => {
  const { db } = await freshFile()
  for (let count = 0; count < 600; count += 1) await put(db, `key-${count}`, `${count}`)
  const keys = Array.from({ length: 600 }, (_, count) => `key-${count}`)
  const values = await Promise.all(keys.map((key) => read(db, key)))
  expect(values).toEqual(keys.map((key) => key.slice(4)))

  // More different statements than are kept: the oldest are prepared again.
  for (let count = 0; count < 1_100; count += 1) {
    const { rows } = await sql`select ${sql.lit(count % 550)} as number`.execute(db)
    expect(rows).toEqual([{ number: count % 550 }])
  }
})

test('a commit that fails rolls back, and neither its rows nor its lock stay', async () => {
  const { db } = await freshFile()
  const broken = transact({ db }, async (ctx) => {
    await sql`pragma defer_foreign_keys = on`.execute(ctx.db)
    await put(ctx.db, 'a', '1')
    await sql`insert into user_settings values ('nobody', 'key', 'type', '1', 'now')`.execute(ctx.db)
  })
  // Queued behind it: must neither run inside of it nor be rolled back with it.
  const next = transact({ db }, (ctx) => put(ctx.db, 'b', '2'))

  await expect(broken).rejects.toThrow('FOREIGN KEY constraint failed')
  await next
  expect([await read(db, 'a'), await read(db, 'b')]).toEqual([undefined, '2'])
})

test('a database that runs full in the middle says so, and goes on when there is room', async () => {
  const { db } = await freshFile()
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 5)}`.execute(db)
  const filling = transact({ db }, async (ctx) => {
    await put(ctx.db, 'small', '1')
    await put(ctx.db, 'large', 'x'.repeat(100_000))
  })
  await expect(filling).rejects.toThrow('database or disk is full')
  expect(await read(db, 'small')).toBeUndefined()

  await sql`pragma max_page_count = 100000`.execute(db)
  await transact({ db }, (ctx) => put(ctx.db, 'large', 'x'.repeat(100_000)))
  expect((await read(db, 'large'))?.length).toBe(100_000)
})

test('a file that another program holds answers busy, and goes on when it is free', async () => {
  const { db, file } = await freshFile()
  await sql`pragma busy_timeout = 50`.execute(db)
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  await expect(transact({ db }, (ctx) => put(ctx.db, 'a', '1'))).rejects.toThrow('服务器正忙')
  expect(await read(db, 'a')).toBeUndefined()
  other.exec('rollback')
  other.close()

  await transact({ db }, (ctx) => put(ctx.db, 'a', '1'))
  expect(await read(db, 'a')).toBe('1')
})

test('a long result is paged: streaming from node:sqlite would block', async () => {
  const { db } = await freshFile()
  const stream = db.selectFrom('installation').selectAll().stream()
  await expect(stream.next()).rejects.toThrow('Page through large results')
})

test('a kept row is the last commit: after writes, inside and outside transactions, and after a rollback', async () => {
  const { db } = await freshFile()
  let builds = 0
  const find = prepareRowQuery((db, key: string) => {
    builds += 1
    return db.selectFrom('installation').select('value').where('key', '=', key)
  })
  const value = async (from: Db) => (await find(from, 'a'))?.value
  expect(await value(db)).toBeUndefined()
  await put(db, 'a', '1')
  expect([await value(db), await value(db)]).toEqual(['1', '1'])

  await transact({ db }, async (inner) => {
    await inner.db.updateTable('installation').set({ value: '2' }).execute()
    expect(await value(inner.db)).toBe('2')
    expect(await value(db)).toBe('1')
  })
  expect(await value(db)).toBe('2')

  const undone = transact({ db }, async (inner) => {
    await inner.db.deleteFrom('installation').execute()
    expect(await value(inner.db)).toBeUndefined()
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await value(db)).toBe('2')
  await sql`delete from installation`.execute(db)
  expect(await value(db)).toBeUndefined()
  expect(builds).toBe(1)
})

test('a row kept from one file is not given for another', async () => {
  const [one, two] = [await freshFile(), await freshFile()]
  const find = prepareRowQuery((db, key: string) =>
    db.selectFrom('installation').select('value').where('key', '=', key),
  )
  await put(one.db, 'a', '1')
  await put(two.db, 'a', '2')
  expect([(await find(one.db, 'a'))?.value, (await find(two.db, 'a'))?.value]).toEqual(['1', '2'])
})

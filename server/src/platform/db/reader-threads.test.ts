import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { transact } from '../context/context.ts'
import { openSqlite } from './open.ts'
import { openReaderThreads, type ReaderThreads, readsBulkTable } from './reader-threads.ts'
import type { Db } from './schema.ts'
import { openHandle } from './sqlite-handle.ts'

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-readers-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const CACHE_KIB = 1_024

const execute = promisify(execFile)

function fresh(): { file: string; readers: ReaderThreads; exec: (sql: string) => void } {
  const file = join(freshFolder(), 'scinav.db')
  const writer = openHandle(file, CACHE_KIB)
  const readers = openReaderThreads(file, CACHE_KIB)
  onTestFinished(async () => {
    await readers.close()
    writer.close()
  })
  return { file, readers, exec: writer.exec }
}

/** Counts so far that the thread is busy while others have their turn. */
const LONG =
  'with recursive c (n) as (select 1 union all select n + 1 from c where n < 1500000) select max(n) as n from c'

const select = (readers: ReaderThreads, text: string, ...parameters: unknown[]) =>
  readers.run({ sql: text, parameters }).then(({ rows }) => rows)

test('every kind of value goes and comes back as it was', async () => {
  const { readers } = fresh()
  const bytes = Uint8Array.from([0, 255, 7])
  const rows = await select(readers, 'select ? as a, ? as b, ? as c, ? as d', '文 𠮷', 0.1, bytes, null)
  expect(rows).toEqual([{ a: '文 𠮷', b: 0.1, c: bytes, d: null }])
})

test('what was committed before the call is seen, by each of the threads', async () => {
  const { readers, exec } = fresh()
  exec('create table t (n)')
  const long = select(readers, LONG)
  for (let n = 1; n <= 20; n += 1) {
    exec(`insert into t values (${n})`)
    expect(await select(readers, 'select count(*) as n from t')).toEqual([{ n }])
  }
  await long
  expect(await select(readers, 'select count(*) as n from t')).toEqual([{ n: 20 }])
})

test('a long read holds up neither the thread that asked nor a second read', async () => {
  const { readers } = fresh()
  const order: string[] = []
  const long = select(readers, LONG).then(() => order.push('long'))
  await new Promise((resolve) => setImmediate(resolve))
  order.push('turn')
  await select(readers, 'select 1').then(() => order.push('second'))
  await long
  expect(order).toEqual(['turn', 'second', 'long'])
})

test('a fault of SQLite keeps its code, and the next statement is answered', async () => {
  const { readers } = fresh()
  await expect(select(readers, 'select a from missing')).rejects.toMatchObject({
    message: 'no such table: missing',
    code: 'ERR_SQLITE_ERROR',
    errcode: 1,
  })
  await expect(select(readers, 'select ?', true)).rejects.toThrow('cannot bind [object Boolean]')
  expect(await select(readers, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('a thread that cannot open the file says why, and another is tried the next time', async () => {
  const folder = join(freshFolder(), 'later')
  const readers = openReaderThreads(join(folder, 'scinav.db'), CACHE_KIB)
  onTestFinished(() => readers.close())
  await expect(select(readers, 'select 1 as n')).rejects.toThrow('unable to open database file')
  mkdirSync(folder)
  expect(await select(readers, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('closing waits for what was asked; nothing is read afterwards', async () => {
  const { readers } = fresh()
  const asked = [select(readers, LONG), select(readers, 'select 2 as n'), select(readers, 'select 3 as n')]
  await readers.close()
  expect(await Promise.all(asked)).toEqual([[{ n: 1_500_000 }], [{ n: 2 }], [{ n: 3 }]])
  await expect(select(readers, 'select 1')).rejects.toThrow('the database is closed')
})

/** What a program prints that reads one file, and how it ended. */
async function program(body: string): Promise<string> {
  const folder = freshFolder()
  const lines = [
    `import { openReaderThreads } from ${JSON.stringify(new URL('./reader-threads.ts', import.meta.url))}`,
    `const readers = openReaderThreads(${JSON.stringify(join(folder, 'scinav.db'))}, ${CACHE_KIB})`,
    `const read = () => readers.run({ sql: ${JSON.stringify(LONG)}, parameters: [] })`,
    body,
    "console.log('end')",
  ]
  writeFileSync(join(folder, 'program.mjs'), lines.join('\n'))
  const { stdout } = await execute(process.execPath, [join(folder, 'program.mjs')])
  return stdout
}

test('a program waits for what it asked and for the file to be closed, and for nothing else', async () => {
  expect(await program('void read(); await readers.close()')).toBe('end\n')
  expect(await program('await read()')).toBe('end\n')
})

test('in bulk are papers, texts and histories; accounts and settings are not', () => {
  expect(readsBulkTable('select "record" from "papers" where "seq" in (?)')).toBe(true)
  expect(readsBulkTable('select * from "documents" inner join "parse_blocks" on true')).toBe(true)
  expect(readsBulkTable('select * from "users" where "id" = ?')).toBe(false)
  expect(readsBulkTable('select "papers_seen" from "user_settings"')).toBe(false)
})

test('a database that reads aside sees its own writes, and inside a transaction what is not committed yet', async () => {
  const file = join(freshFolder(), 'scinav.db')
  const { db, close } = await openSqlite(file, { has_reader_threads: true })
  onTestFinished(close)
  const count = async (from: Db) => (await from.selectFrom('found_works').select('key').execute()).length
  const put = (to: Db, key: string) =>
    to.insertInto('found_works').values({ key, work: '{}', found_at: 'now' }).execute()

  expect(await count(db)).toBe(0)
  await put(db, 'a')
  expect(await count(db)).toBe(1)
  await transact({ db }, async (ctx) => {
    await put(ctx.db, 'b')
    expect([await count(ctx.db), await count(db)]).toEqual([2, 1])
  })
  expect(await count(db)).toBe(2)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { prepareListQuery } from './prepared.ts'

test('a query by a list is compiled for few lengths, and answers for lists of any length', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-prepared-'))
  const { db, close } = await freshDatabase(folder)
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  })
  const rows = Array.from({ length: 1_300 }, (_, at) => ({
    key: `key-${at}`,
    value: at % 2 ? 'odd' : 'even',
  }))
  for (const from of [0, 500, 1_000])
    await db
      .insertInto('installation')
      .values(rows.slice(from, from + 500))
      .execute()
  let builds = 0
  const find = prepareListQuery((db, keys: string[], value: string) => {
    builds += 1
    return db
      .selectFrom('installation')
      .select('key')
      .where('key', 'in', keys)
      .where('value', '=', value)
      .orderBy('key')
  })
  const found = async (keys: string[]) => (await find(db, keys, 'odd')).map(({ key }) => key)

  expect(await found([])).toEqual([])
  expect(await found(['key-1'])).toEqual(['key-1'])
  expect(await found(['key-1', 'key-1', 'key-2', 'nobody', 'key-3'])).toEqual(['key-1', 'key-3'])
  expect(await found(['key-5', 'key-7'])).toEqual(['key-5', 'key-7'])
  expect((await found(rows.map(({ key }) => key))).length).toBe(650)
  expect(builds).toBe(3)
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { readCounters, readLast } from './work.store.ts'

test('the last numbers of a library are known', async () => {
  const { base } = await testApp()
  const before = await readCounters(base.db)
  await addPapers(base, ['One paper', 'Another paper'])

  expect(await readCounters(base.db)).toEqual({ seq: before.seq + 2, change: expect.any(Number) })
})

if (process.env.TEST_DATABASE === 'sqlite')
  test('the last numbers of a library are found without reading its papers', async () => {
    const { base } = await testApp()
    for (const column of ['seq', 'change'] as const) {
      const compiled = readLast(base.db, column).compile()
      const { rows } = await sql<{
        detail: string
      }>`explain query plan ${sql.raw(compiled.sql.replace('?', '1'))}`.execute(base.db)

      expect(rows.map(({ detail }) => detail).join()).toMatch(/using covering index/i)
    }
  })

import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { Db } from '../../platform/db/schema.ts'
import { testApp } from '../../testing/test-app.ts'
import { storeWorks } from './store-works.ts'

const papers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const number = from + index
    return {
      ...blankWork(`On the ${number}th of many things`, 1),
      basic_sourcename: `Letters ${number % 5}`,
      doi: `10.1000/${number}`,
      // Each cites the papers before it.
      reference_ids: [1, 2, 3].map((back) => `doi:10.1000/${number - back}`),
    }
  })

/** Counts what is asked of a database. */
function counting(db: Db) {
  const seen = { count: 0 }
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      seen.count += 1
      return result
    },
  })
  return { db: counted, seen }
}

test('a batch ten times as large needs hardly more statements', async () => {
  const { base } = await testApp()
  const { db, seen } = counting(base.db)
  const statementsFor = async (from: number, count: number) => {
    seen.count = 0
    await storeWorks({ ...base, db }, papers(from, count), { source: 'test' })
    return seen.count
  }
  const few = await statementsFor(0, 40)
  const many = await statementsFor(100, 400)

  expect(few).toBeGreaterThan(5)
  expect(many).toBeLessThan(few + 6)
})

test('papers that are cited by papers of their own and of later batches are counted', async () => {
  const { base } = await testApp()
  await storeWorks(base, papers(0, 10), { source: 'test' })
  await storeWorks(base, papers(10, 10), { source: 'test' })
  const rows = await base.db.selectFrom('papers').select(['doi', 'cited_by_count']).orderBy('seq').execute()
  const cited = new Map(rows.map(({ doi, cited_by_count }) => [doi, Number(cited_by_count)]))

  expect([0, 8, 9, 16, 19].map((number) => cited.get(`10.1000/${number}`))).toEqual([3, 3, 3, 3, 0])
})

import { api, type InputOf, type Work } from '@scinav/contract'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { JobContext } from '../../platform/jobs/index.ts'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { learnTerms } from './learn-terms.job.ts'

const HOUR_MS = 60 * 60_000
const paired = (chinese: string, english: string): Partial<Work>[] =>
  Array.from({ length: 3 }, (_, at) => ({
    title: `第${'一二三'[at]}篇`,
    language: 'zh',
    keywords: [chinese, english],
  }))
const ENGLISH = 'On the zither of the south'
const CHINESE = '南国的伽倻琴'

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const search = (query: string, more: InputOf<typeof api.papers.search> = {}) =>
    ada.call(api.papers.search, { query, ...more })
  const titles = async (query: string, more: InputOf<typeof api.papers.search> = {}) =>
    (await search(query, more)).list.map(({ title }) => title)
  const learned = () => app.base.db.selectFrom('learned_terms').selectAll().execute()
  /** The next hour's work. */
  const learn = async () => {
    app.pass(HOUR_MS)
    await app.runner.drain()
  }
  return { app, search, titles, learned, learn }
}

test('a term that only the library itself translates finds papers of the other language, and says so', async () => {
  const { app, search, titles, learn } = await scene()
  await addPapers(app.base, [...paired('伽倻琴', 'zither'), { title: ENGLISH, language: 'en' }, CHINESE])
  expect(await titles('伽倻琴')).not.toContain(ENGLISH)
  await learn()

  const { list, parsed_query } = await search('伽倻琴')
  expect(list.map(({ title }) => title)).toContain(ENGLISH)
  expect(parsed_query.expansions).toEqual([{ from: '伽倻琴', to: ['zither'] }])
  expect(await titles('zithers')).toContain(CHINESE)
  expect(await titles('伽倻琴', { expand: false })).not.toContain(ENGLISH)
  expect(await titles('"伽倻琴"')).not.toContain(ENGLISH)
})

test('what is learned of a term of our own list follows what the list says', async () => {
  const { app, search, learn } = await scene()
  await addPapers(app.base, paired('语料库', 'text treasury'))
  const own = (await search('语料库')).parsed_query.expansions
  await learn()
  expect((await search('语料库')).parsed_query.expansions).toEqual(
    own.map(({ from, to }) => ({ from, to: [...to, 'text treasury'] })),
  )
  expect(own[0]?.to.length).toBeGreaterThan(0)
})

test('terms follow the library: those of papers that are gone are gone', async () => {
  const { app, titles, learned, learn } = await scene()
  const ids = await addPapers(app.base, [...paired('伽倻琴', 'zither'), { title: ENGLISH, language: 'en' }])
  await learn()
  expect(await learned()).toEqual([{ chinese: '伽倻琴', english: 'zither', papers: 3 }])

  const deleted_at = app.base.now().toISOString()
  await app.base.db.updateTable('papers').set({ deleted_at }).where('id', 'in', ids.slice(0, 3)).execute()
  await addPapers(app.base, paired('马头琴', 'horse fiddle'))
  await learn()
  expect(await learned()).toEqual([{ chinese: '马头琴', english: 'horse fiddle', papers: 3 }])
  expect(await titles('伽倻琴')).not.toContain(ENGLISH)
})

test('a library in which nothing changed is not read again', async () => {
  const { app, learned, learn } = await scene()
  await addPapers(app.base, paired('伽倻琴', 'zither'))
  await learn()
  await app.base.db.updateTable('learned_terms').set({ english: 'kept' }).execute()
  await learn()
  expect(await learned()).toMatchObject([{ english: 'kept' }])
  await addPapers(app.base, [ENGLISH])
  await learn()
  expect(await learned()).toMatchObject([{ english: 'zither' }])
})

test('what another process learned counts within a minute', async () => {
  const { app, titles } = await scene()
  await addPapers(app.base, [{ title: ENGLISH, language: 'en' }])
  expect(await titles('伽倻琴')).toEqual([])
  await app.base.db
    .insertInto('learned_terms')
    .values({ chinese: '伽倻琴', english: 'zither', papers: 3 })
    .execute()
  await app.base.db.insertInto('installation').values({ key: 'learned_terms', value: '7' }).execute()
  app.pass(60_000)
  expect(await titles('伽倻琴')).toEqual([ENGLISH])
})

test('papers are read few at a time: what the system has let go of comes from the disk', async () => {
  const { app } = await scene()
  await addPapers(
    app.base,
    Array.from({ length: 40 }, (_, at) => `南国第${at}篇`),
  )
  let most = 0
  const counts: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      most = Math.max(most, result.rows.length)
      return result
    },
  }
  const db = app.base.db.withPlugin(counts)
  const job = { signal: new AbortController().signal }
  await learnTerms.run({ ...app.base, db, job } as unknown as JobContext, {})
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(10)
})

test('what an interrupted run has read is not read again, and what it learned counts', async () => {
  const { app, learned } = await scene()
  await addPapers(app.base, paired('伽倻琴', 'zither'))
  await addPapers(
    app.base,
    Array.from({ length: 600 }, (_, at) => `Paper number ${at}`),
  )
  await addPapers(app.base, paired('马头琴', 'horse fiddle'))
  let read = 0
  const stop = new AbortController()
  const counts = (most: number): KyselyPlugin => ({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read += result.rows.filter((row) => 'record' in row).length
      if (read >= most) stop.abort(new Error('stopped'))
      return result
    },
  })
  const run = (most: number, signal: AbortSignal) => {
    const db = app.base.db.withPlugin(counts(most))
    return learnTerms.run({ ...app.base, db, job: { signal } } as unknown as JobContext, {})
  }
  await expect(run(450, stop.signal)).rejects.toThrow()
  read = 0
  await run(Number.POSITIVE_INFINITY, new AbortController().signal)

  expect(read).toBeLessThan(300)
  expect((await learned()).map(({ chinese }) => chinese).toSorted()).toEqual(['伽倻琴', '马头琴'])
})

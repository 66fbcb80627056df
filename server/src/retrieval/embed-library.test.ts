import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { getLibraryEmbeddingModel } from '../models/registry/model-choice.ts'
import { createContext } from '../testing/answers.ts'
import { addPapers } from '../testing/papers.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { testApp } from '../testing/test-app.ts'
import { findNearestPassages } from './vector.ts'

const TEN_MINUTES = 10 * 60_000
const papers = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    title: `Paper ${from + at}`,
    abstract: `Subject${from + at} is described.`,
  }))

async function scene() {
  const model = await scriptedModel()
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const configure = () =>
    ada.call(api.models.save, { name: '向量', kind: 'embedding', base_url: model.url, model: 'bge-m3' })
  const ctx = createContext(app, ada.id)
  /** Texts that were sent to the model, in all. */
  const sent = () => model.requests.flatMap(({ body }) => (body as { input?: string[] }).input ?? [])
  const kept = async () => {
    const rows = await app.base.db.selectFrom('passage_vectors').select('passage_id').execute()
    return rows.map(({ passage_id }) => passage_id)
  }
  const work = async () => {
    app.pass(TEN_MINUTES)
    await app.runner.drain()
  }
  const find = async (question: string) => {
    const embedding = await getLibraryEmbeddingModel(ctx)
    if (!embedding) throw new Error('no model')
    const asked = { forms: [question], scope: null, most: 3 }
    return findNearestPassages(ctx, embedding, asked, new AbortController().signal)
  }
  return { app, configure, sent, kept, work, find }
}

test('without an embedding model nothing is made; with one the whole library follows, once', async () => {
  const { app, configure, kept, sent, work } = await scene()
  await addPapers(app.base, papers(0, 70))
  await work()
  expect(await kept()).toEqual([])

  await configure()
  await work()
  expect((await kept()).length).toBe(70)
  expect(sent().length).toBe(70)
  await work()
  expect(sent().length).toBe(70)
})

test('papers that were written together all get vectors, more than are read at once too', async () => {
  const { app, configure, kept, sent, work } = await scene()
  await addPapers(app.base, papers(0, 150), { change: 5 })
  await configure()
  await work()
  expect((await kept()).length).toBe(150)
  expect(new Set(sent()).size).toBe(150)
})

test('new and changed papers follow, deleted ones leave', async () => {
  const { app, configure, kept, sent, work } = await scene()
  await configure()
  const [first = '', second = ''] = await addPapers(app.base, papers(0, 3))
  await work()
  const [added] = await addPapers(app.base, papers(3, 1))
  const next = { change: 1_000_000 }
  const { record } = await app.base.db
    .selectFrom('papers')
    .select('record')
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  const changed = JSON.stringify({ ...JSON.parse(record), abstract: 'Something else is described.' })
  await app.base.db
    .updateTable('papers')
    .set({ record: changed, ...next })
    .where('id', '=', first)
    .execute()
  const deleted_at = app.base.now().toISOString()
  await app.base.db
    .updateTable('papers')
    .set({ deleted_at, change: 1_000_001 })
    .where('id', '=', second)
    .execute()
  await work()
  expect(sent().slice(3).toSorted()).toEqual([
    'Paper 0\nSomething else is described.',
    'Paper 3\nSubject3 is described.',
  ])
  const ids = await kept()
  expect(ids).toHaveLength(3)
  expect(ids.some((id) => id.startsWith(second))).toBe(false)
  expect(ids.some((id) => id.startsWith(added ?? ''))).toBe(true)
})

test('a paper that is only a title is sent as that', async () => {
  const { app, configure, sent, work } = await scene()
  await configure()
  await addPapers(app.base, [{ title: 'Tea houses', abstract: '' }])
  await work()
  expect(sent()).toEqual(['Tea houses'])
})

test('a failing model leaves what was made, and the next try goes on there', async () => {
  const { app, configure, kept, sent, work } = await scene()
  await configure()
  await addPapers(app.base, papers(0, 100))
  let asked = 0
  const { embedding } = app.base.providers.models
  app.base.providers.models.embedding = (place) => {
    const real = embedding(place)
    return {
      ...real,
      embed: async (texts, signal) => {
        asked += 1
        if (asked === 3) throw new Error('down')
        return real.embed(texts, signal)
      },
    }
  }
  await work()
  expect((await kept()).length).toBe(64)
  await work()
  expect((await kept()).length).toBe(100)
  expect(sent().length).toBe(100)
  expect(asked).toBe(5)
})

test('vectors made later are found by the next question, deleted papers are not', async () => {
  const { app, configure, work, find } = await scene()
  await configure()
  const [first = ''] = await addPapers(app.base, papers(0, 3))
  await work()
  expect((await find('Subject0'))[0]?.paper_id).toBe(first)
  const [late = ''] = await addPapers(app.base, papers(7, 1))
  await work()
  expect((await find('Subject7'))[0]?.paper_id).toBe(late)
  const deleted_at = app.base.now().toISOString()
  await app.base.db.updateTable('papers').set({ deleted_at }).where('id', '=', first).execute()
  expect((await find('Subject0')).map(({ paper_id }) => paper_id)).not.toContain(first)
})

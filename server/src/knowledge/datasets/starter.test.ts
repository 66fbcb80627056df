import { api } from '@scinav/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { starterPapersQuery } from './starter.store.ts'
import { ensureStarterDatasets } from './starter.ts'

const { datasets } = api

async function starterLibrary({ base }: TestApp) {
  const works = [
    { title: 'Attention', subject_codes: ['0812', '07'] },
    { title: 'AI', subject_codes: ['1405'] },
    { title: 'Relativity', subject_codes: ['0702'] },
    { title: 'Steel', subject_codes: ['0806'] },
    { title: '史记', subject_codes: ['0602'] },
    { title: 'Without discipline', subject_codes: [] },
  ]
  await addPapers(base, works, { is_starter: 1 })
  await addPapers(base, [{ title: 'Imported', subject_codes: ['0812'] }])
}

const names = ['人工智能与计算机', '自然科学、工程与医学', '人文与社会科学']

test('the starter library becomes three public knowledge bases, by discipline', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  await starterLibrary(app)
  await Promise.all([ensureStarterDatasets(app.base), ensureStarterDatasets(app.base)])
  const { aiDataset } = await bob.call(datasets.all, {})

  expect(aiDataset.map((each) => each.name)).toEqual(names)
  expect(aiDataset.map((each) => each.document_count)).toEqual([2, 2, 2])
  expect(aiDataset[0]).toMatchObject({ kind: 'ai', visibility: 'public', owner_id: ada.id, my_role: 4 })
  const [first] = aiDataset
  const page = { dataset_id: first?.id ?? '', current_page: 1, page_size: 10, sort: 'title' as const }
  expect((await bob.call(datasets.documents, page)).list.map((each) => each.name)).toEqual([
    'AI',
    'Attention',
  ])
})

test('they wait for the first operator, and come without a restart', async () => {
  const app = await testApp()
  await starterLibrary(app)
  await ensureStarterDatasets(app.base)
  const ada = await app.signUp('Ada')
  await app.runner.drain()

  expect((await ada.call(datasets.all, {})).aiDataset.map((each) => each.name)).toEqual(names)
})

test('a knowledge base that the operator deleted does not come back', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await starterLibrary(app)
  await ensureStarterDatasets(app.base)
  const [first] = (await ada.call(datasets.all, {})).aiDataset
  await ada.call(datasets.remove, { dataset_id: first?.id ?? '' })
  await ensureStarterDatasets(app.base)

  expect((await ada.call(datasets.all, {})).aiDataset.map((each) => each.name)).toEqual(names.slice(1))
})

test('an operator who comes before the starter library was read sees no empty ones', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await app.runner.drain()
  expect((await ada.call(datasets.all, {})).aiDataset).toEqual([])

  await starterLibrary(app)
  await ensureStarterDatasets(app.base)
  expect((await ada.call(datasets.all, {})).aiDataset).toHaveLength(3)
})

if (process.env.TEST_DATABASE === 'sqlite')
  test('the starter library is found among a million papers without reading all of them', async () => {
    const { base } = await testApp()
    const { rows } = await sql<{
      detail: string
    }>`explain query plan ${sql.raw(starterPapersQuery(base.db).compile().sql)}`.execute(base.db)

    expect(rows.map(({ detail }) => detail).join()).toMatch(/using index papers_starter/i)
  })

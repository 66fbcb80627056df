import { api, blankWork, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { storeWorks } from '../../library/import/store-works.ts'
import { testApp } from '../../testing/test-app.ts'

const people = (...names: string[]) =>
  names.map((name) => ({ name, role: 'author' as const, affiliations: [] }))

async function library(works: (Partial<Work> & { title: string })[]) {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await storeWorks(
    app.base,
    works.map((some) => ({ ...blankWork(some.title, 1), ...some })),
    { source: 'test' },
  )
  const rows = await app.base.db.selectFrom('papers').select(['id', 'title']).execute()
  const idOf = (title: string) => rows.find((row) => row.title === title)?.id ?? ''
  return { app, ada, idOf }
}

const CITING = [
  {
    title: 'Origin',
    doi: '10.1000/o',
    publish_date: '2015',
    reference_ids: ['doi:10.1000/OLD', 'doi:10.1000/absent'],
  },
  { title: 'Old', doi: '10.1000/old', publish_date: '2001' },
  { title: 'Young', publish_date: '2020', reference_ids: ['doi:10.1000/o'] },
  { title: 'Younger', publish_date: '2022', reference_ids: ['doi:10.1000/o', 'doi:10.1000/old'] },
  { title: 'Apart', publish_date: '2022' },
]

test('a paper names what it cites and what cites it, newest first', async () => {
  const { ada, idOf } = await library(CITING)
  const paper_id = idOf('Origin')
  const references = await ada.call(api.papers.references, { paper_id })
  const citing = await ada.call(api.papers.citedBy, { paper_id })

  expect(references).toMatchObject({ total: 1, all: 2, list: [{ title: 'Old' }] })
  expect(citing).toMatchObject({ total: 2, list: [{ title: 'Younger' }, { title: 'Young' }] })
  const second = await ada.call(api.papers.citedBy, { paper_id, page_num: 2, page_size: 1 })
  expect(second).toMatchObject({ total: 2, list: [{ title: 'Young' }] })
  for (const call of [api.papers.references, api.papers.citedBy])
    expect(await ada.refusal(call, { paper_id: 'nobody' })).toMatchObject({ problem: 'paper.not_found' })
})

const ALIKE = [
  {
    title: 'Graph neural networks for traffic forecasting',
    keywords: ['Graph neural networks', 'traffic'],
    creators: people('Ann Lee', 'Bo Chen'),
    doi: '10.1000/origin',
    publish_date: '2021',
    reference_ids: ['doi:10.1000/root'],
  },
  {
    title: 'Traffic forecasting with graph neural networks: a survey',
    keywords: ['graph  neural networks', 'survey'],
    creators: people('Cy Diaz'),
    publish_date: '2022',
  },
  { title: 'A cookbook of pasta', creators: people('Lee, Ann'), publish_date: '2019' },
  { title: 'Spectral roots', doi: '10.1000/root', creators: people('Ed Fox'), publish_date: '2010' },
  {
    title: 'Urban planning today',
    creators: people('Gil Hu'),
    publish_date: '2023',
    reference_ids: ['doi:10.1000/origin'],
  },
  { title: 'Medieval trade', creators: people('Ida Jo'), publish_date: '2023' },
]

test('papers like one paper come with what they truly share', async () => {
  const { ada, idOf } = await library(ALIKE)
  const list = await ada.call(api.papers.related, { paper_id: idOf(ALIKE[0]?.title ?? '') })

  expect(list.map(({ title }) => title).slice(0, 1)).toEqual([ALIKE[1]?.title])
  expect(list.map(({ title }) => title).toSorted()).toEqual(
    [ALIKE[1], ALIKE[2], ALIKE[3], ALIKE[4]].map((each) => each?.title ?? '').toSorted(),
  )
  const reasonOf = (title: string) => list.find((each) => each.title.startsWith(title))?.reason
  const none = { shared_keywords: [], shared_authors: [], cites: false, cited_by: false, similarity: 0 }
  expect(reasonOf('Traffic')).toMatchObject({
    ...none,
    shared_keywords: ['graph  neural networks'],
    similarity: expect.any(Number),
  })
  expect(reasonOf('Traffic')?.similarity).toBeGreaterThan(0.3)
  expect(reasonOf('Traffic')?.similarity).toBeLessThanOrEqual(1)
  expect(reasonOf('A cookbook')).toEqual({ ...none, shared_authors: ['Lee, Ann'] })
  expect(reasonOf('Spectral')).toEqual({ ...none, cited_by: true })
  expect(reasonOf('Urban')).toEqual({ ...none, cites: true })
})

test('neither the paper nor its other versions are like it', async () => {
  const one = { title: 'Deep residual learning', creators: people('Kai He'), publish_date: '2015' }
  const { app, ada } = await library([
    { ...one, doi: '10.1000/a', resource_type: 9 },
    { ...one, doi: '10.1000/b', resource_type: 5 },
    { ...one, title: 'Deep residual learning revisited', doi: '10.1000/c' },
  ])
  const rows = await app.base.db.selectFrom('papers').select(['id', 'doi']).execute()
  const paper_id = rows.find(({ doi }) => doi === '10.1000/a')?.id ?? ''
  const list = await ada.call(api.papers.related, { paper_id })

  expect(list.map(({ title }) => title)).toEqual(['Deep residual learning revisited'])
  expect(await ada.refusal(api.papers.related, { paper_id: 'nobody' })).toMatchObject({ status: 404 })
})

test('two papers that cite the same works are alike', async () => {
  const reference_ids = Array.from({ length: 6 }, (_, index) => `doi:10.1000/${index}`)
  const { ada, idOf } = await library([
    { title: 'Alpha', reference_ids, creators: people('A B') },
    { title: 'Omega', reference_ids, creators: people('C D') },
    { title: 'Sigma', reference_ids: reference_ids.slice(0, 1), creators: people('E F') },
  ])
  const list = await ada.call(api.papers.related, { paper_id: idOf('Alpha') })

  expect(list.map(({ title }) => title)).toEqual(['Omega', 'Sigma'])
})

import { api, authorNames } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { findPapersByIds } from './papers.ts'

const paper = api.papers.byIds.output.shape.list.element
const nobody = { actor: null }

test('papers come in the asked order, each once, in the shape of the contract', async () => {
  const { base } = await testApp()
  const [first = '', second = ''] = await addPapers(base, [
    {
      title: '关于注意力的研究',
      language: 'zh',
      publish_date: '2024-05',
      doi: '10.1000/1',
      citation_count: 12,
    },
    'Attention',
  ])
  const list = await findPapersByIds({ ...base, ...nobody }, [second, 'nobody', first, second])

  expect(list.map((each) => each.id)).toEqual([second, first])
  for (const each of list) expect(paper.parse(each)).toEqual(each)
  expect(list[1]).toMatchObject({
    title: '关于注意力的研究',
    publish_date: '2024-05',
    doi: '10.1000/1',
    citation_count: 12,
    engine: 'local',
    is_starter: false,
    status_notice: null,
    viewed: false,
    dataset_ids: [],
  })
})

test('a deleted paper is not shown', async () => {
  const { base } = await testApp()
  const ids = await addPapers(base, ['Gone'], { deleted_at: '2026-01-01T00:00:00.000Z' })

  expect(await findPapersByIds({ ...base, ...nobody }, ids)).toEqual([])
})

test('a name is shown in Chinese characters where the work is Chinese', () => {
  const creators = [
    { name: 'Wang Wei', name_zh: '王伟', role: 'author', affiliations: [] },
    { name: 'Li Na', name_zh: '李娜', role: 'corresponding', affiliations: [] },
    { name: 'Editor', role: 'editor', affiliations: [] },
  ] as const
  const some = {
    creators: [...creators].map((creator) => ({ ...creator, affiliations: [] })),
    title: 'A title',
  }

  expect(authorNames({ ...some, language: 'zh' })).toEqual(['王伟', '李娜'])
  expect(authorNames({ ...some, language: 'en' })).toEqual(['Wang Wei', 'Li Na'])
  expect(authorNames({ ...some, language: null })).toEqual(['Wang Wei', 'Li Na'])
  expect(authorNames({ ...some, language: null, title: '题目' })).toEqual(['王伟', '李娜'])
  expect(authorNames({ ...some, creators: some.creators.slice(2), language: 'en' })).toEqual(['Editor'])
})

test('a preprint and its article name each other', async () => {
  const { base } = await testApp()
  const [preprint = '', article = ''] = await addPapers(
    base,
    [
      { title: 'Deep residual learning', resource_type: 9, publish_date: '2015-12' },
      { title: 'Deep Residual Learning', resource_type: 5, publish_date: '2016-06-27' },
    ],
    { work_id: 'w1' },
  )
  const [one, two] = await findPapersByIds({ ...base, ...nobody }, [preprint, article])

  expect(one?.versions).toEqual([
    { id: article, title: 'Deep Residual Learning', publish_date: '2016-06-27', label: '会议' },
  ])
  expect(two?.versions).toEqual([
    { id: preprint, title: 'Deep residual learning', publish_date: '2015-12', label: '预印本' },
  ])
})

test('a rank is shown with the latest year of its list, every value once', async () => {
  const { base } = await testApp()
  const row = { title_key: 'j', issn: null, journal_id: 'j1', title: 'J', top: 0, created_at: 'x' } as const
  const ranks = [
    { ...row, list: 'CAS', year: 2024, category: 'a', value: '2' },
    { ...row, list: 'CAS', year: 2025, category: 'a', value: '1' },
    { ...row, list: 'CAS', year: 2025, category: 'b', value: '1' },
    { ...row, list: 'CAS', year: 2025, category: 'c', value: '3' },
    { ...row, list: 'CSSCI', year: 2023, category: '', value: '来源' },
    { ...row, list: 'EI', year: 2025, category: '', value: '1', journal_id: 'other' },
  ]
  await base.db.insertInto('journal_ranks').values(ranks).execute()
  const ids = await addPapers(base, ['In the journal'], { journal_id: 'j1' })

  expect((await findPapersByIds({ ...base, ...nobody }, ids))[0]?.ranks).toEqual([
    { list: 'CAS', year: 2025, value: '1' },
    { list: 'CAS', year: 2025, value: '3' },
    { list: 'CSSCI', year: 2023, value: '来源' },
  ])
})

test('a list of papers may be longer than a statement takes', async () => {
  const { base } = await testApp()
  const ids = await addPapers(
    base,
    Array.from({ length: 1_200 }, (_, index) => `Paper ${index}`),
  )

  expect((await findPapersByIds({ ...base, ...nobody }, ids)).map((each) => each.id)).toEqual(ids)
})

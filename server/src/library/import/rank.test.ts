import { api, blankWork, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { refreshJournalFigures } from './journal-figures.ts'
import { storeWorks } from './store-works.ts'

const article = (title: string, basic_sourcename: string, more: Partial<Work> = {}): Work => ({
  ...blankWork(title, 1),
  basic_sourcename,
  publish_date: '2024',
  ...more,
})

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const keep = async (...works: Work[]) => {
    await storeWorks(app.base, works, { source: 'test' })
    await refreshJournalFigures(app.base, 0)
  }
  await keep(
    article('Alpha', '计算机学报', { issn: '0254-4164' }),
    article('Beta', 'Computational Linguistics', { issn: '0891-2017' }),
    { ...article('Gamma', 'ACL'), resource_type: 5 },
    article('Delta', 'Journal of Nothing'),
  )
  const ranked = async (rank: string) => {
    const { list } = await ada.call(api.papers.search, { filters: { rank: [rank] } })
    return list.map(({ title }) => title).toSorted()
  }
  const rankFacet = async () => (await ada.call(api.papers.search, {})).facets?.rank.list
  return { app, ada, keep, ranked, rankFacet }
}

test('a rank list marks its journals in results, filters and facets', async () => {
  const { ada, ranked, rankFacet } = await scene()
  const csv =
    '\uFEFF刊名,ISSN,大类,分区,Top\r\n计算机学报,,计算机科学,1区,是\r\nComp. Ling.,08912017,计算机科学,二区,否\r\n'
  const done = await ada.call(api.library.importRanks, { list: 'CAS', year: 2025, csv })

  expect(done).toMatchObject({ list: 'CAS', year: 2025, rows: 2, matched: 2, faults: [] })
  expect(await ranked('CAS')).toEqual(['Alpha', 'Beta'])
  expect(await ranked('CAS:2025:1')).toEqual(['Alpha'])
  expect(await ranked('CAS:2025:2')).toEqual(['Beta'])
  expect(await ranked('CAS:2024')).toEqual([])
  expect(await rankFacet()).toEqual([
    { value: 'CAS:2025', label: 'CAS 2025', count: 2 },
    { value: 'CAS:2025:1', label: 'CAS 2025 1', count: 1 },
    { value: 'CAS:2025:2', label: 'CAS 2025 2', count: 1 },
  ])
  const { list } = await ada.call(api.papers.search, { query: 'Alpha' })
  expect(list[0]?.ranks).toEqual([{ list: 'CAS', year: 2025, value: '1' }])
})

test('conferences of a list are marked like journals', async () => {
  const { ada, ranked } = await scene()
  await ada.call(api.library.importRanks, {
    list: 'CCF',
    year: 2022,
    csv: 'name;category;level\nACL;人工智能;A类',
  })

  expect(await ranked('CCF:2022:A')).toEqual(['Gamma'])
  expect((await ada.call(api.papers.search, { query: 'Gamma' })).list[0]?.ranks).toEqual([
    { list: 'CCF', year: 2022, value: 'A' },
  ])
})

test('a journal that comes after its rank list is marked too', async () => {
  const { ada, keep, ranked } = await scene()
  const csv = 'title,issn\nLate Letters,\n别名,1000-9825\n'
  expect(await ada.call(api.library.importRanks, { list: 'EI', year: 2025, csv })).toMatchObject({
    rows: 2,
    matched: 0,
  })
  await keep(article('Epsilon', 'Late Letters'), article('Zeta', '软件学报', { issn: '1000-9825' }))

  expect(await ranked('EI:2025')).toEqual(['Epsilon', 'Zeta'])
  expect(await ada.call(api.library.ranks, {})).toMatchObject([{ list: 'EI', rows: 2, matched: 2 }])
  const { list } = await ada.call(api.papers.search, { query: 'Zeta' })
  expect(list[0]?.ranks).toEqual([{ list: 'EI', year: 2025, value: '收录' }])
})

test('importing a year again replaces it, removing it takes its marks away', async () => {
  const { ada, ranked } = await scene()
  const load = (year: number, csv: string) => ada.call(api.library.importRanks, { list: 'CSSCI', year, csv })
  await load(2024, 'title\n计算机学报')
  await load(2025, 'title\n计算机学报')
  await load(2025, 'title,value\nComputational Linguistics,扩展版')

  expect(await ranked('CSSCI:2025')).toEqual(['Beta'])
  expect(await ranked('CSSCI:2025:扩展版')).toEqual(['Beta'])
  expect(await ranked('CSSCI:2024')).toEqual(['Alpha'])
  await ada.call(api.library.removeRanks, { list: 'CSSCI', year: 2025 })
  expect(await ranked('CSSCI')).toEqual(['Alpha'])
  expect(await ada.call(api.library.ranks, {})).toMatchObject([{ list: 'CSSCI', year: 2024, rows: 1 }])
})

test('rows that cannot be read are named with line and reason, the others are kept', async () => {
  const { ada } = await scene()
  const csv = [
    'Journal title,ISSN,Category,JIF Quartile',
    '计算机学报,0254-4164,CS,Q1',
    '"Two, with comma",,CS,Q5',
    ',1234-5678,CS,Q1',
    ',,CS,Q1',
    '',
    '计算机学报,,CS,Q2',
    '计算机学报,,Other,Q2',
  ].join('\n')
  const { rows, faults } = await ada.call(api.library.importRanks, { list: 'JCR', year: 2025, csv })

  expect(rows).toBe(2)
  expect(faults.map(({ line, reason }) => [line, reason])).toEqual([
    [3, '分区应为 Q1–Q4'],
    [4, 'ISSN 的校验码不对，又没有刊名'],
    [5, '没有刊名，也没有 ISSN'],
    [7, '与第 2 行重复'],
  ])
  for (const bad of ['a,b\n1,2', 'title', 'title,quartile\nX,9', ' '])
    expect(await ada.refusal(api.library.importRanks, { list: 'JCR', year: 2025, csv: bad })).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'csv' }] },
    })
})

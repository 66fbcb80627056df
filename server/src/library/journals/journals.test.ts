import { api, blankWork, type InputOf, type JournalClass, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { refreshJournalFigures } from '../import/journal-figures.ts'
import { storeWorks } from '../import/store-works.ts'

let made = 0
const article = (basic_sourcename: string, more: Partial<Work> = {}): Work => {
  made += 1
  return { ...blankWork(`Paper ${made}`, 1), basic_sourcename, publish_date: '2024', ...more }
}

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const works = [
    article('计算机学报', { issn: '0254-4164', citation_count: 4, subject_codes: ['0812'] }),
    article('计算机学报', { citation_count: 8, publish_date: '2023' }),
    article('计算机学报', { citation_count: 0, publish_date: '2023' }),
    article('Annals of Chemistry', { issn: '1234-5679', citation_count: 90 }),
    article('Annals of Chemistry', { subject_codes: ['0703', '0812'] }),
    article('Annals of Chemistry', { subject_codes: ['0703'] }),
    article('北京大学学报'),
    article('安徽农业科学', { clc_codes: ['S15', 'TP391'] }),
    article('Zeitschrift für Physik', { subject_codes: ['07'] }),
    article('《3D》'),
  ]
  await storeWorks(app.base, works, { source: 'test' })
  await refreshJournalFigures(app.base, 0)
  const titles = async (input: InputOf<typeof api.papers.journals>) =>
    (await ada.call(api.papers.journals, input)).list.map(({ title }) => title)
  return { app, ada, titles }
}

test('a journal shows its papers by year, its citations and its numbers', async () => {
  const { ada } = await scene()
  const { list } = await ada.call(api.papers.journals, { query: '计算机学报' })

  expect(list).toMatchObject([
    {
      title: '计算机学报',
      issn: '0254-4164',
      paper_count: 3,
      citation_mean: 4,
      year_counts: [
        { year: 2023, count: 2 },
        { year: 2024, count: 1 },
      ],
      subject_codes: ['0812'],
      esi_subject: 'Computer Science',
      ranks: [],
    },
  ])
})

test('a journal all of whose papers were deleted has no figures', async () => {
  const { app } = await scene()
  const figuresOf = () =>
    app.base.db
      .selectFrom('journals')
      .select(['paper_count', 'citation_sum', 'year_counts'])
      .where('title', '=', '计算机学报')
      .executeTakeFirst()
  expect(await figuresOf()).toMatchObject({ paper_count: 3, citation_sum: 12 })
  await app.base.db
    .updateTable('papers')
    .set({ deleted_at: '2026-01-01T00:00:00.000Z' })
    .where('journal_id', 'in', ({ selectFrom }) =>
      selectFrom('journals').select('id').where('title', '=', '计算机学报'),
    )
    .execute()
  await refreshJournalFigures(app.base, 0)
  expect(await figuresOf()).toEqual({ paper_count: 0, citation_sum: 0, year_counts: '[]' })
})

test('a journal whose papers came without figures of citation has no mean', async () => {
  const { ada } = await scene()
  const { list } = await ada.call(api.papers.journals, { query: '北京大学学报' })

  expect(list).toMatchObject([{ paper_count: 1, citation_mean: null }])
})

test('journals are found by a part of their title and by ISSN, whole or begun', async () => {
  const { titles } = await scene()

  expect(await titles({ query: '学报' })).toEqual(['计算机学报', '北京大学学报'])
  expect(await titles({ query: 'ANNALS  of' })).toEqual(['Annals of Chemistry'])
  for (const query of ['1234-5679', '12345679', '１２３４-5679', '1234'])
    expect(await titles({ query }), query).toEqual(['Annals of Chemistry'])
  expect(await titles({ query: '%' })).toEqual([])
})

test('journals are ordered by papers, by title with Chinese by pinyin, or by citations', async () => {
  const { ada, titles } = await scene()

  expect((await titles({})).slice(0, 2)).toEqual(['Annals of Chemistry', '计算机学报'])
  expect(await titles({ sort: 'title' })).toEqual([
    'Annals of Chemistry',
    '安徽农业科学',
    '北京大学学报',
    '计算机学报',
    'Zeitschrift für Physik',
    '《3D》',
  ])
  expect((await titles({ sort: 'citations' })).slice(0, 2)).toEqual(['Annals of Chemistry', '计算机学报'])
  expect(await titles({ letter: 'a' })).toEqual(['Annals of Chemistry', '安徽农业科学'])
  expect(await titles({ letter: '#' })).toEqual(['《3D》'])
  const page = await ada.call(api.papers.journals, { sort: 'title', page_num: 2, page_size: 4 })
  expect(page).toMatchObject({ total: 6, list: [{ title: 'Zeitschrift für Physik' }, { title: '《3D》' }] })
})

test('a class holds the journals of the classes below it', async () => {
  const { titles } = await scene()

  expect(await titles({ class_code: 'jyb:0812' })).toEqual(['Annals of Chemistry', '计算机学报'])
  expect(await titles({ class_code: 'jyb:07', sort: 'title' })).toEqual([
    'Annals of Chemistry',
    'Zeitschrift für Physik',
  ])
  expect(await titles({ class_code: 'esi:Chemistry' })).toEqual(['Annals of Chemistry'])
  expect(await titles({ class_code: 'clc:T', sort: 'title' })).toEqual([
    'Annals of Chemistry',
    '安徽农业科学',
    '计算机学报',
  ])
  expect(await titles({ class_code: 'clc:S' })).toEqual(['安徽农业科学'])
  expect(await titles({ class_code: 'jyb:nothing' })).toEqual([])
})

test('the three classifications count journals, not papers', async () => {
  const { ada } = await scene()
  const trees = await ada.call(api.papers.journalClasses, {})
  const countOf = (id: string, ...way: string[]) => {
    let level = trees.find((tree) => tree.id === id)?.children ?? []
    let found: JournalClass | undefined
    for (const code of way) {
      found = level.find((each) => each.code === code)
      level = found?.children ?? []
    }
    return found?.count
  }

  expect(trees.map(({ id, children }) => [id, children.length])).toEqual([
    ['jyb', 14],
    ['esi', 22],
    ['clc', 22],
  ])
  expect(countOf('jyb', 'jyb:08')).toBe(2)
  expect(countOf('jyb', 'jyb:08', 'jyb:0812')).toBe(2)
  expect(countOf('jyb', 'jyb:07')).toBe(2)
  expect(countOf('jyb', 'jyb:01')).toBe(0)
  expect(countOf('esi', 'esi:Computer Science')).toBe(1)
  expect(countOf('clc', 'clc:T', 'clc:TP')).toBe(3)
})

test('the ranks of a journal stand side by side', async () => {
  const { ada } = await scene()
  const load = (list: 'CAS' | 'EI', year: number, csv: string) =>
    ada.call(api.library.importRanks, { list, year, csv })
  await load('CAS', 2025, 'title,category,value,top\n计算机学报,计算机科学,1,是')
  await load('EI', 2024, 'issn\n0254-4164')
  const { list } = await ada.call(api.papers.journals, { query: '计算机学报' })

  expect(list[0]?.ranks).toEqual([
    { list: 'CAS', year: 2025, category: '计算机科学', value: '1', top: true },
    { list: 'EI', year: 2024, category: null, value: '收录', top: false },
  ])
})

import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'

const about = (title: string, year: number, keywords: string[] = []) => ({
  title,
  keywords,
  publish_date: String(year),
})

const LIBRARY = [
  ...[2018, 2023, 2024, 2024, 2025].map((year, index) =>
    about(`Translation study ${index}`, year, ['Machine translation', 'Attention', 'Corpus']),
  ),
  ...[2018, 2019, 2020, 2021].map((year, index) =>
    about(`Translation notes ${index}`, year, ['Parallel corpora', 'Corpus']),
  ),
  ...Array.from({ length: 20 }, (_, index) => about(`Parsing study ${index}`, 2020, ['Corpus', 'Grammar'])),
]

async function scene(works: Parameters<typeof addPapers>[1]) {
  const app = await testApp()
  const ids = await addPapers(app.base, works)
  return { ada: await app.signUp('Ada'), ids }
}

test('terms that stand out among the hits are named with their years and their growth', async () => {
  const { ada } = await scene(LIBRARY)
  const list = await ada.call(api.papers.interests, { query: 'translation' })
  const terms = Object.fromEntries(list.map((each) => [each.term, each]))

  expect(Object.keys(terms).toSorted()).toEqual(['Attention', 'Machine translation', 'Parallel corpora'])
  expect(terms.Attention).toMatchObject({
    count: 5,
    years: [
      { year: 2018, count: 1 },
      { year: 2023, count: 1 },
      { year: 2024, count: 2 },
      { year: 2025, count: 1 },
    ],
  })
  expect(terms.Attention?.growth).toBeGreaterThan(2)
  expect(terms['Parallel corpora']?.growth).toBeLessThan(1)
})

test('terms are those of the hits that the filters leave, and so are their years', async () => {
  const { ada } = await scene(LIBRARY)
  const list = await ada.call(api.papers.interests, {
    query: 'translation',
    filters: { year_from: 2023, keyword: ['attention'] },
  })

  expect(list.map(({ term }) => term).toSorted()).toEqual(['Attention', 'Machine translation'])
  expect(list[0]).toMatchObject({
    count: 4,
    years: [
      { year: 2023, count: 1 },
      { year: 2024, count: 2 },
      { year: 2025, count: 1 },
    ],
  })
  const none = { query: 'translation', filters: { year_from: 2030 } }
  expect(await ada.call(api.papers.interests, none)).toEqual([])
})

test('what the query says already is no related term, in whichever language or by whatever name', async () => {
  const { ada } = await scene([
    ...['机器翻译 一', '机器翻译 二', '机器翻译 三'].map((title) =>
      about(title, 2024, ['机器翻译', 'Machine translation', 'MT', 'Attention']),
    ),
    ...Array.from({ length: 20 }, (_, index) => about(`Parsing ${index}`, 2020, ['Grammar'])),
  ])

  for (const query of ['机器翻译', 'machine translation']) {
    const list = await ada.call(api.papers.interests, { query })
    expect(
      list.map(({ term }) => term),
      query,
    ).toEqual(['Attention'])
  }
})

test('papers that were chosen are compared with the whole library in the same way', async () => {
  const { ada, ids } = await scene(LIBRARY)
  const list = await ada.call(api.papers.interests, { paper_id_list: ids.slice(0, 5) })

  expect(list.map(({ term }) => term).toSorted()).toEqual(['Attention', 'Machine translation'])
  expect(list[0]?.count).toBe(5)
  expect(await ada.call(api.papers.interests, { paper_id_list: ['nobody'] })).toEqual([])
})

test('where papers have no keywords their titles speak, Chinese ones too', async () => {
  const { ada } = await scene([
    about('Graph neural networks for traffic', 2021),
    about('A graph neural network for molecules', 2022),
    about('Roads by a graph neural network', 2023),
    about('Traffic at night', 2020),
    about('基于深度学习的图像分割方法', 2021),
    about('深度学习在图像分割中的应用', 2022),
    about('深度学习与图像分割的综述', 2023),
    about('古代交通', 2022),
  ])

  const english = await ada.call(api.papers.interests, { query: 'graph' })
  expect(english.map(({ term, count }) => [term.toLowerCase().replace(/s$/, ''), count])[0]).toEqual([
    'graph neural network',
    3,
  ])
  const chinese = await ada.call(api.papers.interests, { query: '分割' })
  expect(chinese.map(({ term }) => term)).toContain('深度学习')
})

test('a query without hits has no interests, and none at all is refused', async () => {
  const { ada } = await scene(['One'])

  expect(await ada.call(api.papers.interests, { query: 'nothingofthekind' })).toEqual([])
  expect(await ada.refusal(api.papers.interests, {})).toMatchObject({ status: 400 })
})

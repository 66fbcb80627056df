import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'

const author = (name: string, name_zh?: string) => ({
  name,
  ...(name_zh ? { name_zh } : {}),
  role: 'author' as const,
  affiliations: [],
})

const WORKS = [
  {
    title: 'Attention is all you need',
    creators: [author('Ashish Vaswani'), author('Noam Shazeer')],
    keywords: ['self-attention', 'machine translation'],
    basic_sourcename: 'Advances in Neural Information Processing Systems',
    citation_count: 90_000,
  },
  {
    title: 'Effective attention for translation',
    creators: [author('Noam Shazeer')],
    keywords: ['attention mechanism', 'machine translation'],
    basic_sourcename: 'Attention Letters',
    citation_count: 3,
  },
  {
    title: '基于深度学习的图像分割方法',
    language: 'zh',
    creators: [author('王伟'), author('李娜')],
    keywords: ['深度学习', '图像分割'],
    basic_sourcename: '计算机学报',
  },
  {
    title: '深度学习综述',
    language: 'zh',
    creators: [author('王芳')],
    keywords: ['深度学习'],
    basic_sourcename: '计算机研究与发展',
  },
]

async function scene() {
  const app = await testApp()
  const ids = await addPapers(app.base, WORKS)
  const ada = await app.signUp('Ada')
  const suggest = async (keyword: string, limit = 20) => {
    const list = await ada.call(api.papers.suggest, { keyword, limit })
    const of = (type: string) => list.filter((each) => each.type === type).map(({ text }) => text)
    return { list, of }
  }
  return { app, ada, ids, suggest }
}

test('while a word is being written, keywords, titles, names and journals that begin so are suggested', async () => {
  const { suggest, ids } = await scene()
  const { list, of } = await suggest('atten')

  expect(of('keyword')).toEqual(['attention mechanism', 'self-attention'])
  expect(of('title')).toEqual(['Attention is all you need', 'Effective attention for translation'])
  expect(list.find(({ type }) => type === 'title')?.paper_id).toBe(ids[0])
  expect(of('journal')).toEqual(['Attention Letters'])
  expect((await suggest('attention for tr')).of('title')).toEqual(['Effective attention for translation'])
  expect((await suggest('machine tr')).of('keyword')).toEqual(['machine translation'])
})

test('a suggested paper says whose it is and from when, everything else of how many papers it is', async () => {
  const { suggest } = await scene()
  const { list } = await suggest('atten')

  expect(list.find(({ text }) => text === 'Attention is all you need')).toMatchObject({
    authors: ['Ashish Vaswani', 'Noam Shazeer'],
    count: null,
  })
  expect(list.find(({ text }) => text === 'Attention Letters')).toMatchObject({ authors: [], count: 1 })
  const counts = (await suggest('machine tr')).list.map(({ type, text, count }) => [type, text, count])
  expect(counts).toContainEqual(['keyword', 'machine translation', 2])
  const people = (await suggest('shaz')).list.map(({ type, text, count }) => [type, text, count])
  expect(people).toContainEqual(['author', 'Noam Shazeer', 2])
})

test('Chinese is suggested from its first character, in traditional characters too', async () => {
  const { suggest } = await scene()
  for (const text of ['深', '深度', '深度学', '深度學習', '深度学习 '])
    expect((await suggest(text)).of('keyword'), text).toEqual(['深度学习'])

  expect((await suggest('图像分')).of('title')).toEqual(['基于深度学习的图像分割方法'])
  expect((await suggest('计算机')).of('journal').toSorted()).toEqual(['计算机学报', '计算机研究与发展'])
})

test('people are suggested by characters, pinyin in either order and initials, never their co-authors', async () => {
  const { suggest } = await scene()
  for (const text of ['王伟', 'wangw', 'wang wei', 'weiwang', 'wei w', 'ww'])
    expect((await suggest(text)).of('author'), text).toEqual(['王伟'])

  expect((await suggest('王')).of('author').toSorted()).toEqual(['王伟', '王芳'])
  expect((await suggest('shaz')).of('author')).toEqual(['Noam Shazeer'])
  expect((await suggest('noam s')).of('author')).toEqual(['Noam Shazeer'])
})

test('own searches come first, those of others never', async () => {
  const { app, ada, suggest } = await scene()
  const bo = await app.signUp('Bob')
  await ada.call(api.papers.addSearch, { query: 'Attention in law' })
  await bo.call(api.papers.addSearch, { query: 'attention of mine alone' })

  expect((await suggest('atten')).list[0]).toEqual({
    type: 'history',
    text: 'Attention in law',
    paper_id: null,
    authors: [],
    year: null,
    count: null,
  })
  expect((await suggest('atten')).of('history')).toEqual(['Attention in law'])
})

test('without a word there are own searches and the frequent keywords', async () => {
  const { ada, suggest } = await scene()
  await ada.call(api.papers.addSearch, { query: 'graphs' })
  const { of } = await suggest('')

  expect(of('history')).toEqual(['graphs'])
  expect(of('keyword').slice(0, 2).toSorted()).toEqual(['machine translation', '深度学习'])
  expect(of('title')).toEqual([])
})

test('no kind crowds the others out, and there are never more than asked for', async () => {
  const { suggest } = await scene()
  const { list } = await suggest('attention', 4)

  expect(list.map(({ type }) => type)).toEqual(['keyword', 'keyword', 'title', 'journal'])
})

test('a new paper is suggested at once, a deleted one no more', async () => {
  const { app, suggest } = await scene()
  expect((await suggest('zebra')).list).toEqual([])
  await addPapers(app.base, ['Zebrafish as a model'])
  expect((await suggest('zebra')).of('title')).toEqual(['Zebrafish as a model'])

  await app.base.db
    .updateTable('papers')
    .set({ deleted_at: '2026-03-02T08:00:00.000Z', change: 99 })
    .where('title', 'like', 'Zebra%')
    .execute()
  expect((await suggest('zebra')).list).toEqual([])
})

test('odd texts suggest nothing and do no harm', async () => {
  const { ada, suggest } = await scene()
  const odd = ['"', '(', 'AND', '%', '_', '\\', '\ud800', '\u0001a:', '😀', '*', 'a'.repeat(200), '。', '—']
  for (const text of odd) expect((await suggest(text)).list, JSON.stringify(text)).toEqual([])

  expect((await suggest('\u0000\u200b')).list).toEqual((await suggest('')).list)
  expect(await ada.refusal(api.papers.suggest, { keyword: 'a'.repeat(201) })).toMatchObject({ status: 400 })
  expect(await ada.refusal(api.papers.suggest, { limit: 51 })).toMatchObject({ status: 400 })
})

import type { Creator } from '@scinav/contract'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { paperOf } from '../../testing/papers.ts'
import { press, showAt } from '../../testing/show.tsx'
import { usePaperAction } from '../paper-action.state.ts'
import { PaperRow } from './paper-row.tsx'

afterEach(() => {
  cleanup()
  usePaperAction.setState({ action: null })
})

const author = (name: string): Creator => ({ name, role: 'author', affiliations: [] })
const paper = paperOf('p1', '超导综述', {
  basic_sourcename: '物理学报',
  publish_date: '2020-05-01',
  citation_count: 10214,
  creators: Array.from({ length: 9 }, (_, place) => author(`作者${place}`)),
  abstract_zh: '摘要的第一句。',
  abstract: 'The abstract.',
})

test('a row says where, when, what kind and how often cited, and folds authors after six', async () => {
  showAt('/home', <PaperRow paper={paper} />)
  for (const text of ['物理学报', '2020', '期刊', '被引 10,214']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByText('作者6')).toBeNull()
  await press('等 9 人')
  expect(screen.getByText('作者8')).toBeTruthy()
})

test('a venue that the record knows by a word alone goes by its name', () => {
  const name = 'Conference on Empirical Methods in Natural Language Processing'
  showAt('/home', <PaperRow paper={{ ...paper, basic_sourcename: 'emnlp', source_name: name }} />)
  expect(screen.getByText(name)).toBeTruthy()
  expect(screen.queryByText('emnlp')).toBeNull()
})

test.each([
  ['en', 'Deep Learning', 'Ian Goodfellow，Yoshua Bengio'],
  ['zh', '深度学习', 'Ian Goodfellow，本吉奥'],
  [null, 'Deep Learning', 'Ian Goodfellow，Yoshua Bengio'],
])('the authors of one work stand in the script of its language: %s', (language, title, names) => {
  const creators = [author('Ian Goodfellow'), { ...author('Yoshua Bengio'), name_zh: '本吉奥' }]
  showAt('/home', <PaperRow paper={{ ...paper, title, language, creators }} />)
  expect(screen.getByText('Ian Goodfellow').closest('p')?.textContent).toBe(names)
})

test('the title opens the paper over the screen and keeps what the address holds', async () => {
  const { query } = showAt('/home/searchResult?q=a', <PaperRow paper={paper} />)
  await press('超导综述', 'link')
  expect(String(query())).toBe('q=a&paper=p1')
})

test('the abstract unfolds in both languages', async () => {
  showAt('/home', <PaperRow paper={paper} />)
  expect(screen.queryByText('The abstract.')).toBeNull()
  await press('展开摘要：超导综述')
  expect(screen.getByText('The abstract.')).toBeTruthy()
})

test('citing and choosing lists begin with this paper', async () => {
  showAt('/home', <PaperRow paper={{ ...paper, dataset_ids: ['d1'] }} />)
  await press('引用：超导综述')
  expect(usePaperAction.getState().action).toEqual({ kind: 'cite', ids: ['p1'] })
  await press('已收藏，更改清单：超导综述')
  expect(usePaperAction.getState().action).toEqual({ kind: 'keep', ids: ['p1'] })
})

test('an open PDF is a link outside; without one the ways to a full text are offered', async () => {
  const { unmount } = showAt('/home', <PaperRow paper={{ ...paper, pdf_url: 'https://arxiv.org/pdf/1' }} />)
  expect(screen.getByRole('link', { name: 'PDF：超导综述' }).getAttribute('rel')).toBe('noopener noreferrer')
  unmount()
  showAt('/home', <PaperRow paper={paper} />)
  await press('查找全文：超导综述')
  expect(usePaperAction.getState().action).toEqual({ kind: 'full-text', ids: ['p1'] })
})

test('a retracted paper says so, and ranks always come with their list and year', () => {
  const ranks = [
    { list: 'JCR', year: 2025, value: 'Q1' },
    { list: '预警', year: 2024, value: '预警' },
  ]
  showAt('/home', <PaperRow paper={{ ...paper, status: 'retracted', is_oa: true, ranks }} isNew />)
  const row = within(screen.getByRole('article'))
  for (const text of ['已撤稿', 'OA', '新', 'JCR 2025 Q1', '预警 2024'])
    expect(row.getByText(text)).toBeTruthy()
  // However long its title is, they stand in the line of its facts.
  for (const text of ['已撤稿', 'OA', '新', 'JCR 2025 Q1'])
    expect(row.getByText(text).closest('p')).toBe(row.getByText('被引 10,214').closest('p'))
  expect(row.getByText('这篇文献已被撤稿，引用前请核对声明。')).toBeTruthy()
})

test('the mark of a retracted paper opens date, reasons and address of the notice', async () => {
  const status_notice = {
    kind: 'retracted' as const,
    date: '2024-03-04',
    reasons: ['Error in Data', 'Plagiarism of Text'],
    doi: '10.5555/notice',
    url: 'https://doi.org/10.5555/notice',
  }
  showAt('/home', <PaperRow paper={{ ...paper, status: 'retracted', status_notice }} />)
  const mark = screen.getByRole('button', { name: '已撤稿' })
  expect(mark.getAttribute('aria-expanded')).toBe('false')
  await press('已撤稿')
  const details = within(screen.getByRole('note', { name: '撤稿声明', hidden: true }))
  expect(details.getByText('声明日期 2024-03-04')).toBeTruthy()
  expect(details.getByText('Error in Data; Plagiarism of Text').lang).toBe('en')
  expect(details.getByText('撤稿声明').closest('a')?.href).toBe('https://doi.org/10.5555/notice')
  fireEvent.keyDown(mark, { key: 'Escape' })
  expect(screen.queryByText('声明日期 2024-03-04')).toBeNull()
})

const foreign = paperOf('p2', 'Deep learning', {
  title_zh: '深度学习',
  language: 'en',
  publish_date: '2015',
  creators: [author('Yann LeCun')],
  abstract: 'Layers learn features. Layers learn more.',
})

test('a compact row has the title and the facts; authors, the other title, the abstract and its translation are of a whole one', () => {
  const { unmount } = showAt('/home', <PaperRow paper={foreign} compact />)
  const row = () => within(screen.getByRole('article'))
  expect(row().getByText('2015')).toBeTruthy()
  for (const text of ['深度学习', 'Yann LeCun', /Layers learn/]) expect(row().queryByText(text)).toBeNull()
  expect(row().queryByRole('button', { name: /^翻译/ })).toBeNull()
  unmount()

  showAt('/home', <PaperRow paper={foreign} />)
  for (const text of ['深度学习', 'Yann LeCun', /Layers learn/]) expect(row().getByText(text)).toBeTruthy()
  expect(row().getByRole('button', { name: /^翻译/ })).toBeTruthy()
})

test('an unfolded abstract is marked where its words were found, and the other one is not', async () => {
  const both = { ...foreign, abstract_zh: '各层学习特征，各层再学。' }
  const marks = [
    { field: 'abstract', start: 13, end: 21 },
    { field: 'title', start: 0, end: 4 },
  ]
  showAt('/home', <PaperRow paper={both} highlights={marks} />)
  await press('展开摘要：Deep learning')
  const lit = (text: RegExp) =>
    [...(screen.getByText(text, { selector: 'p' }).querySelectorAll('mark') ?? [])].map(
      (mark) => mark.textContent,
    )
  expect(lit(/Layers learn/)).toEqual(['features'])
  expect(lit(/各层学习/)).toEqual([])
})

import { expect, test } from 'vitest'
import type { CslItem } from '../csl.ts'
import { styles } from '../styles.ts'
import { exportFormats, exportText } from './exports.ts'
import { chapter, chineseArticle, latinArticle, thesis } from './items.cases.ts'

test('RIS writes one tag a line with CR LF and ends each record', () => {
  expect(exportText('ris', [chineseArticle]).split('\r\n')).toEqual([
    'TY  - JOUR',
    'AU  - 王利平',
    'AU  - 刘洪',
    'TI  - 过冷大水滴环境粒径分布模拟方法研究进展',
    'T2  - 航空学报',
    'PY  - 2024',
    'DA  - 2024/04/25/',
    'VL  - 45',
    'IS  - 8',
    'SP  - 102',
    'EP  - 111',
    'SN  - 1000-6893',
    'DO  - 10.7527/S1000-6893',
    'LA  - zh',
    'AD  - 南京航空航天大学',
    'KW  - 结冰',
    'KW  - 过冷大水滴',
    'AB  - 第一段。 第二段。',
    'ER  - ',
    '',
    '',
  ])
  const book = exportText('ris', [chapter])
  expect(book).toContain('TY  - CHAP\r\nAU  - Thoreau, Henry David\r\nA2  - Agata, John\r\n')
  expect(book).toContain('Y2  - 2020/01/02/\r\n')
})

test('EndNote marks bodies with a comma and puts the book of a chapter in its field', () => {
  expect(exportText('endnote', [chapter, latinArticle])).toBe(
    `%0 Book Section
%A Thoreau, Henry David
%E Agata, John
%T Walking
%B The Making of the American Essay
%D 2016
%P 167-195
%I Graywolf Press
%@ 978-1
%[ 2020-01-02

%0 Journal Article
%A Müller, Jörg
%A Davis, Sammy, Jr.
%A World Health Organization,
%T The effect of CO2 & DNA on 50% of Chinese {mice}: a β-study
%J Nature & Science
%D 2020
%8 2020-05
%V 7
%P 1–9
%U https://example.org/a_b?c=%20&d={x}

`,
  )
})

test('NoteExpress writes named fields as Chinese databases export them', () => {
  expect(exportText('noteexpress', [thesis, chineseArticle])).toBe(
    `{Reference Type}: Thesis
{Type of Work}: 硕士学位论文
{Title}: 新媒体时代原生广告的策略与发展研究
{Author}: 何筱梅
{Tertiary Author}: 张三
{Year}: 2016
{Publisher}: 武汉大学
{Place Published}: 武汉

{Reference Type}: Journal Article
{Title}: 过冷大水滴环境粒径分布模拟方法研究进展
{Author}: 王利平;刘洪
{Author Address}: 南京航空航天大学
{Journal}: 航空学报
{Year}: 2024
{Date}: 2024-04-25
{Volume}: 45
{Issue}: 8
{Pages}: 102-111
{Keywords}: 结冰;过冷大水滴
{Abstract}: 第一段。 第二段。
{ISBN/ISSN}: 1000-6893
{DOI}: 10.7527/S1000-6893
{Language}: zh

`,
  )
})

test('CSL-JSON is an array with plain titles, also of one item and of none', () => {
  expect(JSON.parse(exportText('csl', []))).toEqual([])
  const written = JSON.parse(exportText('csl', [latinArticle, { ...thesis, id: '' }]))
  expect(written).toMatchObject([
    { id: 'p2', title: 'The effect of CO2 & DNA on 50% of Chinese {mice}: a β-study' },
    { id: 'ref-2', type: 'thesis' },
  ])
})

test('no spreadsheet takes pages and issues in CSV for dates, nor full-width signs for formulas', () => {
  const csv = exportText('csv', [
    {
      id: 'a',
      type: 'article-journal',
      title: '＝1+1',
      page: '1-4',
      issue: '3-4',
      volume: '3/4',
      publisher: '－2',
    },
    { id: 'b', type: 'article-journal', title: '＠x', page: '12E5', issue: '1-2/3' },
  ])
  const rows = csv.split('\r\n').slice(1)
  for (const cell of ["'＝1+1", '1–4', '3–4', "'3/4", "'－2"]) expect(rows[0]?.split(',')).toContain(cell)
  for (const cell of ["'＠x", "'12E5", '1-2/3']) expect(rows[1]?.split(',')).toContain(cell)
})

test('CSV begins with a byte order mark, quotes what needs it, and runs no formula', () => {
  const items = ['=1+1', '+1', '-1', '@x', '\tx', '\r=1', ' =1', 'a,"b"'].map(
    (title): CslItem => ({ id: '', type: 'book', title }),
  )
  const lines = exportText('csv', items).split('\r\n')
  expect(lines[0]?.startsWith('\uFEFF题名,中文题名,作者,')).toBe(true)
  expect(lines.slice(1, -1).map((line) => line.slice(0, line.indexOf(',,')))).toEqual([
    "'=1+1",
    "'+1",
    "'-1",
    "'@x",
    "'x",
    "'=1",
    "'=1",
    '"a,""b"""',
  ])
  const columns = lines[0]?.split(',').length
  expect(exportText('csv', [chineseArticle]).split('\r\n')[1]?.split(',')).toHaveLength(columns ?? 0)
})

test('a Markdown list numbers as its style does, and an entry is one line whatever its title holds', () => {
  expect(exportText('md', [thesis, thesis])).toBe(
    '[1]何筱梅.新媒体时代原生广告的策略与发展研究[D].武汉大学,2016\n\n[2]何筱梅.新媒体时代原生广告的策略与发展研究[D].武汉大学,2016\n\n',
  )
  expect(exportText('md', [chapter], { style: 'vancouver' })).toMatch(/^1\. Thoreau HD\. Walking\. In: /)
  expect(exportText('md', [chapter], { style: 'ieee' })).toMatch(/^\[1\] H\. D\. Thoreau, /)
  const broken = {
    ...chapter,
    title: 'Walking\r\n and\u2028sitting\u0085by',
    'container-title': 'Essays\nall',
  }
  for (const { id, styled } of exportFormats) {
    if (id === 'csl') continue
    const one = exportText(id, [broken])
    expect(one, id).toMatch(/Walking and sitting by/)
    if (!styled) expect(one, id).toMatch(/Essays all/)
    if (styled)
      for (const style of styles)
        expect(exportText(id, [broken], { style: style.id }).trimEnd()).not.toMatch(/\s{2}|[\n\u0085\u2028]/)
  }
})

test('a plain list numbers as its style does, Markdown keeps italics', () => {
  expect(exportText('text', [thesis, thesis])).toBe(
    '[1]何筱梅.新媒体时代原生广告的策略与发展研究[D].武汉大学,2016\n[2]何筱梅.新媒体时代原生广告的策略与发展研究[D].武汉大学,2016\n',
  )
  expect(exportText('text', [chapter], { style: 'vancouver' })).toMatch(/^1\. Thoreau HD\. Walking\. In: /)
  expect(exportText('text', [chapter], { style: 'apa-7', yearSuffixes: ['b'] })).toContain('(2016b)')
  expect(exportText('md', [chapter], { style: 'mla-9' })).toBe(
    '1. Thoreau, Henry David. “Walking.” *The Making of the American Essay*, edited by John Agata, Graywolf Press, 2016, pp. 167–95.\n',
  )
})

test('Markdown escapes what would be mark-up and leaves addresses whole', () => {
  const item: CslItem = { ...latinArticle, title: 'a_b *c* <d> `e`', URL: 'https://example.org/a_b' }
  const text = exportText('md', [item], { style: 'gb-2025-numeric', punctuation: 'structure' })
  expect(text).toContain('a\\_b \\*c\\* \\<d> \\`e\\`[J/OL]')
  expect(text).toContain('https://example.org/a_b.')
})

test('lists can print what the caller makes of its own records', () => {
  const print = (_: CslItem, i: number, numbered: boolean) => [{ text: `${numbered ? `[${i + 1}]` : ''}own` }]
  expect(exportText('text', [thesis], { print })).toBe('[1]own\n')
  expect(exportText('md', [thesis], { print })).toBe('[1]own\n\n')
})

test('every format has a name, an extension and a media type, and writes an item that knows nothing', () => {
  expect(exportFormats.map(({ id }) => id)).toEqual([
    'text',
    'md',
    'bibtex',
    'ris',
    'endnote',
    'noteexpress',
    'csl',
    'csv',
  ])
  for (const { id, extension, media_type, name } of exportFormats) {
    expect(`${name}${extension}${media_type}`).toMatch(/^.+\.\w+.+\/.+$/)
    expect(exportText(id, [{ id: '', type: 'document' }]), id).not.toMatch(/undefined|null|NaN/)
  }
})

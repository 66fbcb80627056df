// One invented reference for each rule of GB/T 7714-2025 that differs from the edition before.
import { expect, test } from 'vitest'
import type { CslItem } from '../csl.ts'
import { parseDate } from '../dates.ts'
import { parseName } from '../parse-name.ts'
import { readCsl } from '../read-csl.ts'
import { formatGb } from './gb.ts'

const people = (written: string) => written.split('; ').map(parseName)
const year = (written: number | string) => parseDate(String(written))
const print = (item: Omit<CslItem, 'id'>) => formatGb({ ...item, id: '1' }, 2025, 'numeric')

const visit = { accessed: parseDate('2026-03-04') }

test('a translator follows 等 and 译, each after a comma', () => {
  const item = {
    type: 'book' as const,
    title: '苔原植被',
    author: people('霍尔姆; 隆德; 贝里; 达尔'),
    translator: people('周苇; 吴汀; 郑泊; 冯渚'),
    'publisher-place': '哈尔滨',
    publisher: '北境出版社',
    issued: year(2022),
  }
  expect(print(item)).toBe(
    '霍尔姆，隆德，贝里，等. 苔原植被[M]. 周苇，吴汀，郑泊，等，译. 哈尔滨：北境出版社，2022.',
  )
})

test('an article may have a translator, who follows the mark', () => {
  const item = {
    type: 'article-journal' as const,
    title: '冰川的声音',
    author: people('伊瓦尔松'),
    translator: people('沈砚'),
    'container-title': '雪原学报',
    volume: '3',
    issue: '1',
    page: '7-9',
    issued: year(2021),
  }
  expect(print(item)).toBe('伊瓦尔松. 冰川的声音[J]. 沈砚，译. 雪原学报，2021，3（1）：7-9.')
})

test('the day of a visit stands with web pages, software, data sets and preprints alone', () => {
  const base = { title: 'Snow', URL: 'https://snow.test/1', issued: parseDate('2025-02-03'), ...visit }
  expect(print({ ...base, type: 'webpage' })).toBe(
    'Snow[EB/OL]. （2025-02-03）[2026-03-04]. https://snow.test/1.',
  )
  expect(print({ ...base, type: 'dataset', version: '2.1', publisher: 'SnowBank' })).toBe(
    'Snow[DS/OL]. V2.1. SnowBank（2025-02-03）[2026-03-04]. https://snow.test/1.',
  )
  expect(print({ ...base, type: 'article', version: 'V3', publisher: 'SnowRxiv' })).toBe(
    'Snow[PP/OL]. V3. SnowRxiv（2025-02-03）[2026-03-04]. https://snow.test/1.',
  )
  expect(print({ ...base, type: 'software', version: '7' })).toBe(
    'Snow[CP/OL]. V7. （2025-02-03）[2026-03-04]. https://snow.test/1.',
  )
  for (const type of ['book', 'thesis', 'report', 'article-journal', 'article-newspaper', 'map'] as const)
    expect(print({ ...base, type }), type).not.toContain('2026')
})

test('a run of a periodical has one long dash, and may stay open', () => {
  const item = {
    type: 'periodical' as const,
    title: '霜降集刊',
    'publisher-place': '伊春',
    publisher: '霜社',
  }
  expect(print({ ...item, volume: '1961(1)-1988(4)', issued: year('1961/1988') })).toBe(
    '霜降集刊[J]. 1961（1）—1988（4）. 伊春：霜社，1961—1988.',
  )
  expect(print({ ...item, volume: '2003, 1(1)-', issued: year('2003-') })).toBe(
    '霜降集刊[J]. 2003，1（1）—. 伊春：霜社，2003—.',
  )
})

test('a standard is its number, its title and nothing else', () => {
  const standard = { publisher: 'Ice Press', 'publisher-place': 'Oslo', issued: year(2020) }
  const title = 'Snow load on roofs'
  expect(print({ ...standard, type: 'standard', title, number: 'XS 12:2020', author: people('XS') })).toBe(
    'XS 12:2020 Snow load on roofs[S].',
  )
})

test('a patent has its number after the title, its date and its page', () => {
  const item = {
    type: 'patent' as const,
    title: '融雪装置',
    author: people('顾霁'),
    number: 'CN199990000001A',
    issued: parseDate('2024-07-08'),
    page: '3',
  }
  expect(print(item)).toBe('顾霁. 融雪装置：CN199990000001A[P]. 2024-07-08：3.')
})

test('a report has its number after the title and its whole date, and a place only as a book has one', () => {
  const item = {
    type: 'report' as const,
    title: 'Frost',
    author: people('Ice Office'),
    number: 'IO-7',
    issued: parseDate('2024-07-08'),
  }
  expect(print(item)).toBe('Ice Office. Frost：IO-7[R]. 2024-07-08.')
  expect(print({ ...item, issued: year(2024), 'publisher-place': 'Oslo', publisher: 'Ice Press' })).toBe(
    'Ice Office. Frost：IO-7[R]. Oslo：Ice Press，2024.',
  )
})

test('a paper of a conference without proceedings names conference, year and page', () => {
  const item = {
    type: 'paper-conference' as const,
    title: 'Drifts',
    author: people('Lund, Bo'),
    'event-title': 'Third Snow Days',
    issued: parseDate('2023-05-06'),
    page: '2',
  }
  expect(print(item)).toBe('Lund B. Drifts[C]//Third Snow Days，2023：2.')
})

test('an archived document has its call number, keeper and whole date', () => {
  const item = {
    type: 'manuscript' as const,
    title: '河防事札',
    author: people('顾霁'),
    archive_location: 'XF-01-7',
    archive: '雪原档案馆',
    'archive-place': '伊春',
  }
  expect(print({ ...item, issued: parseDate('1911-02-03') })).toBe(
    '顾霁. 河防事札：XF-01-7[A]. 伊春：雪原档案馆，1911-02-03.',
  )
  expect(print({ ...item, type: 'pamphlet', issued: year('1888（光绪十四年）') })).toBe(
    '顾霁. 河防事札：XF-01-7[A]. 伊春：雪原档案馆，1888（光绪十四年）.',
  )
})

test('a map has its scale after the title and its size after the year', () => {
  const item = {
    type: 'map' as const,
    title: '雪原图',
    scale: '1:5000',
    dimensions: '40cm×30cm',
    'publisher-place': '伊春',
    publisher: '霜社',
    issued: year(2020),
  }
  expect(print(item)).toBe('雪原图. 1:5000[CM]. 伊春：霜社，2020. 40cm×30cm.')
})

test('an estimated year stands in brackets', () => {
  const book = { type: 'book' as const, title: '雪原志', publisher: '霜社', 'publisher-place': '伊春' }
  expect(print({ ...book, issued: year('1901~') })).toBe('雪原志[M]. 伊春：霜社，[1901].')
  expect(print({ ...book, issued: year('1901/1907?') })).toBe('雪原志[M]. 伊春：霜社，1901—[1907].')
})

test('an abbreviated journal loses its full stops, a journal with one abbreviation keeps it', () => {
  const article = (name: string) =>
    print({ type: 'article-journal', title: 'A', 'container-title': name, issued: year(2020) })
  expect(article('Arct. Snow Lett.')).toBe('A[J]. Arct Snow Lett，2020.')
  expect(article('J.Snow Ice')).toBe('A[J]. J Snow Ice，2020.')
  expect(article('St. Olaf Journal of Snow')).toBe('A[J]. St. Olaf Journal of Snow，2020.')
  expect(article('雪. 刊')).toBe('A[J]. 雪. 刊，2020.')
})

test('recordings and pictures are web pages where they have an address, with the director in front', () => {
  const film = readCsl({
    type: 'motion_picture',
    title: '冰上来客',
    director: [{ literal: '顾霁' }],
    URL: 'https://snow.test/2',
    issued: '2025-02-03',
    accessed: '2026-03-04',
  })
  expect(formatGb(film, 2025, 'numeric')).toBe(
    '顾霁. 冰上来客[EB/OL]. （2025-02-03）[2026-03-04]. https://snow.test/2.',
  )
  const { URL: _, ...alone } = film
  expect(formatGb(alone, 2025, 'numeric')).toBe('顾霁. 冰上来客[Z]. 2025.')
})

test('a volume has its own title', () => {
  const book = readCsl({ type: 'book', title: '雪原史', volume: '2', 'volume-title': '冬卷', issued: 2020 })
  expect(formatGb(book, 2025, 'numeric')).toBe('雪原史：第2卷 冬卷[M]. 2020.')
})

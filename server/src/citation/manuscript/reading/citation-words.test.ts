import { expect, test } from 'vitest'
import { spellings } from '../../../testing/phrase-spellings.ts'
import { type ManuscriptBlock, readManuscript } from './index.ts'

const paragraph = (text: string): ManuscriptBlock => ({ text, kind: 'paragraph', page: null })

const numberedEntries = Array.from({ length: 9 }, (_, at) =>
  paragraph(`[${at + 1}] 甲某, 乙某. 第 ${at + 1} 种方法的比较[J]. 某某学报, ${2001 + at}, 3(2): 10-19.`),
)
const namedEntries = [
  paragraph('Doe, J., & Roe, R. (2019). Echoes over hills. Journal of Examples, 3(2), 10–19.'),
  paragraph('Undated Courses. (n.d.). Rain and radar. Example Press.'),
  paragraph('张山, 李水, 王木 (2020). 城市降雨的观测. 某某学报, 5(1), 1-9.'),
]

/** Returns the beginnings of the entries that a text cites. */
function citedIn(text: string, entries: readonly ManuscriptBlock[], title = '参考文献'): string[] {
  const read = readManuscript([paragraph(text), paragraph(title), ...entries])
  return read.markers.flatMap((marker) =>
    marker.entries.map((at) => read.entries[at]?.text.slice(0, 5) ?? ''),
  )
}

const citesNumbers = (text: string): boolean => citedIn(text, numberedEntries).length > 0
const faulty = (words: string[], holds: (word: string) => boolean) => words.filter((word) => !holds(word))

test('brackets behind or before every word for an interval or for values hold no citation', () => {
  const before = [...spellings('citations/before-interval'), ...spellings('citations/before-values')]
  expect(before.length).toBeGreaterThan(40)
  expect(faulty(before, (word) => !citesNumbers(`Its ${word} [3, 7]`))).toEqual([])
  expect(
    faulty(spellings('citations/after-interval'), (word) => !citesNumbers(`其值在[3, 7]${word}`)),
  ).toEqual([])
})

test('brackets behind every word that announces a citation hold one, whatever its numbers are', () => {
  const words = spellings('citations/announcing')
  expect(faulty(words, (word) => citesNumbers(`结果为 7 ${word} [3, 7]`))).toEqual([])
})

test('every word for a place in the cited work may follow a citation', () => {
  const words = spellings('citations/locator')
  expect(words.length).toBeGreaterThan(15)
  expect(faulty(words, (word) => citesNumbers(`已有方法[3, ${word} 12]表明`))).toEqual([])
  expect(
    faulty(words, (word) => citedIn(`As Doe and Roe (2019, ${word} 12) say.`, namedEntries)[0] === 'Doe, '),
  ).toEqual([])
})

test('names are read behind every word that leads to them', () => {
  const latin = spellings('citations/lead-in', 'en')
  expect(
    faulty(latin, (word) => citedIn(`It is so (${word} Doe & Roe, 2019).`, namedEntries).length === 1),
  ).toEqual([])
  const chinese = spellings('citations/lead-in', 'zh')
  expect(
    faulty(chinese, (word) => citedIn(`结果相同（${word}张山等，2020）。`, namedEntries).length === 1),
  ).toEqual([])
})

test('every mark stands for authors that are not named, or for a year', () => {
  const more = spellings('citations/more-authors')
  expect(faulty(more, (word) => citedIn(`It is so (Doe ${word}, 2019).`, namedEntries).length === 1)).toEqual(
    [],
  )
  const undated = spellings('citations/undated')
  expect(
    faulty(undated, (word) => citedIn(`It is so (Undated Courses, ${word}).`, namedEntries).length === 1),
  ).toEqual([])
})

test('a list begins under each of its titles and ends before what may follow it', () => {
  const titles = spellings('citations/list-titles')
  expect(titles.length).toBeGreaterThan(30)
  expect(faulty(titles, (title) => citedIn('已有方法[3]表明', numberedEntries, title).length === 1)).toEqual(
    [],
  )
  const parts = [
    ...spellings('citations/part-titles'),
    ...spellings('citations/part-kinds').map((kind) => `${kind}文献`),
  ]
  const countWith = (title: string, at: number) =>
    readManuscript([
      paragraph('参考文献'),
      ...numberedEntries.slice(0, at),
      paragraph(title),
      ...numberedEntries.slice(at),
    ]).entries.length
  expect(faulty(parts, (title) => countWith(title, 4) === numberedEntries.length)).toEqual([])
  expect(faulty(spellings('citations/back-matter'), (title) => countWith(title, 4) === 4)).toEqual([])
})

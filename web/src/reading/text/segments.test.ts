import { expect, test } from 'vitest'
import { splitSegments } from './segments.ts'

const span = (start: number, end: number, id = 'a') => ({ kind: 'annotation' as const, id, start, end })
const cut = (text: string, ...spans: ReturnType<typeof span>[]) =>
  splitSegments(text, spans).map((segment) => [segment.text, segment.marks.map(({ id }) => id).join('')])

test('a text without marks is one piece', () => {
  expect(cut('abc')).toEqual([['abc', '']])
  expect(cut('')).toEqual([['', '']])
})

test('two highlights that overlap both show where they do', () => {
  expect(cut('abcdef', span(1, 4, 'x'), span(3, 9, 'y'))).toEqual([
    ['a', ''],
    ['bc', 'x'],
    ['d', 'xy'],
    ['ef', 'y'],
  ])
})

test('marks that begin before a block or lie elsewhere are cut to it', () => {
  expect(cut('abc', span(-5, 1, 'x'), span(7, 9, 'y'), span(2, 2, 'z'))).toEqual([
    ['a', 'x'],
    ['bc', ''],
  ])
})

test('a block with thousands of marks is cut in time with their number', () => {
  const text = 'ab'.repeat(20_000)
  const spans = Array.from({ length: 10_000 }, (_, at) => span(at * 4, at * 4 + 2))
  expect(splitSegments(text, spans)).toHaveLength(20_000)
})

test('a text is cut where a mark of a note stands, without losing what lies over it', () => {
  const pieces = splitSegments('abcdef', [span(1, 4, 'x')], [0, 2, 6, 9])
  expect(pieces.map(({ text, marks }) => [text, marks.length])).toEqual([
    ['a', 0],
    ['b', 1],
    ['cd', 1],
    ['ef', 0],
  ])
})

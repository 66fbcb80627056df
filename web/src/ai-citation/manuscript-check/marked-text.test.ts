import type { ManuscriptFinding } from '@scinav/contract'
import { expect, test } from 'vitest'
import { foldBlocks, placesByBlock, segmentText } from './marked-text.ts'

const findingAt = (
  id: string,
  ...places: [block: number, start: number, end: number][]
): ManuscriptFinding => ({
  ...{ id, group: 'list', kind: 'never_cited', severity: 'fault', message: '', entry: null, others: [] },
  ...{ evidence: null, correction: null },
  places: places.map(([block, start, end]) => ({ block, start, end })),
})

test('a text is cut where places begin and end, also where they overlap or leave the text', () => {
  const places = placesByBlock([
    findingAt('a', [0, 1, 4]),
    findingAt('b', [0, 3, 99]),
    findingAt('c', [1, 0, 1]),
  ])
  const segments = segmentText('零一二三四五', places.get(0) ?? [])
  expect(segments.map(({ text, findings }) => [text, findings.map(({ id }) => id).join('')])).toEqual([
    ['零', ''],
    ['一二', 'a'],
    ['三', 'ab'],
    ['四五', 'b'],
  ])
  expect(segments.map(({ ending }) => ending.length)).toEqual([0, 0, 1, 1])
  expect(segmentText('', [])).toEqual([])
})

test('what has no findings is folded, but not its neighbours and not a few blocks', () => {
  const marked = new Set([10, 15])
  expect(foldBlocks(30, (block) => marked.has(block))).toEqual([
    { from: 0, to: 9, isFolded: true },
    { from: 9, to: 17, isFolded: false },
    { from: 17, to: 30, isFolded: true },
  ])
  expect(foldBlocks(3, () => false)).toEqual([{ from: 0, to: 3, isFolded: false }])
})

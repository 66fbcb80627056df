import { expect, test } from 'vitest'
import { dropUnsupportedCells } from './comparison.ts'
import type { DraftLine } from './model-sentences.ts'

const mark = (support: 'supported' | 'unsupported', method: 'model' | 'words' = 'model') =>
  [{ evidence: {}, support, check: { method, located: true, missing: [] } }] as never
const row = (...parts: DraftLine['sentences'][number]['parts']): DraftLine => ({
  kind: 'row',
  sentences: [{ parts: ['|', ' route |', ...parts], fault: null }],
})
const head: DraftLine = { kind: 'row', sentences: [{ parts: ['| Route | Gain |'], fault: null }] }

test('a cell that a model found unsupported is emptied, and a row without any other source is left out', () => {
  const kept = row(' 3 points', mark('supported'), ' |', ' costly', mark('unsupported'), ' |')
  const { lines, removed } = dropUnsupportedCells([head, kept, row(' 9 points', mark('unsupported'), ' |')])
  expect(removed).toBe(2)
  expect(lines).toHaveLength(2)
  expect(lines[1]?.sentences[0]?.parts).toEqual([
    '|',
    ' route |',
    ' 3 points',
    mark('supported'),
    ' |',
    ' ',
    ' |',
  ])
})

test('what only the rules doubt stays, with its mark', () => {
  const doubted = row(' 9 points', mark('unsupported', 'words'), ' |')
  expect(dropUnsupportedCells([doubted])).toEqual({ lines: [doubted], removed: 0 })
})

test('a part of a cell that a model found unsupported goes without the sign before the next part', () => {
  const marks = [mark('unsupported'), mark('supported')]
  const parts = row(' 9 points', marks[0] ?? '', '；在同领域', marks[1] ?? '', ' |')
  const { lines, removed } = dropUnsupportedCells([parts])
  expect(removed).toBe(1)
  expect(lines[0]?.sentences[0]?.parts).toEqual(['|', ' route |', ' ', '在同领域', mark('supported'), ' |'])
})

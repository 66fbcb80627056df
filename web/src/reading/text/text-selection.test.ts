import { expect, test } from 'vitest'
import { blockOf } from '../../testing/reading.ts'
import { selectionBetween, selectionOfBlock } from './text-selection.ts'

const box = (y: number) => ({ page: 2, x0: 0, y0: y, x1: 1, y1: y + 0.1 })
const blocks = [
  blockOf(4, 'The first line and the second line.', {
    start: 100,
    page: 2,
    boxes: [box(0.1)],
    lines: [
      { start: 0, box: box(0.1) },
      { start: 15, box: box(0.2) },
    ],
  }),
  blockOf(5, 'Running head', { type: 'other', start: 137 }),
  blockOf(6, 'Another paragraph.', { start: 137, page: 3, boxes: [{ ...box(0.5), page: 3 }] }),
]

test('a selection in one block has its words, its offsets in the whole text, and the boxes of its lines', () => {
  const selected = selectionBetween(
    { ordinal: 4, offset: 23 },
    { ordinal: 4, offset: 29 },
    blocks.slice(0, 1),
  )
  expect(selected).toMatchObject({
    quote: 'second',
    prefix: 'The first line and the ',
    suffix: ' line.',
    start: 123,
    end: 129,
    page: 2,
    boxes: [box(0.2)],
  })
})

test('a selection over blocks leaves out what is no text of the document', () => {
  const selected = selectionBetween({ ordinal: 4, offset: 30 }, { ordinal: 6, offset: 7 }, blocks)
  expect(selected).toMatchObject({ quote: 'line.\n\nAnother', start: 130, end: 144, page: 2 })
  expect(selected?.boxes.map(({ page }) => page)).toEqual([2, 3])
})

test('nothing is selected where no words are', () => {
  expect(selectionBetween({ ordinal: 5, offset: 0 }, { ordinal: 5, offset: 9 }, blocks.slice(1, 2))).toBe(
    undefined,
  )
  expect(selectionOfBlock(blockOf(1, ''))).toBe(undefined)
})

import { expect, test } from 'vitest'
import { boxesOf, canonicalText } from './canonical-text.ts'
import type { Block } from './document.ts'

const box = (y: number) => ({ page: 1, x0: 50, y0: y, x1: 300, y1: y + 12 })
const paragraph: Block = {
  type: 'paragraph',
  text: 'first line second line third',
  page: 1,
  boxes: [{ page: 1, x0: 50, y0: 100, x1: 300, y1: 142 }],
  lines: [
    { start: 0, box: box(100) },
    { start: 11, box: box(115) },
    { start: 23, box: box(130) },
  ],
}
const runningHead: Block = { type: 'other', text: 'Journal 12', page: 1, boxes: [] }

test('each block is found in the whole text at its offset, and running heads are not in it', () => {
  const blocks: Block[] = [
    { type: 'heading', level: 1, text: '引言', page: 1, boxes: [] },
    runningHead,
    paragraph,
  ]
  const { text, starts } = canonicalText(blocks)

  expect(text).toBe('引言\n\nfirst line second line third')
  expect(text.slice(starts[2])).toBe(paragraph.text)
  expect(starts).toEqual([0, 4, 4])
})

test('a quote is lit in the lines where it stands', () => {
  expect(boxesOf(paragraph, 6, 15).map(({ y0 }) => y0)).toEqual([100, 115])
  expect(boxesOf(paragraph, 23, 28).map(({ y0 }) => y0)).toEqual([130])
})

test('without lines the whole block is lit', () => {
  const { lines: _, ...whole } = paragraph
  expect(boxesOf(whole, 6, 15)).toEqual(paragraph.boxes)
})

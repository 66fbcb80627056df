import { expect, test } from 'vitest'
import { isWithin, mergeLines } from './boxes.ts'

const rect = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })

test('words of a line are one box, two lines are two, and empty ones fall away', () => {
  const words = [rect(10, 10, 40, 20), rect(42, 11, 80, 21), rect(0, 0, 0, 0), rect(10, 25, 30, 35)]
  expect(mergeLines(words)).toEqual([rect(10, 10, 80, 21), rect(10, 25, 30, 35)])
})

test('a raised number stays in its line, another column does not', () => {
  expect(mergeLines([rect(10, 10, 80, 22), rect(81, 8, 85, 15)])).toHaveLength(1)
  expect(mergeLines([rect(10, 10, 80, 20), rect(200, 10, 280, 20)])).toHaveLength(2)
})

test('a press is told to belong to what it fell on', () => {
  const boxes = [{ page: 2, x0: 0.1, y0: 0.1, x1: 0.5, y1: 0.2 }]
  expect([
    isWithin(boxes, 2, 0.3, 0.15),
    isWithin(boxes, 2, 0.6, 0.15),
    isWithin(boxes, 1, 0.3, 0.15),
  ]).toEqual([true, false, false])
})

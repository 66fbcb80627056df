import { expect, test } from 'vitest'
import {
  FULL_SCALE,
  layoutPages,
  pageAt,
  pagesNear,
  positionAt,
  positionTop,
  zoomScale,
  zoomStep,
} from './page-layout.ts'

const a4 = { width: 600, height: 800 }
const pages = (count: number) => Array.from({ length: count }, () => a4)

test('of 500 pages only those in view and one beside them are drawn', () => {
  const layout = layoutPages(pages(500), 1)
  expect(pagesNear(layout, 0, 900)).toEqual([0, 1, 2])
  expect(pagesNear(layout, 816 * 250, 900)).toEqual([249, 250, 251, 252])
  expect(pagesNear(layout, layout.height - 900, 900)).toEqual([497, 498, 499])
  expect(pagesNear(layoutPages([], 1), 0, 900)).toEqual([])
})

test('a place is the same page and share of it at every zoom', () => {
  const small = layoutPages(pages(20), 0.5)
  const large = layoutPages(pages(20), 3)
  const place = positionAt(small, positionTop(small, { page: 7, down: 0.25 }))
  expect(place).toEqual({ page: 7, down: 0.25 })
  expect(positionAt(large, positionTop(large, place))).toEqual(place)
})

test('the gap above a page belongs to it, and pages there are not to the nearest', () => {
  const layout = layoutPages(pages(3), 1)
  expect([0, 815, 816, 10_000, -5].map((y) => pageAt(layout, y))).toEqual([0, 0, 1, 2, 0])
  expect(positionTop(layout, { page: 9, down: 0 })).toBe(layout.tops[2])
})

test('pages fill the width, or show whole, and never vanish in a window without a size', () => {
  expect(zoomScale('width', a4, { width: 632, height: 400 })).toBe(1)
  expect(zoomScale('page', a4, { width: 632, height: 432 })).toBe(0.5)
  expect(zoomScale(1, a4, { width: 632, height: 400 })).toBe(FULL_SCALE)
  expect(zoomScale('width', a4, { width: 0, height: 0 })).toBeGreaterThan(0)
})

test('zooming goes to the next step from wherever it is', () => {
  expect([zoomStep(1, 1), zoomStep(1, -1), zoomStep(0.93, 1), zoomStep(4, 1), zoomStep(0.25, -1)]).toEqual([
    1.1, 0.9, 1, 4, 0.25,
  ])
})

import { expect, test } from 'vitest'
import { linkPosition } from './use-links.ts'

/** Pages of 600 × 800 points. */
const pdf = {
  getPage: async (page: number) => {
    if (page > 9) throw new Error('no such page')
    const convertToViewportPoint = (x: number, y: number) => [x, 800 - y]
    return { getViewport: () => ({ width: 600, height: 800, convertToViewportPoint }) }
  },
} as unknown as Parameters<typeof linkPosition>[0]
const ref = { num: 7, gen: 0 }
const at = (...dest: unknown[]) => linkPosition(pdf, { pageNumber: 3, dest })

test('a link leads to its height on the page, however the file says it', async () => {
  expect(await at(ref, { name: 'XYZ' }, 72, 200, null)).toEqual({ page: 3, down: 0.75 })
  expect(await at(ref, { name: 'FitH' }, 600)).toEqual({ page: 3, down: 0.25 })
  expect(await at(ref, { name: 'FitR' }, 10, 20, 300, 400)).toEqual({ page: 3, down: 0.5 })
})

test('a link that names no height, a wrong one, or a page that is not there leads to the top', async () => {
  const top = { page: 3, down: 0 }
  expect(await at(ref, { name: 'Fit' })).toEqual(top)
  expect(await at(ref, { name: 'XYZ' }, null, null, null)).toEqual(top)
  expect(await at(ref, { name: 'XYZ' }, 0, 9_000, null)).toEqual(top)
  expect(await linkPosition(pdf, { pageNumber: 3 })).toEqual(top)
  const dest = [ref, { name: 'FitH' }, 600]
  expect(await linkPosition(pdf, { pageNumber: 12, dest })).toEqual({ page: 12, down: 0 })
})

import { bottomOf, type PdfLine, topOf } from './lines.ts'
import type { Area } from './page-content.ts'

/** Returns the smallest value of any number of items, or infinity when there are none. */
export function minOf<T>(items: Iterable<T>, value: (item: T) => number): number {
  let smallest = Number.POSITIVE_INFINITY
  for (const item of items) smallest = Math.min(smallest, value(item))
  return smallest
}

/** Returns the largest value of any number of items, or minus infinity when there are none. */
export function maxOf<T>(items: Iterable<T>, value: (item: T) => number): number {
  let largest = Number.NEGATIVE_INFINITY
  for (const item of items) largest = Math.max(largest, value(item))
  return largest
}

/** Returns the rectangle around lines. */
export const boundingArea = (lines: readonly PdfLine[]): Area => ({
  x0: minOf(lines, ({ x0 }) => x0),
  x1: maxOf(lines, ({ x1 }) => x1),
  y0: minOf(lines, topOf),
  y1: maxOf(lines, bottomOf),
})

/** Appends a value to the list under a key. */
export function addToList<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

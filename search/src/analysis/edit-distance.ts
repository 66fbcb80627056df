/** Length of a row of the distance matrix: for words of up to 255 bytes and a few additional letters. */
const ROW_SIZE = 260
// The rows for the first n − 1, n and n + 1 letters of the first word.
let previousRow = new Uint8Array(ROW_SIZE)
let currentRow = new Uint8Array(ROW_SIZE)
let nextRow = new Uint8Array(ROW_SIZE)

/**
 * Returns whether two words are within `maxDistance` insertions, deletions, substitutions and transpositions of
 * neighbors (optimal string alignment, Damerau 1964). Words are arrays of single-byte letters; the second word is `b`
 * from `from` up to, not including, `end`. Only cells near the diagonal are computed, because others cannot be on a
 * sufficiently short path. False for words of `ROW_SIZE` letters or more. `maxDistance` is at most 254.
 */
export function isWithinDistance(
  a: Uint8Array,
  b: Uint8Array,
  from: number,
  end: number,
  maxDistance: number,
): boolean {
  const length = end - from
  if (Math.abs(a.length - length) > maxDistance || Math.max(a.length, length) >= ROW_SIZE) return false
  const beyond = maxDistance + 1
  for (let to = 0; to <= length; to += 1) currentRow[to] = Math.min(to, beyond)
  for (let at = 1; at <= a.length; at += 1) {
    if (fillNextRow(a, b, from, at, Math.min(length, at + maxDistance), beyond) > maxDistance) return false
    const unused = previousRow
    previousRow = currentRow
    currentRow = nextRow
    nextRow = unused
  }
  return (currentRow[length] ?? beyond) <= maxDistance
}

/** Returns whether two words are within `maxDistance` edits of each other, counted in bytes of UTF-8. */
export function areWithinDistance(one: string, other: string, maxDistance: number): boolean {
  const bytes = Buffer.from(other)
  return isWithinDistance(Buffer.from(one), bytes, 0, bytes.length, maxDistance)
}

/**
 * Fills the row for the first `at` letters of `a`, up to the column `last` of `b`, and returns its smallest distance.
 * Distances above the maximum are stored as `beyond`, which is one more.
 */
function fillNextRow(
  a: Uint8Array,
  b: Uint8Array,
  from: number,
  at: number,
  last: number,
  beyond: number,
): number {
  const first = Math.max(1, at - beyond + 1)
  let smallest = first === 1 ? Math.min(at, beyond) : beyond
  nextRow[first - 1] = smallest
  for (let to = first; to <= last; to += 1) {
    const cell = cellDistance(a, b, from, at, to)
    nextRow[to] = Math.min(cell, beyond)
    if (cell < smallest) smallest = cell
  }
  nextRow[last + 1] = beyond
  return smallest
}

/** Returns the distance between the first `at` letters of `a` and the first `to` of `b`. */
function cellDistance(a: Uint8Array, b: Uint8Array, from: number, at: number, to: number): number {
  const letterA = a[at - 1]
  const letterB = b[from + to - 1]
  const replaced = (currentRow[to - 1] ?? 0) + (letterA === letterB ? 0 : 1)
  const best = Math.min((currentRow[to] ?? 0) + 1, (nextRow[to - 1] ?? 0) + 1, replaced)
  const swapped = at > 1 && to > 1 && letterA === b[from + to - 2] && a[at - 2] === letterB
  return swapped ? Math.min(best, (previousRow[to - 2] ?? 0) + 1) : best
}

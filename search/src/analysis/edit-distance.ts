/** Room for a word of 255 bytes and the two letters that another one may have more. */
const ROOM = 260
let before = new Uint8Array(ROOM)
let row = new Uint8Array(ROOM)
let next = new Uint8Array(ROOM)

/**
 * Whether two words are at most `most` insertions, deletions, replacements and swaps of neighbours apart (optimal string
 * alignment, Damerau 1964). Words are bytes of single letters, `b` those of an array up to `end`. Only the
 * cells near the diagonal are looked at: the others cannot be on a way that is short enough.
 */
export function isNear(a: Uint8Array, b: Uint8Array, from: number, end: number, most: number): boolean {
  const length = end - from
  if (Math.abs(a.length - length) > most || Math.max(a.length, length) >= ROOM) return false
  const far = most + 1
  for (let to = 0; to <= length; to += 1) row[to] = Math.min(to, far)
  for (let at = 1; at <= a.length; at += 1) {
    if (fillNext(a, b, from, at, Math.min(length, at + most), far) > most) return false
    const free = before
    before = row
    row = next
    next = free
  }
  return (row[length] ?? far) <= most
}

/** The same of two words. */
export function areNear(one: string, other: string, most: number): boolean {
  const bytes = Buffer.from(other)
  return isNear(Buffer.from(one), bytes, 0, bytes.length, most)
}

/** Fills the row of the first `at` letters of `a`, up to the `last` of `b`; answers its least distance. */
function fillNext(a: Uint8Array, b: Uint8Array, from: number, at: number, last: number, far: number): number {
  const first = Math.max(1, at - far + 1)
  let least = first === 1 ? Math.min(at, far) : far
  next[first - 1] = least
  for (let to = first; to <= last; to += 1) {
    const cell = cellAt(a, b, from, at, to)
    next[to] = Math.min(cell, far)
    if (cell < least) least = cell
  }
  next[last + 1] = far
  return least
}

/** The distance of the first `at` letters of `a` from the first `to` of `b`. */
function cellAt(a: Uint8Array, b: Uint8Array, from: number, at: number, to: number): number {
  const own = a[at - 1]
  const other = b[from + to - 1]
  const changed = (row[to - 1] ?? 0) + (own === other ? 0 : 1)
  const best = Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, changed)
  const swapped = at > 1 && to > 1 && own === b[from + to - 2] && a[at - 2] === other
  return swapped ? Math.min(best, (before[to - 2] ?? 0) + 1) : best
}

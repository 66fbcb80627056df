import type { Work } from '@scinav/contract'

/** Objects keep at least this many fields, whatever `items` is; a paper of the library has fewer. */
const MIN_FIELD_LIMIT = 100

interface CutLimits {
  /** Maximum number of code points of a text. */
  text: number
  /** Maximum number of items of a list. */
  items: number
}

/** Returns a record with its texts and lists truncated to the limits; a truncated text ends in `…`. */
export const cutWork = <Record extends Work>(work: Record, limits: CutLimits): Record =>
  cutValue(work, limits) as Record

function cutValue(value: unknown, limits: CutLimits): unknown {
  if (typeof value === 'string') return cutText(value, limits.text)
  if (Array.isArray(value)) return value.slice(0, limits.items).map((each) => cutValue(each, limits))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).slice(0, Math.max(MIN_FIELD_LIMIT, limits.items))
  return Object.fromEntries(entries.map(([key, each]) => [key, cutValue(each, limits)]))
}

function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  // A code point has at most two UTF-16 units.
  const cut = [...text.slice(0, 2 * maxChars)].slice(0, maxChars).join('')
  return cut.length === text.length ? text : `${cut}…`
}

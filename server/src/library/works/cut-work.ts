import type { Work } from '@scinav/contract'

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
  const entries = Object.entries(value).slice(0, Math.max(MAX_FIELDS, limits.items))
  return Object.fromEntries(entries.map(([key, each]) => [key, cutValue(each, limits)]))
}

/** Minimum limit for the fields of an object; a paper of the library has fewer. */
const MAX_FIELDS = 100

function cutText(text: string, max_chars: number): string {
  if (text.length <= max_chars) return text
  const cut = [...text.slice(0, 2 * max_chars)].slice(0, max_chars).join('')
  return cut.length === text.length ? text : `${cut}…`
}

import type { LeafQuery, RangeQuery, SearchField } from './query.ts'

const DOTTED_RANGE = String.raw`(?<from>\d{1,9})?\s*\.\.+\s*(?<to>\d{1,9})?`
const SPANNED_RANGE = /(?<from2>\d{1,9})(?:\s*[-~–—]\s*|至|到)(?<to2>\d{1,9})/.source
const SINGLE_NUMBER = /(?<only>\d{1,9})/.source
const RANGE_VALUE = new RegExp(
  `(?:${SPANNED_RANGE}|${DOTTED_RANGE}|${SINGLE_NUMBER})年?(?![\\p{L}\\p{N}])`,
  'uy',
)

/**
 * Reads bounds at an index of a text: `2020..2024`, `..2024`, `2020-2024`, `2020`; returns null when there are none.
 */
export function readBoundsAt(
  text: string,
  at: number,
): { from: number | null; to: number | null; end: number } | null {
  RANGE_VALUE.lastIndex = at
  const groups = RANGE_VALUE.exec(text)?.groups
  if (!groups) return null
  const from = parseBound(groups.from2 ?? groups.from ?? groups.only)
  const to = parseBound(groups.to2 ?? groups.to ?? groups.only)
  return from === null && to === null ? null : { from, to, end: RANGE_VALUE.lastIndex }
}

function parseBound(written: string | undefined): number | null {
  return written === undefined ? null : Number(written)
}

/** Returns a range with its bounds in order. */
export function rangeQuery(field: SearchField, from: number | null, to: number | null): RangeQuery {
  const reversed = from !== null && to !== null && from > to
  return reversed ? { kind: 'range', field, from: to, to: from } : { kind: 'range', field, from, to }
}

/** Returns the range that a comparison with one number means. */
export function comparisonRange(field: SearchField, comparator: string, bound: number): RangeQuery {
  if (comparator.startsWith('>')) return rangeQuery(field, comparator === '>' ? bound + 1 : bound, null)
  return rangeQuery(field, null, comparator === '<' ? Math.max(bound - 1, 0) : bound)
}

/** Returns a word of a numeric field as a range; null when it is no number. */
export function wordRange(field: SearchField, query: LeafQuery): RangeQuery | null {
  if (query.kind !== 'word' && query.kind !== 'phrase') return null
  const bounds = readBoundsAt(query.text, 0)
  return bounds && bounds.end === query.text.length ? rangeQuery(field, bounds.from, bounds.to) : null
}

import type { LeafQuery, RangeQuery, SearchField } from './query.ts'

// The parts of `RANGE_VALUE`; the names of their groups must differ.
/** Matches `2020..2024`; either number may be missing. */
const DOTTED_RANGE = String.raw`(?<dotted_from>\d{1,9})?\s*\.\.+\s*(?<dotted_to>\d{1,9})?`
/** Matches `2020-2024` and `2020至2024`. */
const SPANNED_RANGE = /(?<spanned_from>\d{1,9})(?:\s*[-~–—]\s*|至|到)(?<spanned_to>\d{1,9})/.source
/** Source of the pattern for a single number. */
const SINGLE_NUMBER = /(?<only>\d{1,9})/.source
/**
 * Matches a range or a number at `lastIndex`, possibly followed by 年 (year), with no letter or digit after that:
 * `2020s` is no number. A single number is tried last, because every range may begin with one.
 */
const RANGE_VALUE = new RegExp(
  `(?:${SPANNED_RANGE}|${DOTTED_RANGE}|${SINGLE_NUMBER})年?(?![\\p{L}\\p{N}])`,
  'uy',
)

/**
 * Reads bounds at an index of a text: `2020..2024`, `..2024`, `2020-2024`, `2020`; returns null when there are none.
 * Both bounds are inclusive and in the order written, even a descending one; null means unbounded. `end` is the index
 * after them.
 */
export function readBoundsAt(
  text: string,
  at: number,
): { from: number | null; to: number | null; end: number } | null {
  RANGE_VALUE.lastIndex = at
  const groups = RANGE_VALUE.exec(text)?.groups
  if (!groups) return null
  const from = parseBound(groups.spanned_from ?? groups.dotted_from ?? groups.only)
  const to = parseBound(groups.spanned_to ?? groups.dotted_to ?? groups.only)
  return from === null && to === null ? null : { from, to, end: RANGE_VALUE.lastIndex }
}

/** Returns a bound as a number; null for an open end. */
function parseBound(written: string | undefined): number | null {
  return written === undefined ? null : Number(written)
}

/** Returns a range with its inclusive bounds in ascending order; null means unbounded. */
export function rangeQuery(field: SearchField, from: number | null, to: number | null): RangeQuery {
  const reversed = from !== null && to !== null && from > to
  return reversed ? { kind: 'range', field, from: to, to: from } : { kind: 'range', field, from, to }
}

/** The signs that compare a number; `:` and `=` state equality instead. */
export const COMPARATORS = ['>', '>=', '<', '<='] as const
/** A sign that begins an open range. */
export type Comparator = (typeof COMPARATORS)[number]

/** Returns the range that a comparison with one number means: `>2020` begins with 2021. */
export function comparisonRange(field: SearchField, comparator: Comparator, bound: number): RangeQuery {
  if (comparator.startsWith('>')) return rangeQuery(field, comparator === '>' ? bound + 1 : bound, null)
  return rangeQuery(field, null, comparator === '<' ? Math.max(bound - 1, 0) : bound)
}

/** Returns a word or phrase of a numeric field as a range; null when it is no number or range as a whole. */
export function wordRange(field: SearchField, query: LeafQuery): RangeQuery | null {
  if (query.kind !== 'word' && query.kind !== 'phrase') return null
  const bounds = readBoundsAt(query.text, 0)
  return bounds && bounds.end === query.text.length ? rangeQuery(field, bounds.from, bounds.to) : null
}

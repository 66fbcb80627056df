import type { Field, LeafQuery, RangeQuery } from './query.ts'

const dotted = String.raw`(?<from>\d{1,9})?\s*\.\.+\s*(?<to>\d{1,9})?`
const spanned = /(?<from2>\d{1,9})(?:\s*[-~–—]\s*|至|到)(?<to2>\d{1,9})/.source
const single = /(?<only>\d{1,9})/.source
const value = new RegExp(`(?:${spanned}|${dotted}|${single})年?(?![\\p{L}\\p{N}])`, 'uy')

/** Bounds written at an index of a text: `2020..2024`, `..2024`, `2020-2024`, `2020`; null where there are none. */
export function boundsAt(
  text: string,
  at: number,
): { from: number | null; to: number | null; end: number } | null {
  value.lastIndex = at
  const groups = value.exec(text)?.groups
  if (!groups) return null
  const from = numberOf(groups.from2 ?? groups.from ?? groups.only)
  const to = numberOf(groups.to2 ?? groups.to ?? groups.only)
  return from === null && to === null ? null : { from, to, end: value.lastIndex }
}

function numberOf(written: string | undefined): number | null {
  return written === undefined ? null : Number(written)
}

/** A range whose bounds are in order. */
export function rangeOf(field: Field, from: number | null, to: number | null): RangeQuery {
  const reversed = from !== null && to !== null && from > to
  return reversed ? { kind: 'range', field, from: to, to: from } : { kind: 'range', field, from, to }
}

/** The range that a comparison with one number means. */
export function comparisonOf(field: Field, comparator: string, bound: number): RangeQuery {
  if (comparator.startsWith('>')) return rangeOf(field, comparator === '>' ? bound + 1 : bound, null)
  return rangeOf(field, null, comparator === '<' ? Math.max(bound - 1, 0) : bound)
}

/** A word of a numeric field as a range; null where it is no number. */
export function rangeOfWord(field: Field, query: LeafQuery): RangeQuery | null {
  if (query.kind !== 'word' && query.kind !== 'phrase') return null
  const bounds = boundsAt(query.text, 0)
  return bounds && bounds.end === query.text.length ? rangeOf(field, bounds.from, bounds.to) : null
}

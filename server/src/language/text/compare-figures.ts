import { nameSameThings } from './counted-nouns.ts'
import { comparePlaces, type PlaceLikeness } from './figure-places.ts'
import type { Quantity } from './quantities.ts'

/** The share by which a figure called inexact may differ. */
const ROUGH_SHARE = 0.12
/** The share by which any figure may differ: binary fractions are inexact, and months differ in length. */
const TOLERANCE = 0.002

/** Tells whether two figures may mean the same: their values agree within rounding, and their units may. */
export function agrees(claimed: Quantity, known: Quantity): boolean {
  const { kind, unit } = known
  const isSameUnit = claimed.kind !== 'unit' || kind !== 'unit' || claimed.unit === unit
  if (!isSameUnit || (kind === 'ordinal' && claimed.kind !== 'ordinal')) return false
  // One value of a range: "at least 15 %" of 15–20 %.
  const isWithin = known.high > known.low && claimed.low >= known.low && claimed.high <= known.high
  if (isWithin) return true
  if (kind === 'year' && claimed.kind === 'year')
    return claimed.low === known.low && claimed.high === known.high
  return covers(claimed, known.low, known.high, known)
}

/** Tells whether a claimed figure stands for a value: rounded to its last digit, or nearly when it is called inexact. */
export function covers(claimed: Quantity, low: number, high: number, known?: Quantity): boolean {
  const isRough = claimed.is_rough || known?.is_rough === true
  const slack = Math.max(
    claimed.rounding,
    known?.rounding ?? 0,
    isRough ? ROUGH_SHARE * Math.max(Math.abs(low), Math.abs(claimed.low)) : 0,
    TOLERANCE * Math.abs(low),
  )
  return Math.abs(claimed.low - low) <= slack && Math.abs(claimed.high - high) <= slack
}

/** Tells whether two figures measure the same thing, so that one contradicts the other. */
export function measuresTheSame(one: Quantity, other: Quantity): boolean {
  if (one.kind !== other.kind) return isShareLike(one.kind, other.kind)
  if (one.kind === 'count' || one.kind === 'ordinal') return nameSameThings(one.unit, other.unit)
  return one.kind !== 'unit' || one.unit === other.unit
}

/** Tells whether figures of two kinds are in per cent, of which one may be written for the other. */
const isShareLike = (one: Quantity['kind'], other: Quantity['kind']) =>
  [one, other].every((kind) => kind === 'share' || kind === 'points')

/** Two figures are in the same place from this weight of common neighbours on: a word of content and a joining word. */
const MIN_PLACE_WEIGHT = 1.25
/** Kinds that are written with and without their unit. */
const BARE_KINDS: ReadonlySet<Quantity['kind']> = new Set(['share', 'points', 'score', 'count'])

/** Tells whether a figure stands between the same words as another one. */
export function isInPlaceOf(one: Quantity, other: Quantity): boolean {
  const areBare = BARE_KINDS.has(one.kind) && BARE_KINDS.has(other.kind)
  const areOrdinal = one.kind === 'ordinal' && other.kind === 'ordinal'
  if (!areBare && !areOrdinal && !measuresTheSame(one, other)) return false
  return placeWeight(comparePlaces(one.place, other.place)) >= MIN_PLACE_WEIGHT
}

/** Returns how much two places have in common, on both sides together. */
export const placeWeight = ({ before, after }: PlaceLikeness): number => before + after

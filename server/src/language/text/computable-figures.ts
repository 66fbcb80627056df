import { covers } from './compare-figures.ts'
import type { Quantity } from './quantities.ts'

/** Tells whether a figure follows from those of a source by one step of arithmetic. */
export function isComputable(claimed: Quantity, known: Quantity[]): boolean {
  const comparable = known.filter(({ kind }) => kind === claimed.kind || areScores(kind, claimed.kind))
  return isComputableFrom(
    claimed,
    comparable.flatMap(({ low, high }) => (low === high ? [low] : [low, high])),
  )
}

/**
 * Tells whether figures of two kinds can be computed from each other: points are the difference of shares or scores.
 */
const areScores = (one: Quantity['kind'], other: Quantity['kind']) =>
  [one, other].every((kind) => kind === 'share' || kind === 'points' || kind === 'score')

/** Bounds the figures that are compared and computed with, which takes quadratic time and more. */
export const MAX_VALUES = 20

/** Tells whether a value is the sum of several values in a row, the difference or ratio of two, or a complement. */
function isComputableFrom(claimed: Quantity, values: number[]): boolean {
  const compared = values.slice(0, MAX_VALUES)
  const complements = claimed.kind === 'share' ? compared.map((value) => 100 - value) : []
  const derived = [...sumsInRow(compared), ...pairResults(compared), ...complements]
  return derived.some((value) => covers(claimed, value, value))
}

/** Returns the sums of two or more values in a row. */
const sumsInRow = (values: number[]): number[] =>
  values.flatMap((first, at) => {
    let sum = first
    return values.slice(at + 1).map((next) => (sum += next))
  })

/** Returns the differences and ratios of different values. */
const pairResults = (values: number[]): number[] =>
  values.flatMap((one) =>
    values
      .filter((other) => other !== one)
      .flatMap((other) => [Math.abs(one - other), ...(other === 0 ? [] : [one / other])]),
  )

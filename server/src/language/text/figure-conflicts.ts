import { type Quantity, readQuantities } from './quantities.ts'

/** The texts that a claim rests on. */
interface FigureSource {
  /** The cited sentence: only its figures contradict. */
  cited: string
  /** Whatever else may state a figure of the claim: the passage, the title and the record of its paper. */
  context: string
}

/** The share by which a figure called inexact may differ. */
const ROUGH_SHARE = 0.12

/**
 * Returns the figures of a claim, as it writes them, that its source contradicts: the source nowhere states them, nor
 * figures from which they follow, and the cited sentence has another figure of the same unit that the claim leaves out.
 * A figure that the source merely does not mention is no conflict.
 */
export function figureConflicts(claim: string, { cited, context }: FigureSource): string[] {
  const claimed = readQuantities(claim)
  const known = readQuantities(`${cited}\n${context}`)
  const unstated = claimed.filter((figure) => !isStated(figure, known))
  if (unstated.length === 0) return []
  const unused = readQuantities(cited).filter((figure) => !claimed.some((other) => agrees(other, figure)))
  return unstated
    .filter((figure) => unused.some((other) => measuresTheSame(figure, other)))
    .map(({ text }) => text)
}

/** Tells whether a source states a figure, or others from which it follows by one step of arithmetic. */
function isStated(claimed: Quantity, known: Quantity[]): boolean {
  if (known.some((each) => agrees(claimed, each))) return true
  const same = known.filter(({ kind }) => kind === claimed.kind || isShareLike(kind, claimed.kind))
  return follows(
    claimed,
    same.map(({ low }) => low),
  )
}

const isShareLike = (one: Quantity['kind'], other: Quantity['kind']) =>
  [one, other].every((kind) => kind === 'share' || kind === 'points')

/** Tells whether a value is the sum of several values in a row, the difference or ratio of two, or a complement. */
function follows(claimed: Quantity, values: number[]): boolean {
  const few = values.slice(0, MAX_VALUES)
  const complements = claimed.kind === 'share' ? few.map((value) => 100 - value) : []
  const derived = [...sumsInRow(few), ...pairResults(few), ...complements]
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

/** Bounds the arithmetic, which is quadratic in the figures of a passage. */
const MAX_VALUES = 20

/** Tells whether two figures may mean the same: their values agree within rounding, and their units may. */
function agrees(claimed: Quantity, known: Quantity): boolean {
  const { kind, unit } = known
  const isSameUnit = claimed.kind !== 'unit' || kind !== 'unit' || claimed.unit === unit
  if (!isSameUnit) return false
  // One value of a range: "at least 15 %" of 15–20 %.
  const isWithin = known.high > known.low && claimed.low >= known.low && claimed.high <= known.high
  return isWithin || covers(claimed, known.low, known.high, known)
}

/** Tells whether a claimed figure stands for a value: rounded to its last digit, or nearly when it is called inexact. */
function covers(claimed: Quantity, low: number, high: number, known?: Quantity): boolean {
  const isRough = claimed.is_rough || known?.is_rough === true
  const slack = Math.max(
    claimed.rounding,
    known?.rounding ?? 0,
    isRough ? ROUGH_SHARE * Math.max(Math.abs(low), Math.abs(claimed.low)) : 0,
    TOLERANCE * Math.abs(low),
  )
  return Math.abs(claimed.low - low) <= slack && Math.abs(claimed.high - high) <= slack
}
/** Allows for binary fractions and the varying length of months. */
const TOLERANCE = 0.002

/** Tells whether two figures measure the same thing, so that one contradicts the other. */
function measuresTheSame(one: Quantity, other: Quantity): boolean {
  if (one.kind !== other.kind) return isShareLike(one.kind, other.kind)
  if (one.kind === 'count') return isSameNoun(one.unit, other.unit)
  return one.kind !== 'unit' || one.unit === other.unit
}

/** Tells whether what is counted is named by the same word. */
function isSameNoun(one: string, other: string): boolean {
  if (one === '' || other === '') return false
  const words = new Set(nounStems(other))
  return nounStems(one).some((word) => words.has(word))
}

const nounStems = (noun: string): string[] =>
  /\p{Script=Han}/u.test(noun)
    ? [noun]
    : noun.split(' ').flatMap((word) => (word.length > 3 ? [word.replace(/(?:ies|s)$/, '')] : []))

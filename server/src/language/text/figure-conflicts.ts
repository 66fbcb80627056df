import { nameSameThings } from './counted-nouns.ts'
import { comparePlaces, type PlaceLikeness } from './figure-places.ts'
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
/** The share by which any figure may differ: binary fractions are inexact, and months differ in length. */
const TOLERANCE = 0.002
/** Bounds the figures that are compared and computed with, which takes quadratic time and more. */
const MAX_VALUES = 20

/**
 * Returns the figures of a claim, as it writes them, that its source contradicts, in one of these ways:
 *
 * - the source nowhere states the figure, nor figures from which it follows, and the cited sentence has another figure
 *   of the same unit that the claim leaves out;
 * - the claim puts another figure into the place of one of the cited sentence;
 * - it exchanges two figures of the cited sentence;
 * - it calls a figure the least value that the cited sentence calls the greatest, or the other way round.
 *
 * A figure that the source merely does not mention is no conflict.
 */
export function figureConflicts(claim: string, { cited, context }: FigureSource): string[] {
  const claimed = readQuantities(claim)
  if (claimed.length === 0) return []
  const citedFigures = readQuantities(cited)
  const known = [...citedFigures, ...readQuantities(context)]
  const unusedFigures = citedFigures.filter((figure) => !claimed.some((other) => agrees(other, figure)))
  const exchanged = exchangedFigures(claimed.slice(0, MAX_VALUES), citedFigures.slice(0, MAX_VALUES))
  return claimed
    .filter(
      (figure) =>
        exchanged.has(figure) ||
        isReversed(figure, citedFigures) ||
        isReplaced(figure, { citedFigures, known, unusedFigures }),
    )
    .map(({ text }) => text)
}

/** The figures of a source. */
interface KnownFigures {
  /** Those of the cited sentence. */
  citedFigures: Quantity[]
  /** All of them. */
  known: Quantity[]
  /** Those of the cited sentence that the claim leaves out. */
  unusedFigures: Quantity[]
}

/** Tells whether a claim has a figure instead of another one of its source. */
function isReplaced(claimed: Quantity, { citedFigures, known, unusedFigures }: KnownFigures): boolean {
  if (unusedFigures.length === 0) return false
  if (citedFigures.some((figure) => agrees(claimed, figure))) return false
  if (known.some((figure) => agrees(claimed, figure) && mayMeanTheSame(claimed, figure))) return false
  const rivals = unusedFigures.filter((figure) => isInPlaceOf(claimed, figure))
  if (rivals.some(({ place }) => isLikeOnBothSides(comparePlaces(claimed.place, place)))) return true
  // A sum, or a difference, may stand beside the same words as the figures that it was computed from.
  if (isComputable(claimed, known)) return false
  return rivals.length > 0 || unusedFigures.some((figure) => measuresTheSame(claimed, figure))
}

const isLikeOnBothSides = ({ before, after }: PlaceLikeness): boolean => before > 0 && after > 0

/**
 * Tells whether two equal figures may mean the same: two counts do not when the things counted have different names.
 */
const mayMeanTheSame = (one: Quantity, other: Quantity): boolean =>
  one.kind !== 'count' ||
  other.kind !== 'count' ||
  one.unit === '' ||
  other.unit === '' ||
  nameSameThings(one.unit, other.unit) ||
  weightOf(comparePlaces(one.place, other.place)) > 0

/** Two figures are in the same place from this weight of common neighbours on: a word of content and a joining word. */
const MIN_PLACE_WEIGHT = 1.25
/** Kinds that are written with and without their unit. */
const BARE_KINDS: ReadonlySet<Quantity['kind']> = new Set(['share', 'points', 'score', 'count'])

/** Returns how much two places have in common. */
const weightOf = ({ before, after }: PlaceLikeness): number => before + after

/** Tells whether a figure stands between the same words as another one. */
function isInPlaceOf(one: Quantity, other: Quantity): boolean {
  const areBare = BARE_KINDS.has(one.kind) && BARE_KINDS.has(other.kind)
  const areOrdinal = one.kind === 'ordinal' && other.kind === 'ordinal'
  if (!areBare && !areOrdinal && !measuresTheSame(one, other)) return false
  return weightOf(comparePlaces(one.place, other.place)) >= MIN_PLACE_WEIGHT
}

/** A figure of a claim that the cited sentence has too (`origin`), but that stands where that one has `replaced`. */
interface FigureMove {
  figure: Quantity
  origin: Quantity
  replaced: Quantity
}

/** Returns the figures of a claim that have changed places: each stands where the cited sentence has the other. */
function exchangedFigures(claimed: Quantity[], citedFigures: Quantity[]): Set<Quantity> {
  const moves = claimed.flatMap((figure) => movesOf(figure, citedFigures))
  const isMutual = ({ origin, replaced }: FigureMove) =>
    moves.some((other) => other.origin === replaced && other.replaced === origin)
  return new Set(moves.filter(isMutual).map(({ figure }) => figure))
}

/** Returns each way in which a figure of a claim stands in the place of another figure. */
function movesOf(figure: Quantity, citedFigures: Quantity[]): FigureMove[] {
  const origins = citedFigures.filter((origin) => agrees(figure, origin) && !isSamePlace(figure, origin))
  const replaced = citedFigures.filter((other) => !agrees(figure, other) && isSamePlace(figure, other))
  return origins.flatMap((origin) => replaced.map((other) => ({ figure, origin, replaced: other })))
}

const isSamePlace = (one: Quantity, other: Quantity): boolean =>
  isInPlaceOf(one, other) ||
  (one.kind === 'count' && other.kind === 'count' && nameSameThings(one.unit, other.unit))

/** Tells whether a claim reverses a bound of the cited sentence: at least 15 % instead of at most 15 %. */
function isReversed(claimed: Quantity, citedFigures: Quantity[]): boolean {
  const equal = citedFigures.filter((figure) => agrees(claimed, figure) && measuresTheSame(claimed, figure))
  return (
    claimed.bound !== null &&
    equal.length > 0 &&
    equal.every(({ bound }) => bound !== null && bound !== claimed.bound)
  )
}

/** Tells whether a figure follows from those of a source by one step of arithmetic. */
function isComputable(claimed: Quantity, known: Quantity[]): boolean {
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

/** Tells whether figures of two kinds are in per cent, of which one may be written for the other. */
const isShareLike = (one: Quantity['kind'], other: Quantity['kind']) =>
  [one, other].every((kind) => kind === 'share' || kind === 'points')

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

/** Tells whether two figures may mean the same: their values agree within rounding, and their units may. */
function agrees(claimed: Quantity, known: Quantity): boolean {
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

/** Tells whether two figures measure the same thing, so that one contradicts the other. */
function measuresTheSame(one: Quantity, other: Quantity): boolean {
  if (one.kind !== other.kind) return isShareLike(one.kind, other.kind)
  if (one.kind === 'count' || one.kind === 'ordinal') return nameSameThings(one.unit, other.unit)
  return one.kind !== 'unit' || one.unit === other.unit
}

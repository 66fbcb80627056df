import { agrees, isInPlaceOf, measuresTheSame, placeWeight } from './compare-figures.ts'
import { isComputable, MAX_VALUES } from './computable-figures.ts'
import { nameSameThings } from './counted-nouns.ts'
import { exchangedFigures } from './exchanged-figures.ts'
import { comparePlaces, type PlaceLikeness } from './figure-places.ts'
import { type Quantity, readQuantities } from './quantities.ts'

/** The texts that a claim rests on. */
interface FigureSource {
  /** The cited sentence: only its figures contradict. */
  cited: string
  /** Whatever else may state a figure of the claim: the passage, the title and the record of its paper. */
  context: string
}

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
  placeWeight(comparePlaces(one.place, other.place)) > 0

/** Tells whether a claim reverses a bound of the cited sentence: at least 15 % instead of at most 15 %. */
function isReversed(claimed: Quantity, citedFigures: Quantity[]): boolean {
  const equal = citedFigures.filter((figure) => agrees(claimed, figure) && measuresTheSame(claimed, figure))
  return (
    claimed.bound !== null &&
    equal.length > 0 &&
    equal.every(({ bound }) => bound !== null && bound !== claimed.bound)
  )
}

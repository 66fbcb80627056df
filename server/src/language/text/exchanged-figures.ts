import { agrees, isInPlaceOf } from './compare-figures.ts'
import { nameSameThings } from './counted-nouns.ts'
import type { Quantity } from './quantities.ts'

/** A figure of a claim that the cited sentence has too (`origin`), but that stands where that one has `replaced`. */
interface FigureMove {
  figure: Quantity
  origin: Quantity
  replaced: Quantity
}

/** Returns the figures of a claim that have changed places: each stands where the cited sentence has the other. */
export function exchangedFigures(claimed: Quantity[], citedFigures: Quantity[]): Set<Quantity> {
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

/** Tells whether two figures stand in the same place, or count the same things. */
const isSamePlace = (one: Quantity, other: Quantity): boolean =>
  isInPlaceOf(one, other) ||
  (one.kind === 'count' && other.kind === 'count' && nameSameThings(one.unit, other.unit))

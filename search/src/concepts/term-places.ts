import { type Plan, writtenPart } from '../planning/plan.ts'

/** Positions of each term of a text, ascending. */
export type TermPlaces = Map<string, number[]>

/** Joins the terms of two texts; terms of different texts are never adjacent. */
export function joinTermPlaces(one: TermPlaces, other: TermPlaces): TermPlaces {
  const base =
    [...one.values()].reduce((last, places) => Math.max(last, places.at(-1) ?? 0), 0) + TEXT_DISTANCE
  const joined: TermPlaces = new Map(one)
  for (const [term, places] of other)
    joined.set(term, [...(one.get(term) ?? []), ...places.map((place) => base + place)])
  return joined
}

/** Number of positions between two texts. */
const TEXT_DISTANCE = 16

/** Returns whether a text contains what a plan searches for, in the original words or in those of a translation. */
export function statesPlan(terms: TermPlaces, plan: Plan): boolean {
  switch (plan.op) {
    case 'term':
      return terms.has(plan.term)
    case 'phrase':
      return hasPhrase(terms, plan.parts)
    case 'prefix':
      return [...terms.keys()].some((term) => term.startsWith(plan.prefix))
    case 'or':
      return plan.parts.some((part) => statesPlan(terms, part))
    case 'and':
      return plan.parts.every((part) => statesPlan(terms, part)) && areClose(terms, plan.parts)
    case 'min_should_match':
      return plan.parts.every((part) => statesPlan(terms, part))
    case 'boost':
      return statesPlan(terms, plan.part)
    default:
      return false
  }
}

const hasPhrase = (terms: TermPlaces, parts: PhraseTerms): boolean =>
  findPhrasePlaces(terms, parts).length > 0

/** Terms at offsets from the first one. */
type PhraseTerms = { term: string; offset: number }[]

/** Returns the positions at which a phrase begins. */
function findPhrasePlaces(terms: TermPlaces, parts: PhraseTerms): number[] {
  const [first, ...others] = parts
  if (!first) return []
  const places = others.map(({ term, offset }) => ({ offset, at: new Set(terms.get(term)) }))
  return (terms.get(first.term) ?? []).filter((start) =>
    places.every(({ offset, at }) => at.has(start - first.offset + offset)),
  )
}

/** Maximum distance in characters between the words of a Chinese term, in either order: 抽取实体之间的关系. */
const MAX_CHARACTER_DISTANCE = 6
const HAN_CHARACTER = /\p{Script=Han}/u

/**
 * Returns whether the Chinese words of one term occur near each other: a question about 社会资本 must not be answered with
 * 社会学 and 资本主义. A search finds papers that have them anywhere. Words that are not Chinese count as near anywhere.
 */
export function areClose(terms: TermPlaces, parts: Plan[]): boolean {
  const places = parts.map((part) => findChinesePlaces(terms, writtenPart(part)))
  if (places.some((each) => each.length === 0)) return true
  const [first = [], ...others] = places
  const reached = others.reduce((before, next) => {
    const around = new Set(before.flatMap(nearbyPlaces))
    return next.filter((place) => around.has(place))
  }, first)
  return reached.length > 0
}

const nearbyPlaces = (place: number): number[] =>
  Array.from({ length: 2 * MAX_CHARACTER_DISTANCE + 1 }, (_, at) => place - MAX_CHARACTER_DISTANCE + at)

/** Returns the positions of a Chinese word in a text; none for words of other languages. */
function findChinesePlaces(terms: TermPlaces, plan: Plan): number[] {
  if (plan.op === 'term') return HAN_CHARACTER.test(plan.term) ? (terms.get(plan.term) ?? []) : []
  if (plan.op !== 'phrase' || !plan.parts.every(({ term }) => HAN_CHARACTER.test(term))) return []
  return findPhrasePlaces(terms, plan.parts)
}

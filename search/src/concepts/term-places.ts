import { type Plan, writtenPart } from '../planning/plan.ts'

/** The positions of each term of a text, ascending, as the index counts them. */
export type TermPlaces = Map<string, number[]>

/** Number of positions between two texts, more than `MAX_CHARACTER_DISTANCE`. */
const TEXT_DISTANCE = 16

/** Joins the terms of two texts; terms of different texts are never adjacent. */
export function joinTermPlaces(one: TermPlaces, other: TermPlaces): TermPlaces {
  const base =
    [...one.values()].reduce((last, positions) => Math.max(last, positions.at(-1) ?? 0), 0) + TEXT_DISTANCE
  const joined: TermPlaces = new Map(one)
  for (const [term, positions] of other)
    joined.set(term, [...(one.get(term) ?? []), ...positions.map((position) => base + position)])
  return joined
}

/**
 * Returns whether a text contains what a plan searches for, in the original words or in those of a translation; false
 * for plans that search for no text, such as ranges.
 */
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

/** The terms of a phrase with their positions relative to each other. */
type PhraseTerms = { term: string; offset: number }[]

/** Returns whether the terms of a phrase stand at their offsets from each other anywhere. */
const hasPhrase = (terms: TermPlaces, parts: PhraseTerms): boolean =>
  findPhraseStarts(terms, parts).length > 0

/** Returns the positions of the first term of each occurrence of a phrase. */
function findPhraseStarts(terms: TermPlaces, parts: PhraseTerms): number[] {
  const [first, ...others] = parts
  if (!first) return []
  const followers = others.map(({ term, offset }) => ({ offset, positions: new Set(terms.get(term)) }))
  return (terms.get(first.term) ?? []).filter((start) =>
    followers.every(({ offset, positions }) => positions.has(start - first.offset + offset)),
  )
}

/** Maximum distance in characters between the words of a Chinese term, in either order: 抽取实体之间的关系. */
const MAX_CHARACTER_DISTANCE = 6
const HAN_CHARACTER = /\p{Script=Han}/u

/**
 * Returns whether the Chinese words of one term occur near each other, each near the one before: a question about
 * 社会资本 must not be answered with 社会学 and 资本主义, although a search finds papers that have them anywhere. True when a
 * part is not Chinese or does not occur.
 */
export function areClose(terms: TermPlaces, parts: Plan[]): boolean {
  const startsByWord = parts.map((part) => findChineseStarts(terms, writtenPart(part)))
  if (startsByWord.some((starts) => starts.length === 0)) return true
  const [firstStarts = [], ...others] = startsByWord
  let reached = firstStarts
  for (const starts of others) {
    const nearby = new Set(reached.flatMap(nearbyPositions))
    reached = starts.filter((start) => nearby.has(start))
  }
  return reached.length > 0
}

/** Returns the positions within `MAX_CHARACTER_DISTANCE` of a position, in ascending order. */
const nearbyPositions = (position: number): number[] =>
  Array.from({ length: 2 * MAX_CHARACTER_DISTANCE + 1 }, (_, at) => position - MAX_CHARACTER_DISTANCE + at)

/** Returns the positions at which a Chinese word begins in a text; [] for words of other languages. */
function findChineseStarts(terms: TermPlaces, plan: Plan): number[] {
  if (plan.op === 'term') return HAN_CHARACTER.test(plan.term) ? (terms.get(plan.term) ?? []) : []
  if (plan.op !== 'phrase' || !plan.parts.every(({ term }) => HAN_CHARACTER.test(term))) return []
  return findPhraseStarts(terms, plan.parts)
}

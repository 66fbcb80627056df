import type { NearPlan, PhrasePlan, PlacedPlan, TermPlan } from '../planning/plan.ts'
import type { TextField } from './mapping.ts'
import { anyOf, maskTexts, type OpenSearchQuery } from './query.ts'
import { encodeTerm } from './term-text.ts'

/** Terms of a phrase with their offsets from the first one. */
type PhraseTerms = PhrasePlan['parts']

/** Matches two sides within a distance of each other, counted between their beginnings, in one text. */
export function nearQuery({ left, right, distance, mask }: NearPlan): OpenSearchQuery {
  const queries = placedLeaves(left).flatMap((one) =>
    placedLeaves(right).flatMap((other) =>
      maskTexts(mask & one.mask & other.mask).flatMap((field) => [
        ...followedByQueries(field, leafTerms(one), leafTerms(other), distance),
        ...followedByQueries(field, leafTerms(other), leafTerms(one), distance),
      ]),
    ),
  )
  return anyOf(queries)
}

type PlacedLeaf = TermPlan | PhrasePlan

const placedLeaves = (plan: PlacedPlan): PlacedLeaf[] =>
  plan.op === 'or' ? plan.parts.flatMap(placedLeaves) : [plan]

const leafTerms = (leaf: PlacedLeaf): PhraseTerms =>
  leaf.op === 'term' ? [{ term: leaf.term, offset: 0 }] : leaf.parts.toSorted((a, b) => a.offset - b.offset)

const termsWidth = (parts: PhraseTerms) => (parts.at(-1)?.offset ?? 0) + 1

/** Matches `second` when it begins 1 to `distance` positions after the beginning of `first`. */
function followedByQueries(
  field: TextField,
  first: PhraseTerms,
  second: PhraseTerms,
  distance: number,
): OpenSearchQuery[] {
  const width = termsWidth(first)
  const queries: OpenSearchQuery[] = []
  for (let behind = 1; behind < width && behind <= distance; behind += 1)
    queries.push(spanQuery(field, joinPositions(first, second, behind)))
  if (distance >= width)
    queries.push({
      span_near: {
        clauses: [spanQuery(field, termsByPosition(first)), spanQuery(field, termsByPosition(second))],
        slop: distance - width,
        in_order: true,
      },
    })
  return queries
}

/** Terms by position; all terms of a position have to occur there. */
type TermsByPosition = Map<number, Set<string>>

const termsByPosition = (parts: PhraseTerms): TermsByPosition => joinPositions(parts, [], 0)

function joinPositions(first: PhraseTerms, second: PhraseTerms, behind: number): TermsByPosition {
  const places: TermsByPosition = new Map()
  const shifted = second.map(({ term, offset }) => ({ term, offset: offset + behind }))
  for (const { term, offset } of [...first, ...shifted])
    places.set(offset, (places.get(offset) ?? new Set()).add(encodeTerm(term)))
  return places
}

/** Matches terms at their positions, with gaps where none is required. */
function spanQuery(field: TextField, places: TermsByPosition): OpenSearchQuery {
  const clauses: OpenSearchQuery[] = []
  let next = 0
  for (const place of [...places.keys()].sort((a, b) => a - b)) {
    if (place > next && clauses.length > 0) clauses.push({ span_gap: { [field]: place - next } })
    clauses.push(samePositionQuery(field, [...(places.get(place) ?? [])]))
    next = place + 1
  }
  const [first] = clauses
  return first && clauses.length === 1 ? first : { span_near: { clauses, slop: 0, in_order: true } }
}

/** Matches several terms at the same position: one-word spans nested within each other. */
function samePositionQuery(field: TextField, terms: string[]): OpenSearchQuery {
  const [first = { match_none: {} }, ...others] = terms.map(
    (value): OpenSearchQuery => ({ span_term: { [field]: { value } } }),
  )
  return others.reduce((big, little) => ({ span_within: { big, little } }), first)
}

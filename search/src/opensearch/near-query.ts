import type { NearPlan, PhrasePlan, PlacedPlan, TermPlan } from '../planning/plan.ts'
import type { TextField } from './mapping.ts'
import { anyOf, maskTexts, type OpenSearchQuery } from './query.ts'
import { encodeTerm } from './term-text.ts'

/** Terms of a phrase with their offsets from the first one. */
type PhraseTerms = PhrasePlan['parts']

/** Builds the query of a NEAR condition: both sides in one text, their beginnings within a distance of each other. */
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

/** One term or phrase of a side. */
type PlacedLeaf = TermPlan | PhrasePlan

/** Returns the leaves of a plan, of which any may match. */
const placedLeaves = (plan: PlacedPlan): PlacedLeaf[] =>
  plan.op === 'or' ? plan.parts.flatMap(placedLeaves) : [plan]

/** Returns the terms of a leaf in the order of their offsets. */
const leafTerms = (leaf: PlacedLeaf): PhraseTerms =>
  leaf.op === 'term' ? [{ term: leaf.term, offset: 0 }] : leaf.parts.toSorted((a, b) => a.offset - b.offset)

/** Returns the number of positions that terms in order of their offsets span. */
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
  for (let shift = 1; shift < width && shift <= distance; shift += 1)
    queries.push(spanQuery(field, joinPositions(first, second, shift)))
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

/** Returns the terms of a phrase by position. */
const termsByPosition = (parts: PhraseTerms): TermsByPosition => joinPositions(parts, [], 0)

/** Returns the terms of `first` with those of `second`, which begins `shift` positions after it. */
function joinPositions(first: PhraseTerms, second: PhraseTerms, shift: number): TermsByPosition {
  const termsAt: TermsByPosition = new Map()
  const shifted = second.map(({ term, offset }) => ({ term, offset: offset + shift }))
  for (const { term, offset } of [...first, ...shifted])
    termsAt.set(offset, (termsAt.get(offset) ?? new Set()).add(encodeTerm(term)))
  return termsAt
}

/** Matches terms at their positions, with gaps where none is required. */
function spanQuery(field: TextField, termsAt: TermsByPosition): OpenSearchQuery {
  const clauses: OpenSearchQuery[] = []
  let next = 0
  for (const position of [...termsAt.keys()].sort((a, b) => a - b)) {
    if (position > next && clauses.length > 0) clauses.push({ span_gap: { [field]: position - next } })
    clauses.push(samePositionQuery(field, [...(termsAt.get(position) ?? [])]))
    next = position + 1
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

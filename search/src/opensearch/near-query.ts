import type { NearPlan, PhrasePlan, Placed, TermPlan } from '../planning/plan.ts'
import type { TextField } from './mapping.ts'
import { anyOf, type Query, textsOf } from './query.ts'
import { sentTerm } from './term-text.ts'

/** What stands in a text: terms by their distance from the first. */
type Parts = PhrasePlan['parts']

/** Both sides within a distance of each other, counted from where each begins, in one text. */
export function nearQuery({ left, right, distance, mask }: NearPlan): Query {
  const queries = leavesOf(left).flatMap((one) =>
    leavesOf(right).flatMap((other) =>
      textsOf(mask & one.mask & other.mask).flatMap((field) => [
        ...followed(field, partsOf(one), partsOf(other), distance),
        ...followed(field, partsOf(other), partsOf(one), distance),
      ]),
    ),
  )
  return anyOf(queries)
}

type PlacedLeaf = TermPlan | PhrasePlan

const leavesOf = (plan: Placed): PlacedLeaf[] => (plan.op === 'or' ? plan.parts.flatMap(leavesOf) : [plan])

const partsOf = (leaf: PlacedLeaf): Parts =>
  leaf.op === 'term' ? [{ term: leaf.term, offset: 0 }] : leaf.parts.toSorted((a, b) => a.offset - b.offset)

const widthOf = (parts: Parts) => (parts.at(-1)?.offset ?? 0) + 1

/** `second` begins 1 to `distance` places behind where `first` begins. */
function followed(field: TextField, first: Parts, second: Parts, distance: number): Query[] {
  const width = widthOf(first)
  const queries: Query[] = []
  for (let behind = 1; behind < width && behind <= distance; behind += 1)
    queries.push(spanOf(field, joined(first, second, behind)))
  if (distance >= width)
    queries.push({
      span_near: {
        clauses: [spanOf(field, placesOf(first)), spanOf(field, placesOf(second))],
        slop: distance - width,
        in_order: true,
      },
    })
  return queries
}

/** Terms by their place, of which all have to stand there. */
type Places = Map<number, Set<string>>

const placesOf = (parts: Parts): Places => joined(parts, [], 0)

function joined(first: Parts, second: Parts, behind: number): Places {
  const places: Places = new Map()
  const shifted = second.map(({ term, offset }) => ({ term, offset: offset + behind }))
  for (const { term, offset } of [...first, ...shifted])
    places.set(offset, (places.get(offset) ?? new Set()).add(sentTerm(term)))
  return places
}

/** Terms at their places, with gaps where none is asked for. */
function spanOf(field: TextField, places: Places): Query {
  const clauses: Query[] = []
  let next = 0
  for (const place of [...places.keys()].sort((a, b) => a - b)) {
    if (place > next && clauses.length > 0) clauses.push({ span_gap: { [field]: place - next } })
    clauses.push(together(field, [...(places.get(place) ?? [])]))
    next = place + 1
  }
  const [first] = clauses
  return first && clauses.length === 1 ? first : { span_near: { clauses, slop: 0, in_order: true } }
}

/** Terms at one and the same place: spans of one word within each other. */
function together(field: TextField, terms: string[]): Query {
  const [first = { match_none: {} }, ...others] = terms.map(
    (value): Query => ({ span_term: { [field]: { value } } }),
  )
  return others.reduce((big, little) => ({ span_within: { big, little } }), first)
}

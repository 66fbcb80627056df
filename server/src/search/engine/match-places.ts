import { ANY_MASK, type Segment } from '../segment/layout.ts'
import { type Bits, createDocs, giveBack, listBits, setBit, takeBits } from './bits.ts'
import { denseOf } from './dense.ts'
import { openPlaces, type Places, readPlaces, seek } from './places.ts'
import type { NearPlan, PhrasePlan, Placed } from './plan.ts'
import { addTerm, keepTerm } from './postings.ts'
import { postingsOf, type View } from './view.ts'

const LONGEST_TEXT = 65_536
const TEXT_MASK = 7

const candidates = createDocs()

/** Papers where the terms of a phrase stand at their distances, within one of the fields asked for. */
export function matchPhrase(view: View, plan: PhrasePlan, bits: Bits): void {
  const { segment } = view
  const readers = phraseReaders(view, plan)
  const having = readers && papersWithAll(view, plan)
  if (!readers || !having) return
  const count = listBits(having, candidates)
  giveBack(having)
  for (let at = 0; at < count; at += 1) {
    const doc = candidates[at] ?? 0
    if (hasPhrase(segment, readers, doc, plan.mask)) setBit(bits, doc)
  }
}

/** Papers that have all terms, wherever; null where there is none. The set is to be given back. */
function papersWithAll(view: View, { parts }: PhrasePlan): Bits | null {
  const terms = parts.map(({ term }) => postingsOf(view, term)).filter((term) => term !== null)
  const [rarest, ...others] = terms.sort((a, b) => a.to - a.from - (b.to - b.from))
  if (!rarest || terms.length < parts.length) return null
  const bits = takeBits()
  addTerm(view.segment, rarest, ANY_MASK, bits)
  // The rarest is as many papers as are left at most.
  for (const term of others) keepTerm(view.segment, term, ANY_MASK, bits, rarest.to - rarest.from)
  return bits
}

/** Whether a phrase stands anywhere in a paper that has all its terms. */
function hasPhrase(segment: Segment, readers: Reader[], doc: number, mask: number): boolean {
  const [first, second] = readers
  if (!first || !second || readers.length > 2 || !isAnyText(mask))
    return phraseStarts(segment, readers, doc, mask) > 0
  if (!seek(first.places, doc) || !seek(second.places, doc)) return false
  const count = readPlaces(first.places, first.found)
  const others = readPlaces(second.places, second.found)
  return isBehind(first.found, count, second.found, others, second.offset - first.offset)
}

const isAnyText = (mask: number) => (mask & TEXT_MASK) === TEXT_MASK

/** Whether one of the places of `right` is `offset` behind one of `left`. */
function isBehind(
  left: Uint16Array,
  leftCount: number,
  right: Uint16Array,
  rightCount: number,
  offset: number,
): boolean {
  let at = 0
  for (let from = 0; from < leftCount; from += 1) {
    const wanted = (left[from] ?? 0) + offset
    while (at < rightCount && (right[at] ?? 0) < wanted) at += 1
    if (at === rightCount) return false
    if (right[at] === wanted) return true
  }
  return false
}

interface Reader {
  places: Places
  offset: number
  /** Positions at the cursor. */
  found: Uint16Array
  count: number
}

/** Positions of the terms of the phrase at hand. */
const scratch: Uint16Array[] = []

/** Null where a term is missing: then nothing is found. */
function phraseReaders(view: View, plan: PhrasePlan): Reader[] | null {
  const readers: Reader[] = []
  for (const { term, offset } of plan.parts) {
    const postings = postingsOf(view, term)
    if (!postings) return null
    const found = scratch[readers.length] ?? new Uint16Array(LONGEST_TEXT)
    scratch[readers.length] = found
    readers.push({
      places: openPlaces(view.segment, postings, denseOf(view.segment, postings)),
      offset,
      found,
      count: 0,
    })
  }
  return readers
}

const starts = new Uint16Array(LONGEST_TEXT)

/** Writes where the phrase begins in a paper into `starts`; answers how often. */
function phraseStarts(segment: Segment, readers: Reader[], doc: number, mask: number): number {
  for (const reader of readers) if (!seek(reader.places, doc)) return 0
  for (const reader of readers) reader.count = readPlaces(reader.places, reader.found)
  const [first, ...others] = readers
  if (!first) return 0
  let count = 0
  const cursors = new Array<number>(others.length).fill(0)
  for (let at = 0; at < first.count; at += 1) {
    const start = (first.found[at] ?? 0) - first.offset
    if (!allFollow(others, cursors, start)) continue
    if (!inFields(segment, doc, first.found[at] ?? 0, mask)) continue
    starts[count] = Math.max(0, start)
    count += 1
  }
  return count
}

function allFollow(others: Reader[], cursors: number[], start: number): boolean {
  return others.every(({ found, count, offset }, index) => {
    const wanted = start + offset
    let at = cursors[index] ?? 0
    while (at < count && (found[at] ?? 0) < wanted) at += 1
    cursors[index] = at
    return at < count && found[at] === wanted
  })
}

/** Whether a position lies in one of the fields of a mask. */
function inFields({ field_ends }: Segment, doc: number, position: number, mask: number): boolean {
  return isAnyText(mask) || ((1 << fieldAt(field_ends, doc, position)) & mask) !== 0
}

/** 0 title, 1 abstract, 2 keywords. */
function fieldAt(field_ends: Uint16Array, doc: number, position: number): number {
  if (position < (field_ends[doc * 3] ?? 0)) return 0
  return position < (field_ends[doc * 3 + 1] ?? 0) ? 1 : 2
}

/** Papers where both sides stand within a distance in one text. */
export function matchNear(view: View, plan: NearPlan, bits: Bits): void {
  const left = occurrences(view, plan.left, plan.mask)
  const right = occurrences(view, plan.right, plan.mask)
  for (const [doc, places] of left) {
    const others = right.get(doc)
    if (others && someNear(view.segment, doc, places, others, plan.distance)) setBit(bits, doc)
  }
}

function someNear(segment: Segment, doc: number, left: number[], right: number[], distance: number): boolean {
  const { field_ends } = segment
  return left.some((place) => {
    const field = fieldAt(field_ends, doc, place)
    return right.some(
      (other) =>
        other !== place && Math.abs(other - place) <= distance && fieldAt(field_ends, doc, other) === field,
    )
  })
}

/** Where something stands, paper by paper. */
function occurrences(view: View, plan: Placed, mask: number): Map<number, number[]> {
  if (plan.op === 'or') return merged(plan.parts.map((part) => occurrences(view, part, mask)))
  const parts = plan.op === 'term' ? [{ term: plan.term, offset: 0 }] : plan.parts
  const found = new Map<number, number[]>()
  const readers = phraseReaders(view, { op: 'phrase', parts, mask, weight: 1 })
  const first = readers?.[0]
  if (!readers || !first) return found
  for (let at = first.places.from; at < first.places.to; at += 1) {
    const doc = view.segment.docs[at] ?? 0
    const count = phraseStarts(view.segment, readers, doc, plan.mask & mask)
    if (count > 0) found.set(doc, [...starts.subarray(0, count)])
  }
  return found
}

function merged(all: Map<number, number[]>[]): Map<number, number[]> {
  const [first = new Map<number, number[]>(), ...others] = all
  for (const other of others)
    for (const [doc, places] of other) first.set(doc, [...(first.get(doc) ?? []), ...places])
  return first
}

// Matches NEAR: two words or phrases within a distance of each other.
import { listDocs } from '../index/docs.ts'
import type { Segment } from '../index/layout.ts'
import type { NearPlan, PlacedPlan } from '../planning/plan.ts'
import { type Bits, setBit } from '../sets/bits.ts'
import { checkDeadlineSometimes } from './deadline.ts'
import { fieldAt, phraseReaders, phraseStarts, startBuffer } from './phrase-positions.ts'
import type { SegmentView } from './view.ts'

/**
 * Adds papers in which both sides occur in one field of the plan's mask, in either order, with at most `distance`
 * between the positions where they begin.
 */
export function matchNear(view: SegmentView, plan: NearPlan, bits: Bits): void {
  const left = findOccurrences(view, plan.left, plan.mask)
  const right = findOccurrences(view, plan.right, plan.mask)
  for (const [doc, positions] of left) {
    const others = right.get(doc)
    if (others && hasNear(view.segment, doc, positions, others, plan.distance)) setBit(bits, doc)
  }
}

/**
 * Returns for each paper the positions where a plan occurs, ascending, in fields that are both in `mask` and in the
 * mask of the term or phrase.
 */
function findOccurrences(view: SegmentView, plan: PlacedPlan, mask: number): Map<number, number[]> {
  if (plan.op === 'or') return mergeOccurrences(plan.parts.map((part) => findOccurrences(view, part, mask)))
  const parts = plan.op === 'term' ? [{ term: plan.term, offset: 0 }] : plan.parts
  const occurrences = new Map<number, number[]>()
  const readers = phraseReaders(view, parts)
  const first = readers?.[0]
  if (!readers || !first) return occurrences
  for (const doc of listDocs(view.segment, first.positions.postings)) {
    checkDeadlineSometimes()
    const count = phraseStarts(view.segment, readers, doc, plan.mask & mask)
    if (count > 0) occurrences.set(doc, [...startBuffer.subarray(0, count)])
  }
  return occurrences
}

/** Merges occurrences of alternatives; a position of several alternatives is kept once. */
function mergeOccurrences(alternatives: Map<number, number[]>[]): Map<number, number[]> {
  const merged = new Map<number, Set<number>>()
  for (const occurrences of alternatives)
    for (const [doc, positions] of occurrences) {
      const known = merged.get(doc) ?? new Set()
      for (const position of positions) known.add(position)
      merged.set(doc, known)
    }
  return new Map([...merged].map(([doc, positions]) => [doc, [...positions].sort((a, b) => a - b)]))
}

/**
 * Returns whether a position of `left` and another one of `right` lie in one field and at most `distance` apart. Both
 * lists ascend; a window over the second, from `start` up to `end`, moves along the first. A position is no pair with
 * itself: where both sides are the same word, that word has to occur twice.
 */
function hasNear(segment: Segment, doc: number, left: number[], right: number[], distance: number): boolean {
  const { field_ends } = segment
  let [start, end] = [0, 0]
  return left.some((position) => {
    while (start < right.length && (right[start] ?? 0) < position - distance) start += 1
    while (end < right.length && (right[end] ?? 0) <= position + distance) end += 1
    const field = fieldAt(field_ends, doc, position)
    return right
      .slice(start, end)
      .some((other) => other !== position && fieldAt(field_ends, doc, other) === field)
  })
}

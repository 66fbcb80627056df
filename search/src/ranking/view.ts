import type { Segment } from '../index/layout.ts'
import { cursorText } from '../index/term-cursor.ts'
import { findTerm, postingsAt, type TermPostings, termsWithPrefix } from '../index/terms.ts'
import type { PrefixPlan } from '../planning/plan.ts'
import type { IndexedTerm } from '../sets/dense.ts'

/** A segment as one search sees it. */
export interface SegmentView {
  segment: Segment
  terms: Map<string, IndexedTerm | null>
  prefixes: Map<PrefixPlan, TermPostings[]>
}

/** Terms of each segment that searches of this thread have asked for. */
const termsBySegment = new WeakMap<Segment, SegmentView['terms']>()
/** So many terms of a segment are remembered, then all are looked up anew. */
const MAX_CACHED_TERMS = 4096

export function openView(segment: Segment): SegmentView {
  const known = termsBySegment.get(segment)
  const terms = known && known.size < MAX_CACHED_TERMS ? known : new Map()
  if (terms !== known) termsBySegment.set(segment, terms)
  return { segment, terms, prefixes: new Map() }
}

/** The postings of a term, null where no paper of the segment has it. */
export function lookUpTerm({ segment, terms }: SegmentView, term: string): IndexedTerm | null {
  const known = terms.get(term)
  if (known !== undefined) return known
  const postings = findTerm(segment, term)
  const found = postings && { ...postings, made: null }
  terms.set(term, found)
  return found
}

/** The postings of the terms a prefix or a wildcard stands for. */
export function lookUpPrefix({ segment, prefixes }: SegmentView, plan: PrefixPlan): TermPostings[] {
  const known = prefixes.get(plan)
  if (known) return known
  const found = findPostings(segment, plan)
  prefixes.set(plan, found)
  return found
}

function findPostings(segment: Segment, { prefix, pattern }: PrefixPlan): TermPostings[] {
  const whole = pattern === null ? null : new RegExp(pattern, 'u')
  const found: TermPostings[] = []
  for (const cursor of termsWithPrefix(segment, prefix)) {
    if (whole && !whole.test(cursorText(cursor))) continue
    found.push(postingsAt(cursor))
  }
  return found
}

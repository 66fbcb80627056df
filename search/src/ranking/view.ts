import type { Segment } from '../index/layout.ts'
import { cursorText } from '../index/term-cursor.ts'
import { findTerm, postingsAt, type TermPostings, termsWithPrefix } from '../index/terms.ts'
import type { PrefixPlan } from '../planning/plan.ts'
import type { IndexedTerm } from '../sets/dense.ts'

/** A segment as one search uses it, with the terms and prefixes that have been looked up. */
export interface SegmentView {
  segment: Segment
  /** Null for terms that the segment does not contain. */
  terms: Map<string, IndexedTerm | null>
  /** Postings of the terms that a prefix matches. */
  prefixes: Map<PrefixPlan, TermPostings[]>
}

/** Terms of each segment that searches of this thread have looked up. */
const termsBySegment = new WeakMap<Segment, SegmentView['terms']>()
/** Maximum number of cached terms per segment, at which the next search begins an empty cache. */
const MAX_CACHED_TERMS = 4096

/** Creates a view of a segment, reusing the terms that this thread has looked up. */
export function openView(segment: Segment): SegmentView {
  const known = termsBySegment.get(segment)
  const terms = known && known.size < MAX_CACHED_TERMS ? known : new Map()
  if (terms !== known) termsBySegment.set(segment, terms)
  return { segment, terms, prefixes: new Map() }
}

/** Returns the postings of a term, or null when no paper of the segment contains it. */
export function lookUpTerm({ segment, terms }: SegmentView, term: string): IndexedTerm | null {
  const known = terms.get(term)
  if (known !== undefined) return known
  const postings = findTerm(segment, term)
  const indexed = postings && { ...postings, sets: null }
  terms.set(term, indexed)
  return indexed
}

/** Returns the postings of the terms that a prefix or wildcard matches, in the order of the terms. */
export function lookUpPrefix({ segment, prefixes }: SegmentView, plan: PrefixPlan): TermPostings[] {
  const known = prefixes.get(plan)
  if (known) return known
  const postings = findPostings(segment, plan)
  prefixes.set(plan, postings)
  return postings
}

/** Looks up the terms with the prefix of a plan, if they match its pattern. */
function findPostings(segment: Segment, { prefix, pattern }: PrefixPlan): TermPostings[] {
  const wholePattern = pattern === null ? null : new RegExp(pattern, 'u')
  const postings: TermPostings[] = []
  for (const cursor of termsWithPrefix(segment, prefix)) {
    if (wholePattern && !wholePattern.test(cursorText(cursor))) continue
    postings.push(postingsAt(cursor))
  }
  return postings
}

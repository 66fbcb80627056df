import type { Segment } from '../segment/layout.ts'
import {
  type Bits,
  countBits,
  countBoth,
  createDocs,
  giveBack,
  listBits,
  orWith,
  setBit,
  takeBits,
  without,
} from './bits.ts'
import { findHits } from './match.ts'
import { columnTest } from './match-columns.ts'
import type { Plan } from './plan.ts'
import type { Search } from './search.ts'
import type { View } from './view.ts'

/** What a search finds in one segment. */
export interface Found {
  view: View
  /** Hits of the plan itself; those with the looser ones. */
  strict: Bits
  all: Bits
  /** Those of all that pass every filter. */
  passed: Bits
  /** By filter: those that it alone keeps out. */
  failed: { bits: Bits; count: number }[]
  total: number
  partial: number
}

export function findInSegment({ request, weights }: Search, view: View, loose: Plan | null): Found {
  const strict = findHits(view, request.plan, weights)
  keepNewer(view.segment, strict, request.after_seq)
  const all = loose ? findHits(view, loose, weights) : strict
  if (loose) {
    keepNewer(view.segment, all, request.after_seq)
    orWith(all, strict)
  }
  const { passed, failed } = filter(view.segment, all, request.filters)
  const both = countBits(passed)
  const total = loose ? countBoth(strict, passed) : both
  return { view, strict, all, passed, failed, total, partial: both - total }
}

function keepNewer(segment: Segment, bits: Bits, after_seq: number): void {
  if (after_seq <= 0) return
  const older = takeBits()
  for (let doc = 0; doc < segment.head.doc_count; doc += 1)
    if ((segment.seq[doc] ?? 0) <= after_seq) setBit(older, doc)
  without(bits, older)
  giveBack(older)
}

const docs = createDocs()
const PASSED = -1
const SEVERAL = -2

/**
 * Splits the hits: those that pass every filter, and for each filter those that it alone keeps out, because a facet
 * shows what choosing another of its values would find.
 */
function filter(
  segment: Segment,
  all: Bits,
  filters: Search['request']['filters'],
): Pick<Found, 'passed' | 'failed'> {
  if (filters.length === 0) return { passed: all, failed: [] }
  const tests = filters.map(({ plan }) => columnTest(segment, plan))
  const failed = filters.map(() => ({ bits: takeBits(), count: 0 }))
  const passed = takeBits()
  const count = listBits(all, docs)
  for (let at = 0; at < count; at += 1) {
    const doc = docs[at] ?? 0
    const fault = onlyFailure(tests, doc)
    if (fault === PASSED) setBit(passed, doc)
    else if (fault !== SEVERAL) setAside(failed[fault], doc)
  }
  return { passed, failed }
}

function setAside(failed: Found['failed'][number] | undefined, doc: number): void {
  if (!failed) return
  setBit(failed.bits, doc)
  failed.count += 1
}

/** The one filter that keeps a paper out. */
function onlyFailure(tests: ((doc: number) => boolean)[], doc: number): number {
  let fault = PASSED
  for (let index = 0; index < tests.length; index += 1) {
    if (tests[index]?.(doc)) continue
    if (fault !== PASSED) return SEVERAL
    fault = index
  }
  return fault
}

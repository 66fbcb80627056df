import type { Segment } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import {
  andWith,
  type Bits,
  countBits,
  countBoth,
  giveBack,
  orWith,
  setBit,
  takeBits,
  without,
} from '../sets/bits.ts'
import { findHits } from './match.ts'
import { columnAmong } from './match-columns.ts'
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

export function findInSegment({ request, weights }: Search, view: View, fallback: Plan | null): Found {
  const strict = findHits(view, request.plan, weights)
  keepNewer(view.segment, strict, request.after_seq)
  const all = fallback ? findHits(view, fallback, weights) : strict
  if (fallback) {
    keepNewer(view.segment, all, request.after_seq)
    orWith(all, strict)
  }
  const { passed, failed } = filter(view.segment, all, request.filters)
  const both = countBits(passed)
  const total = fallback ? countBoth(strict, passed) : both
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
  const passing = filters.map(({ plan }) => columnAmong(segment, plan, all))
  const failed = passing.map((mine) => {
    const bits = inAll(
      all,
      passing.filter((each) => each !== mine),
    )
    without(bits, mine)
    return { bits, count: countBits(bits) }
  })
  const passed = inAll(all, passing)
  for (const bits of passing) giveBack(bits)
  return { passed, failed }
}

/** The papers of a set that are in all others too, as a set of its own. */
function inAll(bits: Bits, others: Bits[]): Bits {
  const left = takeBits()
  orWith(left, bits)
  for (const other of others) andWith(left, other)
  return left
}

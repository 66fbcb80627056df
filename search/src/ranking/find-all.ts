import type { Segment } from '../index/layout.ts'
import { type Bits, countBits, releaseBits, takeBits } from '../sets/bits.ts'
import { findInSegment, type SegmentFindings } from './find.ts'
import { distinctSets, findFallback } from './find-fallback.ts'
import type { SearchRun } from './search-run.ts'
import type { SplitSearch } from './split-search.ts'

/**
 * Minimum number of hits of a list that fills a page without partial matches; for fewer hits these are found and
 * counted even when the hits alone fill the page.
 */
export const SHORT_LIST_HITS = 100
/** Maximum number of partial matches when they are not counted like hits; users do not look at more. */
export const MAX_FOLLOWING = 200

/** How partial matches are treated: counted like hits, only listed after them, or ignored. */
export type PartialMode = 'counted' | 'following' | 'none'

/** The findings of a search in the segments of this side. */
export interface AllFindings {
  partial: PartialMode
  /** Whether partial matches may be among the requested hits; otherwise they are only counted. */
  shows_partial: boolean
  /** Findings by segment index: of all segments, or only of those of this side. */
  by_segment: Map<number, SegmentFindings>
}

/** Counts of one segment, from either side. */
export type SegmentCounts = Pick<
  SegmentFindings,
  'passed' | 'failed' | 'total' | 'partial' | 'unfiltered'
> & {
  segment: Segment
  named_count: number
}

/** Sums a value over elements. */
export function sumBy<Element>(elements: Iterable<Element>, value: (element: Element) => number): number {
  let sum = 0
  for (const element of elements) sum += value(element)
  return sum
}

/** Finds the hits of the plan and, where they are wanted, partial matches; publishes them to the other side, if any. */
export function findAll(search: SearchRun): AllFindings {
  const { views, split, request } = search
  const by_segment: AllFindings['by_segment'] = new Map()
  views.forEach((view, at) => {
    if (!split || at % 2 === split.side) by_segment.set(at, findInSegment(search, view))
  })
  const { partial, shows_partial } = decidePartial(search, by_segment)
  if (request.fallback && partial !== 'none')
    for (const [at, findings] of by_segment)
      by_segment.set(at, findFallback(search, findings, request.fallback, partial === 'counted'))
  if (split) publishFindings(split, by_segment)
  return { partial, shows_partial, by_segment }
}

/**
 * Decides from the hits in all segments how partial matches are treated; whether they count depends on the number of
 * hits without any filter.
 */
function decidePartial(
  { request, split }: SearchRun,
  by_segment: AllFindings['by_segment'],
): Omit<AllFindings, 'by_segment'> {
  const { fallback, min_hits, limit } = request
  if (!fallback) return { partial: 'none', shows_partial: false }
  let total = sumBy(by_segment.values(), (findings) => findings.total)
  let unfiltered = sumBy(by_segment.values(), (findings) => findings.unfiltered)
  // With at least this many hits, partial matches do not follow.
  const fullList = limit === 0 ? 0 : Math.max(limit, SHORT_LIST_HITS)
  if (split) {
    split.signal('unfiltered', unfiltered)
    split.signal('total', total)
    // The counts of this side alone may decide already; only otherwise it waits for the other side.
    if (unfiltered < min_hits || total < fullList) {
      total += split.awaitOther('total')
      unfiltered += split.awaitOther('unfiltered')
    }
  }
  const shows_partial = total < limit
  if (unfiltered < min_hits) return { partial: 'counted', shows_partial }
  return { partial: total < fullList ? 'following' : 'none', shows_partial }
}

/** Writes the findings of this side to the board, in the layout that `SplitSearch` describes. */
function publishFindings(split: SplitSearch, by_segment: AllFindings['by_segment']): void {
  for (const [index, findings] of by_segment) {
    const { passed, failed, total, partial, unfiltered } = findings
    const sets = split.sets(index)
    sets[0]?.set(passed)
    failed.forEach(({ bits }, at) => {
      sets[at + 1]?.set(bits)
    })
    const counts = [total, partial, unfiltered, countNamed(findings)]
    split.counts(index).set([...counts, ...failed.map(({ count }) => count)])
  }
  split.signal('found', by_segment.size)
}

/** Returns the counts of every segment, from either side. */
export function collectCounts({ views, split }: SearchRun, { by_segment }: AllFindings): SegmentCounts[] {
  if (split && by_segment.size < views.length) split.awaitOther('found')
  return views.flatMap(({ segment }, at) => {
    const findings = by_segment.get(at)
    if (findings) return [{ ...findings, segment, named_count: countNamed(findings) }]
    return split ? [readPublished(split, segment, at)] : []
  })
}

/** Returns the number of papers that the query names. */
const countNamed = ({ named }: SegmentFindings) => sumBy(named, (bits) => (bits ? countBits(bits) : 0))

/** Reads the findings of a segment that the other side has published, as sets of this thread. */
function readPublished(split: SplitSearch, segment: Segment, at: number): SegmentCounts {
  const [passed = takeBits(), ...others] = split.sets(at).map(copyBits)
  const [total = 0, partial = 0, unfiltered = 0, named_count = 0, ...counts] = split.counts(at)
  const failed = others.map((bits, filter) => ({ bits, count: counts[filter] ?? 0 }))
  return { segment, passed, failed, total, partial, unfiltered, named_count }
}

/** Returns a copy of a set in shared memory, as a set of this thread. */
function copyBits(shared: Uint32Array): Bits {
  const bits = takeBits()
  bits.set(shared)
  return bits
}

/** Releases all sets of a search, each once. */
export function releaseFindings({ by_segment }: AllFindings, counts: SegmentCounts[]): void {
  const sets = new Set(counts.flatMap(({ passed, failed }) => [passed, ...failed.map(({ bits }) => bits)]))
  for (const findings of by_segment.values()) for (const bits of distinctSets(findings)) sets.add(bits)
  for (const bits of sets) releaseBits(bits)
}

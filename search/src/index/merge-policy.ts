/** A segment with its numbers of papers. */
interface SizedSegment<Segment> {
  segment: Segment
  /** Number of papers, not counting deleted ones. */
  papers: number
  /** Number of papers, counting deleted ones. */
  size: number
}

/** Number of segments of one tier that triggers a merge, and the factor by which the tiers grow. */
const FAN_IN = 6
/** A segment is rewritten when more than this share of its papers is deleted. */
const MAX_DELETED_SHARE = 0.3
/** Segments with fewer papers are not rewritten for their deleted papers, as they are merged soon anyway. */
const MIN_REWRITE_SIZE = 64

/** Segments of one tier are merged, however few, when together they exceed this share of the maximum size. */
const NEARLY_FULL_SHARE = 0.8

/**
 * Returns the segments to merge next into one, null when none should be. A single segment is returned to be rewritten
 * without its deleted papers.
 *
 * Segments of similar size are merged, so that each paper is copied only a few times (tiered merging): tier n holds
 * those of about `FAN_IN`ⁿ up to `FAN_IN`ⁿ⁺¹ papers. Segments with more than half of `maxPapers` are not merged; they
 * are only rewritten when many of their papers are deleted.
 *
 * @param maxPapers largest number of papers of a merged segment, inclusive
 */
export function chooseMerge<Segment>(segments: SizedSegment<Segment>[], maxPapers: number): Segment[] | null {
  const withManyDeleted = segments.find(
    ({ papers, size }) => size >= MIN_REWRITE_SIZE && papers < size * (1 - MAX_DELETED_SHARE),
  )
  if (withManyDeleted) return [withManyDeleted.segment]
  const growing = segments.filter(({ papers }) => papers <= maxPapers / 2)
  const tiers = Map.groupBy(growing, ({ papers }) => Math.floor(Math.log(papers + 1) / Math.log(FAN_IN)))
  for (const tier of [...tiers.keys()].sort((a, b) => a - b)) {
    const members = tiers.get(tier) ?? []
    const total = sumPapers(members)
    if (members.length > 1 && total > maxPapers * NEARLY_FULL_SHARE) return takeUpTo(members, maxPapers)
    // A segment more than half full is not merged again, so it should first become as large as possible.
    if (members.length >= FAN_IN) return takeUpTo(sortBySize(members), maxPapers / 2)
  }
  return null
}

const sumPapers = (members: SizedSegment<unknown>[]) => members.reduce((sum, { papers }) => sum + papers, 0)

const sortBySize = <Segment>(members: SizedSegment<Segment>[]) =>
  members.toSorted((a, b) => a.papers - b.papers)

/** Returns the segments, in order, whose total stays within `limit`; those that would exceed it are skipped. */
function takeUpTo<Segment>(members: SizedSegment<Segment>[], limit: number): Segment[] {
  let sum = 0
  const taken = members.filter(({ papers }) => {
    if (sum + papers > limit) return false
    sum += papers
    return true
  })
  return taken.map(({ segment }) => segment)
}

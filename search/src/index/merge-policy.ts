interface SizedSegment<Segment> {
  segment: Segment
  /** Number of papers without deleted ones. */
  papers: number
  /** Number of papers with deleted ones. */
  size: number
}

/** Number of segments of one tier that triggers a merge. */
const FAN_IN = 6
/** A segment is rewritten when more than this share of its papers is deleted. */
const MAX_DELETED_SHARE = 0.3
/** Smaller segments are not rewritten for their deleted papers, as they are merged soon anyway. */
const MIN_REWRITE_SIZE = 64

/** Segments of one tier are merged when together they exceed this share of the maximum size. */
const NEARLY_FULL_SHARE = 0.8

/**
 * Chooses the segments to merge next, or returns null. Segments of similar size are merged, so that each paper is
 * copied only a few times (tiered merging); those more than half full remain as they are until many of their papers are
 * deleted.
 */
export function chooseMerge<Segment>(all: SizedSegment<Segment>[], maxPapers: number): Segment[] | null {
  const withManyDeleted = all.find(
    ({ papers, size }) => size >= MIN_REWRITE_SIZE && papers < size * (1 - MAX_DELETED_SHARE),
  )
  if (withManyDeleted) return [withManyDeleted.segment]
  const growing = all.filter(({ papers }) => papers <= maxPapers / 2)
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

/** Returns members in order while their total stays within `limit`, skipping those that would exceed it. */
function takeUpTo<Segment>(members: SizedSegment<Segment>[], limit: number): Segment[] {
  let sum = 0
  const taken = members.filter(({ papers }) => {
    if (sum + papers > limit) return false
    sum += papers
    return true
  })
  return taken.map(({ segment }) => segment)
}

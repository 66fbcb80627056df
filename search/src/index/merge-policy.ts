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

/** Segments of one tier are merged when together they exceed this share of the largest size. */
const NEARLY_FULL_SHARE = 0.8

/**
 * Chooses the segments to merge next, or returns null. Segments of similar size are merged, so that each paper is
 * copied only a few times (tiered merging); those more than half full remain as they are until many of their papers are
 * deleted.
 */
export function chooseMerge<Segment>(all: SizedSegment<Segment>[], most: number): Segment[] | null {
  const worn = all.find(({ papers, size }) => size >= 64 && papers < size * (1 - MAX_DELETED_SHARE))
  if (worn) return [worn.segment]
  const growing = all.filter(({ papers }) => papers <= most / 2)
  const tiers = Map.groupBy(growing, ({ papers }) => Math.floor(Math.log(papers + 1) / Math.log(FAN_IN)))
  for (const tier of [...tiers.keys()].sort((a, b) => a - b)) {
    const members = tiers.get(tier) ?? []
    const together = sumPapers(members)
    if (members.length > 1 && together > most * NEARLY_FULL_SHARE) return takeUpTo(members, most)
    // A segment more than half full is not merged again, so it should first become as large as possible.
    if (members.length >= FAN_IN) return takeUpTo(sortBySize(members), most / 2)
  }
  return null
}

const sumPapers = (members: SizedSegment<unknown>[]) => members.reduce((sum, { papers }) => sum + papers, 0)

const sortBySize = <Segment>(members: SizedSegment<Segment>[]) =>
  members.toSorted((a, b) => a.papers - b.papers)

/** Returns members in order while their total stays within `most`, skipping those that would exceed it. */
function takeUpTo<Segment>(members: SizedSegment<Segment>[], most: number): Segment[] {
  let sum = 0
  const taken = members.filter(({ papers }) => {
    if (sum + papers > most) return false
    sum += papers
    return true
  })
  return taken.map(({ segment }) => segment)
}

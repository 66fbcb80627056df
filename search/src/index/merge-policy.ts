interface SizedSegment<Segment> {
  segment: Segment
  /** Papers that are not gone. */
  papers: number
  /** Papers with those that are gone. */
  size: number
}

/** Segments of one tier are merged when there are this many. */
const FAN_IN = 6
/** A segment is written again when more than this share of it is gone. */
const MAX_DELETED_SHARE = 0.3

/** A segment of this share of the greatest is nearly full. */
const NEARLY_FULL_SHARE = 0.8

/**
 * Which segments to make one of, or null. Segments of like size go together, so that each paper is copied a few
 * times at most (tiered merging); those that are nearly full stay as they are until much of them is gone.
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
    // What is more than half full is never merged again: it should become as large as can be.
    if (members.length >= FAN_IN) return takeUpTo(sortBySize(members), most / 2)
  }
  return null
}

const sumPapers = (members: SizedSegment<unknown>[]) => members.reduce((sum, { papers }) => sum + papers, 0)

const sortBySize = <Segment>(members: SizedSegment<Segment>[]) =>
  members.toSorted((a, b) => a.papers - b.papers)

function takeUpTo<Segment>(members: SizedSegment<Segment>[], most: number): Segment[] {
  let sum = 0
  const taken = members.filter(({ papers }) => {
    if (sum + papers > most) return false
    sum += papers
    return true
  })
  return taken.map(({ segment }) => segment)
}

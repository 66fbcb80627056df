import type { ManuscriptFinding } from '@scinav/contract'

/** A finding at a place of a block, by offsets in the text of the block (end exclusive). */
export interface PlacedFinding {
  start: number
  end: number
  finding: ManuscriptFinding
}

/** A piece of the text of a block, from one offset where a place starts or ends to the next. */
export interface TextSegment {
  start: number
  text: string
  /** The findings whose places contain the piece. */
  findings: ManuscriptFinding[]
  /** The findings whose places end with the piece. */
  ending: ManuscriptFinding[]
}

/** Groups the places of findings by block. */
export function placesByBlock(findings: readonly ManuscriptFinding[]): Map<number, PlacedFinding[]> {
  const placed = findings.flatMap((finding) => finding.places.map((place) => ({ ...place, finding })))
  return Map.groupBy(placed, ({ block }) => block)
}

/**
 * Cuts a text where places start and end; the segments cover it in order. Places outside the text are moved to its end.
 */
export function segmentText(text: string, places: readonly PlacedFinding[]): TextSegment[] {
  const inside = places.map(({ start, end, finding }) => ({
    start: Math.min(start, text.length),
    end: Math.min(Math.max(start, end), text.length),
    finding,
  }))
  const bounds = new Set([0, text.length])
  for (const { start, end } of inside) bounds.add(start).add(end)
  const stops = [...bounds].sort((a, b) => a - b)
  return stops.flatMap((start, at): TextSegment[] => {
    const end = stops[at + 1]
    if (end === undefined) return []
    return [
      {
        start,
        text: text.slice(start, end),
        findings: inside
          .filter((place) => place.start <= start && place.end >= end)
          .map(({ finding }) => finding),
        ending: inside.filter((place) => place.end === end).map(({ finding }) => finding),
      },
    ]
  })
}

/** Consecutive blocks, shown or folded. */
export interface Stretch {
  from: number
  /** Index behind the last block. */
  to: number
  isFolded: boolean
}

/** Number of blocks on each side of one with a finding that are shown with it. */
const CONTEXT_BLOCKS = 1
/** Fewer blocks than this are not worth folding. */
const MIN_FOLDED_BLOCKS = 4

/**
 * Divides the blocks of a manuscript into stretches: those with findings and their neighbours are shown, what lies
 * between is folded.
 *
 * @param count number of blocks
 * @param isMarked whether a block has a finding
 */
export function foldBlocks(count: number, isMarked: (block: number) => boolean): Stretch[] {
  /** 1 for every block that is shown. */
  const isShown = new Uint8Array(count)
  for (let block = 0; block < count; block += 1)
    if (isMarked(block)) isShown.fill(1, Math.max(0, block - CONTEXT_BLOCKS), block + CONTEXT_BLOCKS + 1)
  const stretches: Stretch[] = []
  for (let from = 0; from < count; ) {
    let to = from
    while (to < count && isShown[to] === isShown[from]) to += 1
    const isFolded = isShown[from] === 0 && to - from >= MIN_FOLDED_BLOCKS
    const last = stretches.at(-1)
    if (last && !last.isFolded && !isFolded) last.to = to
    else stretches.push({ from, to, isFolded })
    from = to
  }
  return stretches
}

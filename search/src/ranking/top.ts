/**
 * The best papers so far: a binary heap in parallel arrays, with the worst paper at the root (index 0). The children of
 * index i are at 2i + 1 and 2i + 2.
 */
export interface TopHeap {
  /** Maximum number of papers. */
  capacity: number
  /** Number of papers so far. */
  count: number
  /** Sort keys: the highest rank first. */
  scores: Float64Array
  /** Sequence numbers, in the order in which papers were added: among equal scores, the greater, newer one ranks higher. */
  seqs: Float64Array
  /** Segment index times `MAX_DOCS` (index/layout.ts), plus the paper's number in the segment. */
  locations: Float64Array
}

/** Creates an empty heap for at most `capacity` papers; one of capacity 0 keeps none. */
export const createTop = (capacity: number): TopHeap => ({
  capacity,
  count: 0,
  scores: new Float64Array(capacity),
  seqs: new Float64Array(capacity),
  locations: new Float64Array(capacity),
})

/** Adds a hit if it is among the best; `location` as in `TopHeap.locations`. O(log n) for a heap of n hits. */
export function offerHit(top: TopHeap, score: number, seq: number, location: number): void {
  if (top.count < top.capacity) {
    setEntry(top, top.count, score, seq, location)
    siftUp(top, top.count)
    top.count += 1
    return
  }
  if (top.capacity === 0 || !isWorse(top, 0, score, seq)) return
  setEntry(top, 0, score, seq, location)
  siftDown(top, 0)
}

/** Writes an entry of the heap. */
function setEntry(
  { scores, seqs, locations }: TopHeap,
  index: number,
  score: number,
  seq: number,
  location: number,
): void {
  scores[index] = score
  seqs[index] = seq
  locations[index] = location
}

/** Moves an entry towards the root until its parent is worse. */
function siftUp(top: TopHeap, from: number): void {
  let index = from
  while (index > 0) {
    const parent = (index - 1) >> 1
    if (!isWorse(top, index, top.scores[parent] ?? 0, top.seqs[parent] ?? 0)) return
    swapEntries(top, index, parent)
    index = parent
  }
}

/** Returns whether the entry at `index` ranks below a paper with this score and number. */
function isWorse({ scores, seqs }: TopHeap, index: number, score: number, seq: number): boolean {
  const entryScore = scores[index] ?? 0
  return entryScore < score || (entryScore === score && (seqs[index] ?? 0) < seq)
}

/** Exchanges two entries of the heap. */
function swapEntries(top: TopHeap, a: number, b: number): void {
  const [score = 0, seq = 0, location = 0] = [top.scores[a], top.seqs[a], top.locations[a]]
  setEntry(top, a, top.scores[b] ?? 0, top.seqs[b] ?? 0, top.locations[b] ?? 0)
  setEntry(top, b, score, seq, location)
}

/** Moves an entry away from the root until both of its children are better. */
function siftDown(top: TopHeap, from: number): void {
  let index = from
  for (;;) {
    const left = index * 2 + 1
    if (left >= top.count) return
    const right = left + 1
    const worseChild =
      right < top.count && isWorse(top, right, top.scores[left] ?? 0, top.seqs[left] ?? 0) ? right : left
    if (!isWorse(top, worseChild, top.scores[index] ?? 0, top.seqs[index] ?? 0)) return
    swapEntries(top, index, worseChild)
    index = worseChild
  }
}

/** An entry of the heap: see `TopHeap`. */
export interface TopHit {
  seq: number
  score: number
  location: number
}

/** Returns the hits, best first; the heap stays as it is. */
export function sortedTop({ count, scores, seqs, locations }: TopHeap): TopHit[] {
  const hits = Array.from({ length: count }, (_, at) => ({
    seq: seqs[at] ?? 0,
    score: scores[at] ?? 0,
    location: locations[at] ?? 0,
  }))
  return hits.sort((a, b) => b.score - a.score || b.seq - a.seq)
}

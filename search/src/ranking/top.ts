/** The best papers so far: a binary heap with the worst of them at its root. */
export interface TopHeap {
  /** Maximum number of papers; `count`: their number so far. */
  size: number
  count: number
  scores: Float64Array
  /** Among equal scores the newer paper (the greater number) ranks higher. */
  seqs: Float64Array
  /** Location of the paper: segment index times `MAX_DOCS` plus its number in the segment. */
  places: Float64Array
}

/** Creates an empty heap for `size` papers; one of size 0 keeps none. */
export const createTop = (size: number): TopHeap => ({
  size,
  count: 0,
  scores: new Float64Array(size),
  seqs: new Float64Array(size),
  places: new Float64Array(size),
})

/** Adds a hit if it is among the best; `place` as in `TopHeap.places`. O(log n) for a heap of n hits. */
export function offerHit(top: TopHeap, score: number, seq: number, place: number): void {
  if (top.count < top.size) {
    setEntry(top, top.count, score, seq, place)
    siftUp(top, top.count)
    top.count += 1
    return
  }
  if (top.size === 0 || !isWorse(top, 0, score, seq)) return
  setEntry(top, 0, score, seq, place)
  siftDown(top, 0)
}

/** An entry of the heap. */
export interface TopHit {
  seq: number
  score: number
  place: number
}

/** Returns the hits, best first. */
export function sortedTop({ count, scores, seqs, places }: TopHeap): TopHit[] {
  const hits = Array.from({ length: count }, (_, at) => ({
    seq: seqs[at] ?? 0,
    score: scores[at] ?? 0,
    place: places[at] ?? 0,
  }))
  return hits.sort((a, b) => b.score - a.score || b.seq - a.seq)
}

/** Returns whether the entry at `at` ranks below a score and number. */
function isWorse({ scores, seqs }: TopHeap, at: number, score: number, seq: number): boolean {
  const own = scores[at] ?? 0
  return own < score || (own === score && (seqs[at] ?? 0) < seq)
}

function setEntry(
  { scores, seqs, places }: TopHeap,
  at: number,
  score: number,
  seq: number,
  place: number,
): void {
  scores[at] = score
  seqs[at] = seq
  places[at] = place
}

function swapEntries(top: TopHeap, a: number, b: number): void {
  const [score = 0, seq = 0, place = 0] = [top.scores[a], top.seqs[a], top.places[a]]
  setEntry(top, a, top.scores[b] ?? 0, top.seqs[b] ?? 0, top.places[b] ?? 0)
  setEntry(top, b, score, seq, place)
}

/** Moves an entry towards the root until its parent is worse. */
function siftUp(top: TopHeap, from: number): void {
  let at = from
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!isWorse(top, at, top.scores[parent] ?? 0, top.seqs[parent] ?? 0)) return
    swapEntries(top, at, parent)
    at = parent
  }
}

/** Moves an entry away from the root until its children are better. */
function siftDown(top: TopHeap, from: number): void {
  let at = from
  for (;;) {
    const left = at * 2 + 1
    if (left >= top.count) return
    const right = left + 1
    const worse =
      right < top.count && isWorse(top, right, top.scores[left] ?? 0, top.seqs[left] ?? 0) ? right : left
    if (!isWorse(top, worse, top.scores[at] ?? 0, top.seqs[at] ?? 0)) return
    swapEntries(top, at, worse)
    at = worse
  }
}

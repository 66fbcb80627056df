import { MOST_DOCS } from '../index/layout.ts'

/**
 * What two threads tell each other while they answer one search together: each finds and ranks the hits of every second
 * segment, and both count facets over all of them. It lies in memory that both have, because a message would take longer
 * than the search. What is awaited is told in any case; a side that fails must be made known with `failBoard`.
 */
export interface SplitSearch {
  side: Side
  /** Says how many this side has. Everything written to the board before is then seen by the other side. */
  tell: (step: Step, count: number) => void
  /** Waits until the other side says it. @throws when the other side has failed. */
  awaitOther: (step: Step) => number
  /** The papers of a segment that pass all filters, then those that each filter alone keeps out. */
  sets: (segment: number) => Uint32Array[]
  /**
   * Of a segment: hits of the plan, partial matches, hits whatever the filters, those called by a title; then how many each
   * filter alone keeps out.
   */
  counts: (segment: number) => Int32Array
  /** Says what a hit must score to be among the best of this side. */
  tellLeast: (score: number) => void
  /** What a hit must score to be among the best of the other side, or less; 0 where that is not known. */
  otherLeast: () => number
  /** Room for the best scores of a side in order. */
  best: (side: Side) => Float64Array
}

export type Side = 0 | 1
/** `total`, `unfiltered`: hits of the plan itself, and whatever the filters; `found`: sets and counts are on the board; `ranked`: best scores are on it. */
export type Step = 'total' | 'unfiltered' | 'found' | 'ranked'

const STEPS = { total: 0, found: 2, ranked: 4, unfiltered: 10 }
/** Numbers of a segment before those of its filters. */
const COUNTS = 4
const LEAST = 6
const FAILED = 8
const CONTROLS = 16
/** So many best scores of each side are on the board. */
export const MOST_BEST = 100
/** To fall asleep and be woken may take longer than what is awaited. */
const AWAKE_MS = 0.2
/** Looks so often whether the other side has failed. */
const PATIENCE_MS = 50

const WORDS = MOST_DOCS / 32
const BYTES = 4

/** Where each part begins, in words of four bytes. */
function placesFor(segments: number, filters: number) {
  const best = CONTROLS
  const sets = best + 2 * MOST_BEST * 2
  const counts = sets + segments * (1 + filters) * WORDS
  return { best, sets, counts, end: counts + segments * (COUNTS + filters) }
}

/** An empty board; the one before is used again where it is large enough. Only while neither side uses it. */
export function emptyBoard(before: SharedArrayBuffer | null, segments: number, filters: number) {
  const size = placesFor(segments, filters).end * BYTES
  if (!before || before.byteLength < size) return new SharedArrayBuffer(size)
  new Int32Array(before, 0, CONTROLS).fill(0)
  return before
}

/** Ends the waiting of the other side. */
export function failBoard(board: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(board, 0, CONTROLS), FAILED, 1)
}

/** One side's view of a board. */
export function openSplit(
  board: SharedArrayBuffer,
  side: Side,
  segments: number,
  filters: number,
): SplitSearch {
  const controls = new Int32Array(board, 0, CONTROLS)
  const places = placesFor(segments, filters)
  const other = 1 - side
  return {
    side,
    tell(step, count) {
      // Zero stands for what has not been said.
      Atomics.store(controls, STEPS[step] + side, count + 1)
      Atomics.notify(controls, STEPS[step] + side)
    },
    awaitOther: (step) => awaited(controls, STEPS[step] + other) - 1,
    sets: (segment) =>
      Array.from({ length: 1 + filters }, (_, set) => {
        const at = places.sets + (segment * (1 + filters) + set) * WORDS
        return new Uint32Array(board, at * BYTES, WORDS)
      }),
    counts: (segment) => {
      const at = places.counts + segment * (COUNTS + filters)
      return new Int32Array(board, at * BYTES, COUNTS + filters)
    },
    tellLeast: (score) => Atomics.store(controls, LEAST + side, bitsBelow(score)),
    otherLeast: () => scoreOf(Atomics.load(controls, LEAST + other)),
    best: (side) => new Float64Array(board, (places.best + side * MOST_BEST * 2) * BYTES, MOST_BEST),
  }
}

function awaited(controls: Int32Array, at: number): number {
  const until = performance.now() + AWAKE_MS
  for (;;) {
    const value = loadOften(controls, at)
    if (value !== 0) return value
    if (performance.now() < until) continue
    if (Atomics.load(controls, FAILED) !== 0) throw new Error('the other side of the search has failed')
    Atomics.wait(controls, at, 0, PATIENCE_MS)
  }
}

function loadOften(controls: Int32Array, at: number): number {
  let value = 0
  for (let left = 200; left > 0 && value === 0; left -= 1) value = Atomics.load(controls, at)
  return value
}

const float = new Float32Array(1)
const bits = new Int32Array(float.buffer)

/** The bits of the nearest 32-bit float that is not greater: of floats that are not negative they have the same order. */
function bitsBelow(score: number): number {
  float[0] = score
  const near = bits[0] ?? 0
  return (float[0] ?? 0) > score ? near - 1 : near
}

function scoreOf(own: number): number {
  bits[0] = own
  return float[0] ?? 0
}

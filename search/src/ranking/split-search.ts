import { MAX_DOCS } from '../index/layout.ts'

/**
 * What two threads tell each other while they answer one search together: each finds and ranks the hits of every second
 * segment, and both count facets over all of them. It lies in memory that both have, because a message would take longer
 * than the search. What is awaited is told in any case; a side that fails must be made known with `failBoard`.
 */
export interface SplitSearch {
  side: SearchSide
  /** Says how many this side has. Everything written to the board before is then seen by the other side. */
  tell: (step: SplitStep, count: number) => void
  /** Waits until the other side says it. @throws when the other side has failed. */
  awaitOther: (step: SplitStep) => number
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
  best: (side: SearchSide) => Float64Array
}

export type SearchSide = 0 | 1
/** `total`, `unfiltered`: hits of the plan itself, and whatever the filters; `found`: sets and counts are on the board; `ranked`: best scores are on it. */
export type SplitStep = 'total' | 'unfiltered' | 'found' | 'ranked'

const STEP_OFFSETS = { total: 0, found: 2, ranked: 4, unfiltered: 10 }
/** Numbers of a segment before those of its filters. */
const COUNTS_PER_SEGMENT = 4
const LEAST_OFFSET = 6
const FAILED_OFFSET = 8
const CONTROL_WORDS = 16
/** So many best scores of each side are on the board. */
export const MAX_BEST_SCORES = 100
/** To fall asleep and be woken may take longer than what is awaited. */
const SPIN_MS = 0.2
/** Looks so often whether the other side has failed. */
const FAILURE_CHECK_MS = 50

const SET_WORDS = MAX_DOCS / 32
const WORD_BYTES = 4

/** Where each part begins, in words of four bytes. */
function boardLayout(segments: number, filters: number) {
  const best = CONTROL_WORDS
  const sets = best + 2 * MAX_BEST_SCORES * 2
  const counts = sets + segments * (1 + filters) * SET_WORDS
  return { best, sets, counts, end: counts + segments * (COUNTS_PER_SEGMENT + filters) }
}

/** An empty board; the one before is used again where it is large enough. Only while neither side uses it. */
export function prepareBoard(before: SharedArrayBuffer | null, segments: number, filters: number) {
  const size = boardLayout(segments, filters).end * WORD_BYTES
  if (!before || before.byteLength < size) return new SharedArrayBuffer(size)
  new Int32Array(before, 0, CONTROL_WORDS).fill(0)
  return before
}

/** Ends the waiting of the other side. */
export function failBoard(board: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(board, 0, CONTROL_WORDS), FAILED_OFFSET, 1)
}

/** One side's view of a board. */
export function openSplit(
  board: SharedArrayBuffer,
  side: SearchSide,
  segments: number,
  filters: number,
): SplitSearch {
  const controls = new Int32Array(board, 0, CONTROL_WORDS)
  const places = boardLayout(segments, filters)
  const other = 1 - side
  return {
    side,
    tell(step, count) {
      // Zero stands for what has not been said.
      Atomics.store(controls, STEP_OFFSETS[step] + side, count + 1)
      Atomics.notify(controls, STEP_OFFSETS[step] + side)
    },
    awaitOther: (step) => awaitControl(controls, STEP_OFFSETS[step] + other) - 1,
    sets: (segment) =>
      Array.from({ length: 1 + filters }, (_, set) => {
        const at = places.sets + (segment * (1 + filters) + set) * SET_WORDS
        return new Uint32Array(board, at * WORD_BYTES, SET_WORDS)
      }),
    counts: (segment) => {
      const at = places.counts + segment * (COUNTS_PER_SEGMENT + filters)
      return new Int32Array(board, at * WORD_BYTES, COUNTS_PER_SEGMENT + filters)
    },
    tellLeast: (score) => Atomics.store(controls, LEAST_OFFSET + side, bitsBelow(score)),
    otherLeast: () => scoreFromBits(Atomics.load(controls, LEAST_OFFSET + other)),
    best: (side) =>
      new Float64Array(board, (places.best + side * MAX_BEST_SCORES * 2) * WORD_BYTES, MAX_BEST_SCORES),
  }
}

function awaitControl(controls: Int32Array, at: number): number {
  const until = performance.now() + SPIN_MS
  for (;;) {
    const value = spinLoad(controls, at)
    if (value !== 0) return value
    if (performance.now() < until) continue
    if (Atomics.load(controls, FAILED_OFFSET) !== 0)
      throw new Error('the other side of the search has failed')
    Atomics.wait(controls, at, 0, FAILURE_CHECK_MS)
  }
}

function spinLoad(controls: Int32Array, at: number): number {
  let value = 0
  for (let left = 200; left > 0 && value === 0; left -= 1) value = Atomics.load(controls, at)
  return value
}

const floatView = new Float32Array(1)
const floatBits = new Int32Array(floatView.buffer)

/** The bits of the nearest 32-bit float that is not greater: of floats that are not negative they have the same order. */
function bitsBelow(score: number): number {
  floatView[0] = score
  const near = floatBits[0] ?? 0
  return (floatView[0] ?? 0) > score ? near - 1 : near
}

function scoreFromBits(own: number): number {
  floatBits[0] = own
  return floatView[0] ?? 0
}

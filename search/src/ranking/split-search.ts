import { MAX_DOCS } from '../index/layout.ts'

/** One of the two threads of a shared search; side i searches the segments with index ≡ i (mod 2). */
export type SearchSide = 0 | 1

/**
 * `total` and `unfiltered`: hits of the plan with and without filters; `found`: sets and counts are on the board;
 * `ranked`: the best scores are on it.
 */
export type SplitStep = 'total' | 'unfiltered' | 'found' | 'ranked'

/**
 * Communication between two threads that answer one search together: each finds and ranks the hits of every second
 * segment, and both count facets over all of them. It uses shared memory (the board) because a message would take
 * longer than the search. Each side has to signal every step that the other one awaits, or to call `failBoard`.
 */
export interface SplitSearch {
  side: SearchSide
  /** Signals a step with a count. Everything written to the board before is then visible to the other side. */
  signal: (step: SplitStep, count: number) => void
  /**
   * Blocks the thread until the other side signals a step, and returns its count.
   *
   * @throws Error when the other side has failed.
   */
  awaitOther: (step: SplitStep) => number
  /**
   * The sets of a segment, as bits by paper: the papers that pass all filters, then those that each filter alone
   * excludes.
   */
  sets: (segment: number) => Uint32Array[]
  /**
   * Numbers of papers of a segment: hits of the plan, partial matches, hits regardless of filters, papers named by the
   * query; then those that each filter alone excludes.
   */
  counts: (segment: number) => Int32Array
  /** Publishes the score that a hit needs to be among the best of this side. */
  publishThreshold: (score: number) => void
  /**
   * Returns a lower bound of the threshold that the other side has published; 0 when it has published none.
   */
  otherThreshold: () => number
  /** Buffer for the best scores of a side, in descending order; `ranked` is signaled with their number. */
  bestScores: (side: SearchSide) => Float64Array
}

/** Maximum number of best scores of each side on the board, and words that each side's scores take (64-bit floats). */
export const MAX_BEST_SCORES = 100
const BEST_SCORES_WORDS = MAX_BEST_SCORES * 2
/** Number of control words; those at other offsets are not used. */
const CONTROL_WORDS = 16
/** Number of words of a set, which has one bit for each paper of a segment. */
const SET_WORDS = MAX_DOCS / 32
const WORD_BYTES = 4

/**
 * Returns an empty board, reusing the previous one when it is large enough. Call it only while neither side uses the
 * board.
 */
export function prepareBoard(previous: SharedArrayBuffer | null, segments: number, filters: number) {
  const size = boardLayout(segments, filters).end * WORD_BYTES
  if (!previous || previous.byteLength < size) return new SharedArrayBuffer(size)
  new Int32Array(previous, 0, CONTROL_WORDS).fill(0)
  return previous
}

/** Number of counts of a segment before those of its filters. */
const COUNTS_PER_SEGMENT = 4

/**
 * Returns the offset of each part of the board after the control words, and its end, in words of four bytes: the best
 * scores of both sides, then the sets and the counts of all segments, as `SplitSearch` describes them.
 */
function boardLayout(segments: number, filters: number) {
  const best = CONTROL_WORDS
  const sets = best + 2 * BEST_SCORES_WORDS
  const counts = sets + segments * (1 + filters) * SET_WORDS
  return { best, sets, counts, end: counts + segments * (COUNTS_PER_SEGMENT + filters) }
}

/** One word that is 1 when a side has failed. */
const FAILED_OFFSET = 8

/** Records that a side has failed, which ends the other side's wait with an error. */
export function failBoard(board: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(board, 0, CONTROL_WORDS), FAILED_OFFSET, 1)
}

// The control words at the beginning of the board, by offset in words of four bytes:
/** Two words for each step, one for each side; 0 until it is signaled, then its count plus 1. */
const STEP_OFFSETS = { total: 0, found: 2, ranked: 4, unfiltered: 10 }
/** Two words with the threshold of each side, as the bits of a 32-bit float. */
const THRESHOLD_OFFSET = 6

/** Opens one side's view of a board. */
export function openSplit(
  board: SharedArrayBuffer,
  side: SearchSide,
  segments: number,
  filters: number,
): SplitSearch {
  const controls = new Int32Array(board, 0, CONTROL_WORDS)
  const layout = boardLayout(segments, filters)
  const other = 1 - side
  return {
    side,
    signal(step, count) {
      Atomics.store(controls, STEP_OFFSETS[step] + side, count + 1)
      Atomics.notify(controls, STEP_OFFSETS[step] + side)
    },
    awaitOther: (step) => awaitControl(controls, STEP_OFFSETS[step] + other) - 1,
    sets: (segment) =>
      Array.from({ length: 1 + filters }, (_, set) => {
        const offset = layout.sets + (segment * (1 + filters) + set) * SET_WORDS
        return new Uint32Array(board, offset * WORD_BYTES, SET_WORDS)
      }),
    counts: (segment) => {
      const offset = layout.counts + segment * (COUNTS_PER_SEGMENT + filters)
      return new Int32Array(board, offset * WORD_BYTES, COUNTS_PER_SEGMENT + filters)
    },
    publishThreshold: (score) => Atomics.store(controls, THRESHOLD_OFFSET + side, bitsBelow(score)),
    otherThreshold: () => scoreFromBits(Atomics.load(controls, THRESHOLD_OFFSET + other)),
    bestScores: (side) =>
      new Float64Array(board, (layout.best + side * BEST_SCORES_WORDS) * WORD_BYTES, MAX_BEST_SCORES),
  }
}

/** Duration of busy waiting before sleeping: being put to sleep and woken may take longer than the awaited step. */
const SPIN_MS = 0.2
/** Interval between checks whether the other side has failed. */
const FAILURE_CHECK_MS = 50

/**
 * Waits until a control word is not 0, first by spinning, then by sleeping, and returns it.
 *
 * @throws Error when the other side has failed.
 */
function awaitControl(controls: Int32Array, offset: number): number {
  const spinEnd = performance.now() + SPIN_MS
  for (;;) {
    const value = spinLoad(controls, offset)
    if (value !== 0) return value
    if (performance.now() < spinEnd) continue
    if (Atomics.load(controls, FAILED_OFFSET) !== 0)
      throw new Error('the other side of the search has failed')
    Atomics.wait(controls, offset, 0, FAILURE_CHECK_MS)
  }
}

/** Number of loads before the clock is read again. */
const LOADS_PER_SPIN = 200

/** Returns the value of a control word, or 0 when it is still 0 after some loads. */
function spinLoad(controls: Int32Array, offset: number): number {
  let value = 0
  for (let left = LOADS_PER_SPIN; left > 0 && value === 0; left -= 1) value = Atomics.load(controls, offset)
  return value
}

// The same four bytes as a float and as an integer.
const floatView = new Float32Array(1)
const floatBits = new Int32Array(floatView.buffer)

/**
 * Returns the bits of the greatest 32-bit float that does not exceed a positive score. Where rounding has gone up, it
 * is the float before: the bits of positive floats, read as integers, are in the same order as the floats.
 */
function bitsBelow(score: number): number {
  floatView[0] = score
  const near = floatBits[0] ?? 0
  return (floatView[0] ?? 0) > score ? near - 1 : near
}

/** Returns the 32-bit float with these bits. */
function scoreFromBits(bits: number): number {
  floatBits[0] = bits
  return floatView[0] ?? 0
}

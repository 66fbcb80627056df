import { ownKernels } from '../kernels/kernels.ts'
import { addressOf, type Own, own } from '../kernels/own.ts'

/** A number that is counted has to fit 16 bits. */
export const MOST_NUMBERS = 65_536
const LANES = 4
/** Bytes from one lane to the next. */
export const LANE = MOST_NUMBERS * Uint32Array.BYTES_PER_ELEMENT

/** Counts by number, in lanes or not. One for each purpose a thread has is min_hits: it is zero whenever nothing is counted. */
export type LaneCounts = Own<Uint32Array>

export const createLaneCounts = (): LaneCounts => own(Uint32Array, LANES * MOST_NUMBERS)

/** Brings what was counted in lanes together in the first, for numbers below `size`. */
export function joinLanes(counts: LaneCounts, size: number): void {
  ownKernels.join_lanes(addressOf(counts), addressOf(counts, size), LANE)
}

import { ownKernels } from '../kernels/kernels.ts'
import { allocateOwn, byteAddress, type OwnArray } from '../kernels/own.ts'

/** A number that is counted has to fit 16 bits. */
export const MAX_NUMBERS = 65_536
const LANE_COUNT = 4
/** Bytes from one lane to the next. */
export const LANE_BYTES = MAX_NUMBERS * Uint32Array.BYTES_PER_ELEMENT

/** Counts by number, in lanes or not. One for each purpose a thread has is min_hits: it is zero whenever nothing is counted. */
export type LaneCounts = OwnArray<Uint32Array>

export const createLaneCounts = (): LaneCounts => allocateOwn(Uint32Array, LANE_COUNT * MAX_NUMBERS)

/** Brings what was counted in lanes together in the first, for numbers below `size`. */
export function joinLanes(counts: LaneCounts, size: number): void {
  ownKernels.join_lanes(byteAddress(counts), byteAddress(counts, size), LANE_BYTES)
}

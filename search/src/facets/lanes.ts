import { ownKernels } from '../kernels/kernels.ts'
import { allocateOwn, byteAddress, type OwnArray } from '../kernels/own.ts'

/** Number of different numbers that can be counted, of 16 bits each. */
export const MAX_NUMBERS = 65_536
/**
 * Papers are counted in one of several lanes in turn, each a table of all counts: incrementing one count twice in
 * succession would make the processor wait.
 */
const LANE_COUNT = 4
/** Distance of two lanes in bytes. */
export const LANE_BYTES = MAX_NUMBERS * Uint32Array.BYTES_PER_ELEMENT

/** Counts by number, in several lanes or one. A thread has one array per purpose, which is zero between counts. */
export type LaneCounts = OwnArray<Uint32Array>

/** Creates counts of zero. */
export const createLaneCounts = (): LaneCounts => allocateOwn(Uint32Array, LANE_COUNT * MAX_NUMBERS)

/** Adds the counts of all lanes into the first one, for numbers below `size`. */
export function joinLanes(counts: LaneCounts, size: number): void {
  ownKernels.join_lanes(byteAddress(counts), byteAddress(counts, size), LANE_BYTES)
}

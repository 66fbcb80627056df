import { filledPart, type GrowableArray, growable8, growable32, reserveRoom } from './growable-array.ts'

/**
 * Field masks of postings. A term whose postings all have the same mask stores none: it reads a run of this mask that
 * it shares with other terms.
 */
export interface MasksWriter {
  /** Masks of the terms whose postings have different ones, term by term. */
  mixed: GrowableArray<Uint8Array>
  /** By mask, the length of its run: the largest number of postings of a term whose postings all have it. */
  run_lengths: Uint32Array
}

/** Number of masks of the five fields of `MASKS`. */
const MASK_COUNT = 32
/** Marks a term whose postings have different masks. */
export const MIXED_MASK = -1

/**
 * Creates a writer without masks.
 *
 * @param size initial capacity in postings
 */
export const createMasks = (size?: number): MasksWriter => ({
  mixed: growable8(size),
  run_lengths: new Uint32Array(MASK_COUNT),
})

/**
 * Finishes the masks of a term, which the caller has appended to `mixed` from the index `from` on. If they are all
 * equal, removes them again and returns the one mask; otherwise returns MIXED_MASK.
 */
export function closeMasks(masks: MasksWriter, from: number): number {
  const { array, length } = masks.mixed
  const first = array[from] ?? 0
  for (let at = from + 1; at < length; at += 1) if (array[at] !== first) return MIXED_MASK
  masks.mixed.length = from
  shareMask(masks, first, length - from)
  return first
}

/** Ensures that the run of a mask is long enough for a term with this many postings. */
export function shareMask({ run_lengths }: MasksWriter, mask: number, postings: number): void {
  run_lengths[mask] = Math.max(run_lengths[mask] ?? 0, postings)
}

/**
 * Appends to the mixed masks one run per mask, as long as `run_lengths` requires. Returns them all as `masks`, and as
 * `mask_runs` by mask the index at which its run begins.
 */
export function finishMasks({ mixed, run_lengths }: MasksWriter) {
  const runStarts = growable32(MASK_COUNT)
  runStarts.length = MASK_COUNT
  for (const [mask, length] of run_lengths.entries()) {
    runStarts.array[mask] = mixed.length
    reserveRoom(mixed, length)
    mixed.array.fill(mask, mixed.length, mixed.length + length)
    mixed.length += length
  }
  return { masks: filledPart(mixed), mask_runs: filledPart(runStarts) }
}

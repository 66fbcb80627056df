import { filledPart, type GrowableArray, growable8, growable32, reserveRoom } from './growable-array.ts'

/**
 * Field masks of postings. A term whose postings all have the same mask stores none: it reads a run shared with other
 * terms.
 */
export interface MasksWriter {
  /** Masks of the terms with different ones, term by term. */
  own: GrowableArray<Uint8Array>
  /** By mask: the largest number of postings of a term whose postings all have this mask. */
  longest: Uint32Array
}

/** Number of masks of five bits. */
const MASK_COUNT = 32
/** Marks a term whose postings have different masks. */
export const MIXED_MASK = -1

/**
 * Creates a writer without masks.
 *
 * @param size initial capacity in postings
 */
export const createMasks = (size?: number): MasksWriter => ({
  own: growable8(size),
  longest: new Uint32Array(MASK_COUNT),
})

/**
 * Finishes the masks of a term, which the caller has appended to `own` from the index `from` on. If they are all equal,
 * removes them again and returns the one mask; otherwise returns MIXED_MASK.
 */
export function closeMasks(masks: MasksWriter, from: number): number {
  const { array, length } = masks.own
  const first = array[from] ?? 0
  for (let at = from + 1; at < length; at += 1) if (array[at] !== first) return MIXED_MASK
  masks.own.length = from
  shareMask(masks, first, length - from)
  return first
}

/** Ensures that the run of a mask is long enough for a term with this many postings. */
export function shareMask({ longest }: MasksWriter, mask: number, postings: number): void {
  longest[mask] = Math.max(longest[mask] ?? 0, postings)
}

/**
 * Appends to the stored masks one run per mask, as long as `longest` requires. Returns them all as `masks`, and as
 * `mask_runs` by mask the index at which its run begins.
 */
export function finishMasks({ own, longest }: MasksWriter) {
  const runStarts = growable32(MASK_COUNT)
  runStarts.length = MASK_COUNT
  for (const [mask, length] of longest.entries()) {
    runStarts.array[mask] = own.length
    reserveRoom(own, length)
    own.array.fill(mask, own.length, own.length + length)
    own.length += length
  }
  return { masks: filledPart(own), mask_runs: filledPart(runStarts) }
}

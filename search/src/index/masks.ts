import { filledPart, type GrowableArray, growable8, growable32, reserveRoom } from './growable-array.ts'

/** The fields of postings. A term whose postings all stand in the same ones keeps none: it reads a run that it shares. */
export interface MasksWriter {
  own: GrowableArray<Uint8Array>
  /** By mask: the most postings of a term that has it alone. */
  longest: Uint32Array
}

/** Masks have five bits. */
const MASK_COUNT = 32
/** Stands for the mask of a term whose postings stand in different fields. */
export const MIXED_MASK = -1

export const createMasks = (size?: number): MasksWriter => ({
  own: growable8(size),
  longest: new Uint32Array(MASK_COUNT),
})

/** What was written from `from` on are a term's masks: takes them back where they are alike. Answers the one, or DIFFERENT. */
export function closeMasks(masks: MasksWriter, from: number): number {
  const { array, length } = masks.own
  const first = array[from] ?? 0
  for (let at = from + 1; at < length; at += 1) if (array[at] !== first) return MIXED_MASK
  masks.own.length = from
  shareMask(masks, first, length - from)
  return first
}

/** A term of so many postings reads the run of a mask. */
export function shareMask({ longest }: MasksWriter, mask: number, postings: number): void {
  longest[mask] = Math.max(longest[mask] ?? 0, postings)
}

/** The masks of terms one behind the other, then the runs, and by mask where its run begins. */
export function finishMasks({ own, longest }: MasksWriter) {
  const runs = growable32(MASK_COUNT)
  runs.length = MASK_COUNT
  for (const [mask, length] of longest.entries()) {
    runs.array[mask] = own.length
    reserveRoom(own, length)
    own.array.fill(mask, own.length, own.length + length)
    own.length += length
  }
  return { masks: filledPart(own), mask_runs: filledPart(runs) }
}

import { readFileSync } from 'node:fs'
import { byteAddress, type OwnArray, ownMemory, PAGE_BYTES } from './own.ts'

/**
 * The inner loops of the search core in WebAssembly (kernels.wat, which also states in which memory each array lies).
 * Arrays are given as byte offsets (see `byteAddress`), `end` is the offset after the last entry, and nothing is
 * checked. A set has one bit per paper; a list has 16-bit numbers of papers; counts lie in one or four lanes, `lane`
 * bytes apart (see `facets/lanes.ts`).
 */
export interface Kernels {
  /** Sets `bytes` bytes to `byte`. */
  fill: (from: number, bytes: number, byte: number) => void
  /** Intersects the set `bits` with `other`, in place. */
  and: (bits: number, end: number, other: number) => void
  /** Adds `other` to the set `bits`. */
  or: (bits: number, end: number, other: number) => void
  /** Removes `other` from the set `bits`. */
  without: (bits: number, end: number, other: number) => void
  /** Removes the deleted papers, a set in the segment, from the set `bits`. */
  without_gone: (bits: number, end: number, deleted: number) => void
  /** Returns the number of papers in a set. */
  count: (bits: number, end: number) => number
  /** Returns the number of papers in both sets. */
  count_both: (bits: number, end: number, other: number) => number
  /**
   * Writes the papers of a set to `target` as ascending 16-bit numbers and returns their end. `bitPositions` lists the
   * set bits of each possible byte.
   */
  list: (bits: number, end: number, bitPositions: number, target: number) => number
  /**
   * Counts the entries of each paper of a list; those of paper d are `ranks[starts[d]]` up to `ranks[starts[d + 1]]`.
   * `buffer` is scratch memory.
   */
  add_places: (
    docs: number,
    end: number,
    starts: number,
    ranks: number,
    counts: number,
    lane: number,
    buffer: number,
  ) => void
  /** Adds the counts of the other lanes to the first lane, and resets them. */
  join_lanes: (counts: number, end: number, lane: number) => void
  /** Counts the one entry that each paper of a list has in a column. */
  add_column: (docs: number, end: number, column: number, counts: number, lane: number) => void
  /** Returns the offset of the next group of four counts with one of at least `minCount`; `end` if there is none. */
  next_count: (counts: number, end: number, minCount: number) => number
  /** Returns the number of papers of a list that are in a set. */
  count_listed: (docs: number, end: number, bits: number) => number
  /** Adds the papers whose number in a column is from `min` to `max` (inclusive) to a set. */
  set_between: (column: number, end: number, min: number, max: number, bits: number) => void
  /** Copies bytes of the segment to this thread's memory. */
  copy: (from: number, bytes: number, target: number) => void
  /**
   * Writes the papers of a term that is stored as pages and low bytes to `target` as 16-bit numbers, up to `end` of the
   * low bytes. For the encodings see index/docs.ts.
   */
  read_pages: (pages: number, lows: number, end: number, target: number) => void
  /** Returns the index of a paper among those of a set in the segment; -1 when it is not in it. */
  find_in_set: (set: number, doc: number) => number
  /** The same for pages and low bytes. */
  find_in_pages: (pages: number, lows: number, doc: number) => number
  /** Adds the papers of postings to a set. */
  set_docs: (docs: number, end: number, bits: number) => void
  /**
   * Adds the papers of those postings to a set whose mask is wanted: bit `code` of `wanted` is set. `codes`, of `width`
   * bits each, and `wanted` are those of `maskCodes`.
   */
  set_docs_in: (docs: number, end: number, codes: number, width: number, wanted: number, bits: number) => void
  /** Adds the papers of those postings to a set whose impact is above `limit`. */
  set_above: (docs: number, end: number, impacts: number, limit: number, bits: number) => void
  /**
   * Adds the impact of each posting to the score of its paper if that is in the set: times `both` where the mask of the
   * posting is wanted, else times `always`.
   */
  add_postings: (
    docs: number,
    end: number,
    impacts: number,
    codes: number,
    width: number,
    wanted: number,
    always: number,
    both: number,
    bits: number,
    scores: number,
  ) => void
  /** Does the same for each paper of a list, whose posting is found by its rank in the set of the term. */
  add_ranked: (
    list: number,
    end: number,
    set: number,
    ranks: number,
    impacts: number,
    codes: number,
    width: number,
    wanted: number,
    always: number,
    both: number,
    scores: number,
  ) => void
  /** Adds a weight to the score of each paper of a list. */
  add_weight: (list: number, end: number, weight: number, scores: number) => void
  /** Resets the scores of the papers of a list. */
  clear_scores: (list: number, end: number, scores: number) => void
  /** Returns the offset of the next paper of a list with a score of at least `minScore`; `end` when there is none. */
  next_score: (list: number, end: number, scores: number, minScore: number) => number
}

const kernelModule = new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)))

/**
 * Instantiates the kernels over the memory of a segment and of data that a thread derives from it.
 *
 * @param seg memory of the segment; any memory for kernels that do not read it.
 * @param side memory of the derived data; any memory for kernels that do not read it.
 */
export function instantiateKernels(seg: WebAssembly.Memory, side = seg): Kernels {
  const { exports } = new WebAssembly.Instance(kernelModule, { memory: { own: ownMemory, seg, side } })
  // A test verifies that the module has the exports of the interface.
  return exports as unknown as Kernels
}

/** Kernels that access only this thread's memory. */
export const ownKernels = instantiateKernels(ownMemory)

/** Sets the entries from `from` up to `to` to zero. */
export function clearNumbers(numbers: OwnArray<Uint32Array>, from = 0, to = numbers.length): void {
  ownKernels.fill(byteAddress(numbers, from), (to - from) * numbers.BYTES_PER_ELEMENT, 0)
}

/** Creates a zeroed memory of at least `bytes`, rounded up to pages, that threads can share and kernels can read. */
export function createMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / PAGE_BYTES)
  return new WebAssembly.Memory({ initial: pages, maximum: Math.max(1, pages), shared: true })
}

import { readFileSync } from 'node:fs'
import { byteAddress, type OwnArray, ownMemory, PAGE_BYTES } from './own.ts'

/**
 * The inner loops of the search core, described in kernels.wat. Pointers are byte offsets in the memory that is named
 * there, and nothing is checked.
 */
export interface Kernels {
  fill: (from: number, bytes: number, byte: number) => void
  and: (bits: number, end: number, other: number) => void
  or: (bits: number, end: number, other: number) => void
  without: (bits: number, end: number, other: number) => void
  without_gone: (bits: number, end: number, gone: number) => void
  count: (bits: number, end: number) => number
  count_both: (bits: number, end: number, other: number) => number
  list: (bits: number, end: number, places: number, into: number) => number
  add_places: (
    docs: number,
    end: number,
    starts: number,
    places: number,
    counts: number,
    lane: number,
    room: number,
  ) => void
  join_lanes: (counts: number, end: number, lane: number) => void
  add_column: (docs: number, end: number, column: number, counts: number, lane: number) => void
  next_count: (counts: number, end: number, least: number) => number
  count_listed: (docs: number, end: number, bits: number) => number
  set_between: (column: number, end: number, least: number, most: number, bits: number) => void
  set_docs: (docs: number, end: number, bits: number) => void
  set_docs_in: (docs: number, end: number, masks: number, wanted: number, bits: number) => void
  set_above: (docs: number, end: number, impacts: number, cut: number, bits: number) => void
  add_postings: (
    docs: number,
    end: number,
    impacts: number,
    masks: number,
    always: number,
    both: number,
    mask: number,
    bits: number,
    scores: number,
  ) => void
  add_ranked: (
    list: number,
    end: number,
    set: number,
    ranks: number,
    impacts: number,
    masks: number,
    always: number,
    both: number,
    mask: number,
    scores: number,
  ) => void
  add_weight: (list: number, end: number, weight: number, scores: number) => void
  clear_scores: (list: number, end: number, scores: number) => void
  next_score: (list: number, end: number, scores: number, least: number) => number
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

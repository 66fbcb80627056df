import { createMemory, instantiateKernels, type Kernels } from '../kernels/kernels.ts'

/**
 * One immutable part of the index: up to 65,536 papers, so that a paper's number in it fits 16 bits. All of it lies
 * in one shared memory, which every thread reads through typed views and kernels; only `deleted` ever changes.
 */
export const MAX_DOCS = 65_536

/** The fields as bits of a posting's mask; words of the first three have positions, in this order. */
export const MASKS = { title: 1, abstract: 2, keyword: 4, author: 8, source: 16 } as const
export const ANY_MASK = 31

/** Postings of one term that share one entry of `position_blocks`. */
export const POSITION_BLOCK = 32
/** Terms that share one block of the dictionary, and what `dict_blocks` says of each block. */
export const TERM_BLOCK = 16
export const BLOCK_ENTRIES = 4

/** Values of a facet get numbers that hold for the whole index; 0 stands for "none" in a column of one value. */
export const VALUE_TABLES = ['source', 'author', 'keyword', 'subject', 'language'] as const
export type ValueTable = (typeof VALUE_TABLES)[number]

const SECTION_TYPES = {
  /** Terms in the order of their UTF-8, and where each block of them, its postings, positions and masks begin. */
  dict_bytes: Uint8Array,
  dict_blocks: Uint32Array,
  /** Per posting: the paper, its saturated BM25F frequency × 255. */
  docs: Uint16Array,
  impacts: Uint8Array,
  /** The fields, per posting of the terms that stand in different ones; then a run of each mask, for all other terms. */
  masks: Uint8Array,
  /** By mask: where its run begins in `masks`. */
  mask_runs: Uint32Array,
  /** Per block of 32 postings of a term with positions: where in `positions` it begins. */
  position_blocks: Uint32Array,
  /** Per posting: its places, as `places.ts` writes them. */
  positions: Uint8Array,
  /** Per paper. `seq` is the paper's number in the database, `date` is YYYYMMDD, `flags` see FLAGS. */
  seq: Uint32Array,
  year: Uint16Array,
  type: Uint8Array,
  flags: Uint8Array,
  language: Uint32Array,
  source: Uint32Array,
  date: Uint32Array,
  cited: Uint32Array,
  /** Three per paper: the first position behind its title, behind its titles in both languages, behind its abstracts. */
  field_ends: Uint16Array,
  author_starts: Uint32Array,
  author: Uint32Array,
  keyword_starts: Uint32Array,
  keyword: Uint32Array,
  subject_starts: Uint32Array,
  subject: Uint32Array,
  /** Per paper: which combination it has of year, type, language and open access; four entries of `mixes` each. */
  mix: Uint16Array,
  mixes: Uint32Array,
  /** Bits of papers that are gone. */
  deleted: Uint32Array,
} as const

export type SectionName = keyof typeof SECTION_TYPES
const SECTION_NAMES = Object.keys(SECTION_TYPES) as SectionName[]
type SectionArray<Kind> = Kind extends Uint8ArrayConstructor
  ? Uint8Array
  : Kind extends Uint16ArrayConstructor
    ? Uint16Array
    : Uint32Array
export type SectionArrays = { [Name in SectionName]: SectionArray<(typeof SECTION_TYPES)[Name]> }

/** Places left free between two texts of a paper, so that no phrase crosses them; NEAR may. */
export const TEXT_GAP = 8

/** Bits of `flags`: open access, then two bits of degree (1 bachelor, 2 master, 3 doctor). */
export const FLAGS = { oa: 1, degree_shift: 1, degree_mask: 3 } as const

/** Where each section lies in the buffer: offset in bytes and length in entries. */
export type SectionPlaces = Record<SectionName, [offset: number, length: number]>

export interface SegmentHead {
  /** Grows with every segment made; names its file. */
  id: number
  doc_count: number
  term_count: number
  places: SectionPlaces
}

/** A segment as threads hand it to each other. */
export interface SegmentData {
  head: SegmentHead
  /** Its bytes, and what is left of the last page. */
  memory: WebAssembly.Memory
}

export interface Segment extends SegmentData, SectionArrays {
  /** Over its memory. */
  kernels: Kernels
}

const ALIGNMENT_BYTES = 8

type SectionView = Uint8Array | Uint16Array | Uint32Array

/** A view over a section's place; the library's types know no union of classes over shared buffers. */
function sectionView(
  name: SectionName,
  buffer: ArrayBufferLike,
  [offset, length]: [number, number],
): SectionView {
  const Kind = SECTION_TYPES[name] as unknown as new (
    buffer: ArrayBufferLike,
    offset: number,
    length: number,
  ) => SectionView
  return new Kind(buffer, offset, length)
}

const alignUp = (bytes: number) => Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES

/** Bytes of a segment. */
export function segmentBytes({ places }: SegmentHead): number {
  const ends = SECTION_NAMES.map(
    (name) => places[name][0] + places[name][1] * SECTION_TYPES[name].BYTES_PER_ELEMENT,
  )
  return alignUp(Math.max(...ends))
}

/** Columns of what no paper has share their zeros; `deleted` alone is ever written to. */
const isAllZeros = (name: SectionName, section: SectionView) =>
  name !== 'deleted' && section.every((entry) => entry === 0)

/** Moves sections into one shared memory; their own memory is given back, so that a merge needs little more than both. */
export function packSegment(head: Omit<SegmentHead, 'places'>, sections: SectionArrays): SegmentData {
  let size = 0
  const places = {} as SectionPlaces
  const empty = SECTION_NAMES.filter((name) => isAllZeros(name, sections[name]))
  for (const name of SECTION_NAMES) {
    places[name] = [size, sections[name].length]
    if (!empty.includes(name)) size += alignUp(sections[name].byteLength)
  }
  for (const name of empty) places[name][0] = size
  size += alignUp(Math.max(0, ...empty.map((name) => sections[name].byteLength)))
  const memory = createMemory(size)
  for (const name of SECTION_NAMES) {
    const { buffer: own } = sections[name]
    sectionView(name, memory.buffer, places[name]).set(sections[name])
    if (own instanceof ArrayBuffer) own.transfer(0)
  }
  return { head: { ...head, places }, memory }
}

/** Views over a segment's memory; nothing is copied. */
export function openSegment({ head, memory }: SegmentData): Segment {
  const views = SECTION_NAMES.map((name) => [name, sectionView(name, memory.buffer, head.places[name])])
  // One entry a section, each of the class that ARRAYS names.
  const arrays = Object.fromEntries(views) as unknown as SectionArrays
  return { head, memory, kernels: instantiateKernels(memory), ...arrays }
}

export function isDeleted(segment: Pick<Segment, 'deleted'>, doc: number): boolean {
  return (((segment.deleted[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1
}

/** Marks a paper as gone, seen by every thread. */
export function markDeleted(segment: Pick<Segment, 'deleted'>, doc: number): void {
  Atomics.or(segment.deleted, doc >>> 5, 1 << (doc & 31))
}

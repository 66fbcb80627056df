import { createMemory, instantiateKernels, type Kernels } from '../kernels/kernels.ts'
import { openPositionSource, type PositionSource, type PositionsPlace } from './position-source.ts'

// The memory layout of a segment, one immutable part of the index. It lies in one shared memory, which every thread
// reads through typed views and kernels; only `deleted` ever changes. Positions are kept apart: those of a segment that
// has a file are only there.

/** Maximum number of papers of a segment; the number of a paper in it fits 16 bits. */
export const MAX_DOCS = 65_536
/** Bits of the fields in a posting's mask; words of the first three fields have positions, in this order. */
export const MASKS = { title: 1, abstract: 2, keyword: 4, author: 8, source: 16 } as const
/** All bits of `MASKS`. */
export const ANY_MASK = 31
/** The impact of a term that is as frequent in a paper as can be: impacts are bytes, and 0 occurs in no posting. */
export const MAX_IMPACT = 255
/** Number of postings of a term that share one entry of `position_blocks`. */
export const POSITION_BLOCK = 32
/** Number of terms per block of the dictionary. */
export const TERM_BLOCK = 16
/** Number of entries of `dict_blocks` per block. */
export const BLOCK_ENTRIES = 5
/** Number of entries of `field_ends` per paper. */
export const FIELD_ENDS_ENTRIES = 3
/** Tables of facet values. Numbers are valid for the whole index; 0 means "none" in a single-valued column. */
export const VALUE_TABLES = ['source', 'author', 'keyword', 'subject', 'language'] as const

export type ValueTable = (typeof VALUE_TABLES)[number]

/**
 * Sections of a segment by name, with the type of their entries. The names are part of the file format; a change needs
 * a new `INDEX_FORMAT`.
 */
const SECTION_TYPES = {
  /** Entries of the terms in UTF-8 order, in blocks of `TERM_BLOCK` terms; see dictionary.ts. */
  dict_bytes: Uint8Array,
  /**
   * `BLOCK_ENTRIES` per block: where it begins in `dict_bytes`, and where the data of its first term begin in `impacts`,
   * `docs`, `position_blocks` and `masks`.
   */
  dict_blocks: Uint32Array,
  /** The papers of each term, in the encodings of docs.ts. */
  docs: Uint8Array,
  /** For each posting: its saturated BM25F frequency times `MAX_IMPACT`. */
  impacts: Uint8Array,
  /** The field masks of terms whose postings have different ones, in the encoding of masks.ts. */
  masks: Uint8Array,
  /** For each block of 32 postings of a term with positions: where it begins in `positions`. */
  position_blocks: Uint32Array,
  /** For each posting: its positions in the encoding of positions.ts. */
  positions: Uint8Array,
  /** One entry per paper: `seq` is the paper's number in the database, `date` is YYYYMMDD, for `flags` see FLAGS. */
  seq: Uint32Array,
  year: Uint16Array,
  type: Uint8Array,
  flags: Uint8Array,
  language: Uint32Array,
  source: Uint32Array,
  date: Uint32Array,
  cited: Uint32Array,
  /**
   * `FIELD_ENDS_ENTRIES` per paper: the first position behind its title, behind its titles in both languages, behind
   * its abstracts.
   */
  field_ends: Uint16Array,
  /** The values of paper i are those from `author_starts[i]` up to `author_starts[i + 1]` in `author`, and so on. */
  author_starts: Uint32Array,
  author: Uint32Array,
  keyword_starts: Uint32Array,
  keyword: Uint32Array,
  subject_starts: Uint32Array,
  subject: Uint32Array,
  /** For each paper, its combination of year, type, language and open access; each has four entries of `mixes`. */
  mix: Uint16Array,
  mixes: Uint32Array,
  /** Bits of deleted papers. */
  deleted: Uint32Array,
} as const

export type SectionName = keyof typeof SECTION_TYPES

type SectionArray<Kind> = Kind extends Uint8ArrayConstructor
  ? Uint8Array
  : Kind extends Uint16ArrayConstructor
    ? Uint16Array
    : Uint32Array

/** The sections of a segment by name. */
export type SectionArrays = { [Name in SectionName]: SectionArray<(typeof SECTION_TYPES)[Name]> }

/** Free positions between two texts of a paper, so that no phrase spans them; NEAR may. */
export const TEXT_GAP = 8
/** Bits of `flags`: open access, then two bits of degree (0 none, 1 bachelor, 2 master, 3 doctor). */
export const FLAGS = { oa: 1, degree_shift: 1, degree_mask: 3 } as const

/**
 * Location of each section in the segment's memory: offset in bytes and length in entries. The positions would follow
 * the others, so that their offset is the size of the memory.
 */
export type SectionPlaces = Record<SectionName, [offset: number, length: number]>

/** Description of a segment, from which its memory can be opened. */
export interface SegmentHead {
  /** Increases with every new segment; part of its file name. */
  id: number
  doc_count: number
  term_count: number
  places: SectionPlaces
}

/** A segment in the form in which threads exchange it. */
export interface SegmentData {
  head: SegmentHead
  /** Memory of all sections but the positions; the rest of the last page is unused. */
  memory: WebAssembly.Memory
  positions_place: PositionsPlace
}

/** An opened segment: views of its sections, and kernels over its memory. */
export interface Segment extends SegmentData, Omit<SectionArrays, 'positions'> {
  /** Kernels over the segment's memory. */
  kernels: Kernels
  positions: PositionSource
}

const SECTION_NAMES = Object.keys(SECTION_TYPES) as SectionName[]

/** Returns the size of each section in bytes; some may share their bytes. */
export function sectionBytes({ places }: SegmentHead): Record<SectionName, number> {
  const sizes = SECTION_NAMES.map((name) => [name, places[name][1] * SECTION_TYPES[name].BYTES_PER_ELEMENT])
  // One entry per section.
  return Object.fromEntries(sizes)
}

/** Returns the size of a segment in bytes. */
export function segmentBytes({ places }: SegmentHead): number {
  const ends = SECTION_NAMES.map(
    (name) => places[name][0] + places[name][1] * SECTION_TYPES[name].BYTES_PER_ELEMENT,
  )
  return alignUp(Math.max(...ends))
}

/** Every section begins at a multiple of this. */
const ALIGNMENT_BYTES = 8

const alignUp = (bytes: number) => Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES

/**
 * Moves sections into one shared memory and frees their own, so that a merge needs little more than both sizes. The
 * arrays passed must not be used afterwards. Sections of zeros only all lie in the same bytes, as long as the longest of
 * them. The positions get a memory of their own.
 */
export function packSegment(head: Omit<SegmentHead, 'places'>, sections: SectionArrays): SegmentData {
  let size = 0
  const places = {} as SectionPlaces
  const zeroed = SECTION_NAMES.filter((name) => canShareZeros(name, sections[name]))
  for (const name of SECTION_NAMES) {
    places[name] = [size, sections[name].length]
    if (!zeroed.includes(name) && name !== 'positions') size += alignUp(sections[name].byteLength)
  }
  for (const name of zeroed) places[name][0] = size
  size += alignUp(Math.max(0, ...zeroed.map((name) => sections[name].byteLength)))
  places.positions[0] = size
  const memory = createMemory(size)
  const bytes = new Uint8Array(new SharedArrayBuffer(sections.positions.length))
  for (const name of SECTION_NAMES) {
    const { buffer } = sections[name]
    const target = name === 'positions' ? bytes : sectionView(name, memory.buffer, places[name])
    target.set(sections[name])
    // A transfer to no bytes frees the memory at once.
    if (buffer instanceof ArrayBuffer) buffer.transfer(0)
  }
  return { head: { ...head, places }, memory, positions_place: { bytes } }
}

type SectionView = Uint8Array | Uint16Array | Uint32Array

/**
 * Returns whether a section can share its memory with others of its kind: all its entries are 0, it is never written to,
 * and it stays in memory.
 */
const canShareZeros = (name: SectionName, section: SectionView) =>
  name !== 'deleted' && name !== 'positions' && section.every((entry) => entry === 0)

/** Creates a view over a section; the standard library types no union of classes over shared buffers. */
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

/** Opens views over a segment's memory without copying it. */
export function openSegment(data: SegmentData): Segment {
  const { head, memory } = data
  const views = SECTION_NAMES.filter((name) => name !== 'positions').map((name) => [
    name,
    sectionView(name, memory.buffer, head.places[name]),
  ])
  // One entry per section, each of the class in SECTION_TYPES.
  const arrays = Object.fromEntries(views) as unknown as Omit<SectionArrays, 'positions'>
  const positions = openPositionSource(data.positions_place)
  return { ...data, kernels: instantiateKernels(memory), ...arrays, positions }
}

/** Reads the positions of a segment from elsewhere from now on. */
export function movePositions(segment: Segment, place: PositionsPlace): void {
  segment.positions_place = place
  segment.positions = openPositionSource(place)
}

/**
 * Returns the opened segments after an update: without those of the removed ids, with the added ones. One that is among
 * them already has only moved its positions, and stays what it is.
 */
export function updateSegments(
  segments: Segment[],
  { added, removed }: { added: SegmentData[]; removed: number[] },
): Segment[] {
  const removedIds = new Set(removed)
  const updated = segments.filter(({ head }) => !removedIds.has(head.id))
  for (const data of added) {
    const known = updated.find(({ head }) => head.id === data.head.id)
    if (known) movePositions(known, data.positions_place)
    else updated.push(openSegment(data))
  }
  return updated
}

/** Returns whether a paper is deleted. */
export function isDeleted(segment: Pick<Segment, 'deleted'>, doc: number): boolean {
  return (((segment.deleted[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1
}

/** Marks a paper as deleted, visible to every thread. */
export function markDeleted(segment: Pick<Segment, 'deleted'>, doc: number): void {
  Atomics.or(segment.deleted, doc >>> 5, 1 << (doc & 31))
}

import type { Kernels } from '../kernels/kernels.ts'
import type { PositionSource, PositionsPlace } from './position-source.ts'

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

/** A facet whose values are numbered in a table. */
export type ValueTable = (typeof VALUE_TABLES)[number]

/**
 * Sections of a segment by name, with the type of their entries. The names are part of the file format; a change needs
 * a new `INDEX_FORMAT`.
 */
export const SECTION_TYPES = {
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

/** The name of a section of a segment. */
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

/** Returns whether a paper is deleted. */
export function isDeleted(segment: Pick<Segment, 'deleted'>, doc: number): boolean {
  return (((segment.deleted[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1
}

/** Marks a paper as deleted, visible to every thread. */
export function markDeleted(segment: Pick<Segment, 'deleted'>, doc: number): void {
  Atomics.or(segment.deleted, doc >>> 5, 1 << (doc & 31))
}

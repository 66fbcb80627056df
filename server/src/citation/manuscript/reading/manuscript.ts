import type { Block, BlockType, NoteMark } from '@scinav/documents'

/** A span of the text of a block, in UTF-16 units. */
export interface BlockSpan {
  /** Index in the blocks of the manuscript. */
  block: number
  start: number
  end: number
}

/**
 * A block of a manuscript in reading order. Blocks of a parsed document keep their indices, so that pages and boxes are
 * found there.
 */
export interface ManuscriptBlock {
  text: string
  kind: BlockType
  /** Null in formats without pages. */
  page: number | null
  /** Cells of a table. */
  rows?: string[][]
  /** Marks that refer to footnotes and endnotes; `note` is an index of a block. */
  notes?: NoteMark[]
  /** Spans set above the line that are not superscripts of Unicode. */
  raised?: { start: number; end: number }[]
}

/** An entry of a reference list; the span is that in its first block. */
export interface ManuscriptEntry extends BlockSpan {
  /** Index in the entries of the manuscript. */
  index: number
  /** Index in the lists of the manuscript. */
  list: number
  /**
   * The number or label that is printed before the entry, without brackets. Null in lists without numbers; where the
   * text cites by number nevertheless, entries count from 1.
   */
  number: string | null
  /** The whole text without the number, lines joined. */
  text: string
}

/** How a marker refers to entries: by number or label, by names and year, by a footnote or endnote, by a LaTeX key. */
export type MarkerForm = 'numeric' | 'author-year' | 'note' | 'key'

/** A citation in the text. */
export interface CitationMarker extends BlockSpan {
  text: string
  form: MarkerForm
  /** Indices of the entries that it refers to, in the order of the text. */
  entries: number[]
  /** Parts of the marker that no entry fits: numbers, names with years, keys. */
  unmatched: string[]
  /** Parts that several entries fit, which then are not among `entries`. */
  ambiguous: { text: string; entries: number[] }[]
}

/** A reference list. Markers of its scope refer to it. */
export interface ReferenceList {
  index: number
  /** The block of its title; null for a list without a title or in notes. */
  title: number | null
  /** The blocks of the list without its title: from `first` to `last` inclusive. */
  first: number
  last: number
  /** Whether entries have numbers. */
  numbered: boolean
  /** Whether the list stands in a table, or its references stand in footnotes and endnotes. */
  place: 'text' | 'table' | 'notes'
  /** The blocks whose markers refer to the list: from `from` to `to` inclusive. */
  scope: { from: number; to: number }
}

/** Kinds of what limits how far a manuscript can be checked. */
export const MANUSCRIPT_FAULTS = [
  'no-list',
  'no-markers',
  'list-in-table',
  'references-in-notes',
  'bibtex-in-text',
  'too-many-entries',
  'too-many-markers',
] as const
export type ReadingFault = (typeof MANUSCRIPT_FAULTS)[number]

/** A manuscript with its reference lists, the citations in its text, and the links between them. */
export interface Manuscript {
  blocks: ManuscriptBlock[]
  lists: ReferenceList[]
  entries: ManuscriptEntry[]
  /** In the order of the text. */
  markers: CitationMarker[]
  faults: ReadingFault[]
}

/** Bounds the entries of all lists of a manuscript. */
export const MAX_ENTRIES = 3_000
/** Bounds the citation markers of a manuscript. */
export const MAX_MARKERS = 20_000
/** Bounds the entries that one marker cites. */
export const MAX_CITED = 200
/** Bounds the parts of one marker that are kept because no entry fits them, and those that several fit. */
export const MAX_UNLINKED = 20
/** Bounds the entries that are kept of those that fit one part of a marker. */
export const MAX_ALTERNATIVES = 50

/** Returns the blocks of a parsed document as those of a manuscript, with the same indices; `page` is null without pages. */
export const manuscriptBlocks = (
  blocks: readonly Block[],
  { hasPages }: { hasPages: boolean },
): ManuscriptBlock[] =>
  blocks.map(({ type, text, page, rows, notes }) => ({
    text,
    kind: type,
    page: hasPages ? page : null,
    ...(rows && { rows }),
    ...(notes && { notes }),
  }))

/**
 * A rectangle on a page, in PDF points from the top left corner of the page as displayed (rotation applied). Pages
 * count from 1.
 */
export interface Box {
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/**
 * The kind of a block. `other` marks what belongs to no passage: running heads, page numbers, stamps, tables of
 * contents.
 */
export type BlockType =
  | 'heading'
  | 'paragraph'
  | 'list'
  | 'table'
  | 'figure'
  | 'caption'
  | 'footnote'
  | 'reference'
  | 'code'
  | 'formula'
  | 'other'

/**
 * A line of a block: the characters from `start` (an offset in the `text` of the block) up to the next line, and
 * their box.
 */
export interface TextLine {
  start: number
  box: Box
}

/** A mark in the text of a block that refers to a note. */
export interface NoteMark {
  /**
   * Offsets in the `text` of the block. They are equal when the format draws the mark itself and the text contains
   * none.
   */
  start: number
  end: number
  /** The mark as displayed, such as `1`, `*` or `iv`. */
  label: string
  /** Index of the block of the note, from 0 in reading order. */
  note: number
}

/**
 * A unit of a document in reading order. A paragraph that continues on the next page is one block with several boxes.
 */
export interface Block {
  type: BlockType
  /** Level of a heading, from 1. */
  level?: number
  /**
   * The text as written (NFC, see `structure/text-forms.ts`), with lines joined and hyphenated words rejoined. The
   * text of a table is its cells, separated by tabs, one line per row.
   */
  text: string
  /** Page of the first box; 1 in formats without pages. */
  page: number
  /** Empty when the format has no positions. */
  boxes: Box[]
  /** Cells of a table as a full grid. A merged cell has its text at its first position and '' at the others. */
  rows?: string[][]
  /**
   * Offsets in `text` with their positions, one entry per line, used to highlight a quotation. Absent when the format
   * has no positions.
   */
  lines?: TextLine[]
  /** The marks of notes in the text, in its order. */
  notes?: NoteMark[]
  /** For a note: index of the block that contains its first mark. */
  marked_in?: number
}

/** Facts about a page that users of a parse result need. */
export interface PageFacts {
  page: number
  /** In points, as displayed. */
  width: number
  height: number
  rotation: 0 | 90 | 180 | 270
  /** Where the displayed part of the page begins in the coordinates of the file; absent when that is 0, 0. */
  origin?: { x: number; y: number }
  columns: number
  /** Whether the page has pictures instead of text and needs character recognition. */
  scanned: boolean
  /** Whether over 5 % of the characters have no meaning in Unicode, or words are broken by such characters. */
  garbled: boolean
  /** Confidence in the text and its order, 0–1. */
  confidence: number
}

/** An entry of the outline: a heading with its level, from 1, and its page; null when the page is unknown. */
export interface OutlineEntry {
  title: string
  level: number
  page: number | null
}

/** What may be missing from, or wrong in, a parse result. */
export type WarningKind =
  | 'invisible-text'
  | 'scanned-page'
  | 'garbled-page'
  | 'empty-page'
  | 'unreadable-page'
  | 'scripts-ignored'
  | 'parts-left-out'
  | 'rows-left-out'
  | 'structure-unavailable'

/** A warning for the owner of a document; `count` states how many parts of it are affected, `page` where. */
export interface DocumentWarning {
  kind: WarningKind
  count?: number
  page?: number
  /** For omitted rows: their sheet ('' when there is only one), the first and the last. */
  sheet?: string
  from?: number
  to?: number
}

/** Where and when a document was published, as far as its first page states it clearly. */
export interface Publication {
  kind?: 'journal' | 'proceedings' | 'thesis'
  /** Name of a journal or of proceedings. */
  venue?: string
  /** `2024`, `2024-05` or `2024-05-23`. */
  date?: string
  volume?: string
  issue?: string
  pages?: string
  /** For a thesis: the institution that awards the degree. */
  publisher?: string
  degree?: 'bachelor' | 'master' | 'doctor'
}

/** The result of parsing a file. */
export interface ParsedDocument {
  /** '' when none was found. */
  title: string
  authors: string[]
  /**
   * Identifiers as printed on the first page (or in the metadata of the format): used to match the library, not
   * verified.
   */
  identifiers: { doi?: string; arxiv?: string }
  /** Only for PDF files. */
  publication?: Publication
  /** The language most of the text is written in. */
  language: 'zh' | 'en' | 'other'
  pages: PageFacts[]
  blocks: Block[]
  outline: OutlineEntry[]
  warnings: DocumentWarning[]
  /** Stored with the result, because another version may yield other blocks for the same file. */
  parser: { name: string; version: string }
}

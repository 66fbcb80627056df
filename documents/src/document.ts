/** Where something stands: PDF points from the top left corner of the page as shown (rotation applied); pages from 1. */
export interface Box {
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** `other` is what belongs to no passage: running heads, page numbers, stamps, tables of contents. */
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

/** Where the characters of a block from `start` on (an offset in its `text`) stand, as far as the next line. */
export interface TextLine {
  start: number
  box: Box
}

/** A mark in a block's text that leads to a note. */
export interface NoteMark {
  /** Offsets in the block's `text`; the same where the format draws the mark itself and the text has none. */
  start: number
  end: number
  /** `1`, `*`, `iv` */
  label: string
  /** The number of the note's block, from 0 in reading order. */
  note: number
}

/** What one reads as one thing, in reading order: a paragraph that goes on over the page is one block with several boxes. */
export interface Block {
  type: BlockType
  /** Of headings, from 1. */
  level?: number
  /** As it is written (NFC, see `writtenForm`), lines joined, words cut at a line's end whole again. Of tables the cells, tabs between them, a line a row. */
  text: string
  /** The page of the first box. Formats without pages: 1. */
  page: number
  /** Empty where the format has no places. */
  boxes: Box[]
  /** Of a table: a full grid; a merged cell has its text at its first place and '' at the others. */
  rows?: string[][]
  /** Offsets in `text` → places, a line each: a quote is lit where it stands. Absent where the format has no places. */
  lines?: TextLine[]
  notes?: NoteMark[]
  /** Of a note: the number of the block in which its first mark stands. */
  marked_in?: number
}

export interface PageFacts {
  page: number
  /** In points, as shown. */
  width: number
  height: number
  rotation: 0 | 90 | 180 | 270
  /** Where the part of the page that is shown begins in the file's own points; absent at its usual place, 0, 0. */
  origin?: { x: number; y: number }
  columns: number
  /** Pictures instead of text: needs character recognition. */
  scanned: boolean
  /** Over 5 % of the characters have no meaning in Unicode, or words are broken by some that have none. */
  garbled: boolean
  /** 0–1: how sure the text and its order are. */
  confidence: number
}

export interface OutlineEntry {
  title: string
  level: number
  page: number | null
}

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

export interface DocumentWarning {
  kind: WarningKind
  count?: number
  page?: number
  /** Of rows that were left out: their sheet, '' where there is one alone, the first and the last. */
  sheet?: string
  from?: number
  to?: number
}

/** Where and when a document appeared, as far as its first page says it plainly. */
export interface Publication {
  kind?: 'journal' | 'proceedings' | 'thesis'
  /** The name of a journal or of proceedings. */
  venue?: string
  /** `2024`, `2024-05` or `2024-05-23` */
  date?: string
  volume?: string
  issue?: string
  pages?: string
  /** Of a thesis: who gives the degree. */
  publisher?: string
  degree?: 'bachelor' | 'master' | 'doctor'
}

export interface ParsedDocument {
  /** '' when none was found. */
  title: string
  authors: string[]
  /** As they stand on the first page (or in the format's own data): for matching with the library, not for trust. */
  identifiers: { doi?: string; arxiv?: string }
  /** Of PDFs. */
  publication?: Publication
  /** The language most of the text is written in. */
  language: 'zh' | 'en' | 'other'
  pages: PageFacts[]
  blocks: Block[]
  outline: OutlineEntry[]
  warnings: DocumentWarning[]
  /** Parsed by another version, a file may have other blocks: kept with what was found. */
  parser: { name: string; version: string }
}

export type UnreadableReason =
  | 'encrypted'
  | 'protected'
  | 'damaged'
  | 'unsafe'
  | 'empty'
  | 'too-large'
  | 'too-long'
  | 'too-many-pixels'
  | 'too-slow'
  | 'too-much-memory'
  | 'unknown-format'
  | 'unknown-charset'
  | 'crashed'

/** The file cannot be read, and why; `message` is a sentence in Chinese for its owner. */
export class UnreadableDocument extends Error {
  readonly kind: UnreadableReason

  constructor(kind: UnreadableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

import type { Flag, IsoTime } from './column-types.ts'

/** A file that arrives in parts. */
export interface UploadsTable {
  id: string
  user_id: string
  name: string
  size: number
  received: number
  sha256: string | null
  created_at: IsoTime
}

/** The content of files, stored once for all files with the same content. */
export interface FileBytesTable {
  /** Also the name under which the bytes are stored. */
  id: string
  /** Hex; unique. */
  sha256: string
  size_bytes: number
  /** MIME type, detected from the content. */
  mime: string
  created_at: IsoTime
}

/** A file of a person; several may share their bytes. */
export interface FilesTable {
  id: string
  user_id: string
  bytes_id: string
  /** The name its owner gave it. */
  name: string
  created_at: IsoTime
  /** 1: the file was uploaded for documents and is deleted when no document uses it any more. */
  for_documents: Flag
}

/** The result of one version of the parser for one content, shared by all documents with these bytes. */
export interface ParsesTable {
  id: string
  bytes_id: string
  /** Name and version of the parser; with another one the same bytes are parsed again. */
  parser: string
  state: 'queued' | 'parsing' | 'indexing' | 'ready' | 'failed' | 'cancelled'
  /**
   * The step that people see: `read`, `layout`, `ocr` and `split` while the state is `parsing`, `index` while it is
   * `indexing`. Empty steps of a format are skipped.
   */
  stage: string
  /** Pages done and total; 0 of 0 when the format has none. */
  done: number
  total: number
  /** The kind of an `UnreadableDocument`, and its message for the owner. */
  error_kind: string | null
  error: string | null
  /** JSON of the facts about the document as a whole; null until it was read. */
  facts: string | null
  passages: number
  /** The person who waits for it; owners take turns, see `parse_turns`. */
  owner_id: string
  leased_by: string | null
  leased_until: IsoTime | null
  progress_at: IsoTime
  /** How often it was begun, including the current time; an attempt that a stopping process hands back does not count. */
  attempts: number
  created_at: IsoTime
  updated_at: IsoTime
}

/** The last turn of each owner. Turns are numbered in order, so the owner with the smallest number is next. */
export interface ParseTurnsTable {
  owner_id: string
  turn: number
}

/** The text in reading order, for readers. */
export interface ParseBlocksTable {
  parse_id: string
  ordinal: number
  page: number
  /** JSON of a `Block`. */
  block: string
}

/** A unit of retrieval and citation; see `Passage` of the documents library. */
export interface PassagesTable {
  parse_id: string
  ordinal: number
  kind: 'text' | 'table' | 'code' | 'reference'
  /** JSON array of strings, the outermost first. */
  headings: string
  body: string
  /** Offsets in the canonical text in UTF-16 units; `end_at` is exclusive. */
  start_at: number
  end_at: number
  page: number
  /** JSON array of boxes in fractions of the page, 0–1. */
  boxes: string
}

/**
 * Maps a document's passages to numbers of the passage index: passage `ordinal` has `first_seq + ordinal`. A row
 * outlives its document, so that the index learns of the deletion.
 */
export interface PassagePlacesTable {
  first_seq: number
  passages: number
  /** Grows with every write of any row; the index has not seen rows above its own mark. */
  change: number
  document_id: string
  parse_id: string
  /** 1: the document was deleted. */
  gone: Flag
}

/** Passages that a person has excluded from answers. */
export interface LeftOutPassagesTable {
  document_id: string
  parse_id: string
  ordinal: number
  /** The beginning of the passage, to find it again in another parse. */
  quote: string
  created_at: IsoTime
}

/** Tables of uploads, stored bytes and parse results. */
export interface DocumentTables {
  uploads: UploadsTable
  file_bytes: FileBytesTable
  files: FilesTable
  parses: ParsesTable
  parse_turns: ParseTurnsTable
  parse_blocks: ParseBlocksTable
  passages: PassagesTable
  passage_places: PassagePlacesTable
  left_out_passages: LeftOutPassagesTable
}

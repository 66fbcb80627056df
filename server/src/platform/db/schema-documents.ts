type Flag = 0 | 1

/** The result of one version of the parser for one content, shared by all documents with these bytes. */
export interface ParsesTable {
  id: string
  bytes_id: string
  /** Name and version of the parser; with another one the same bytes are parsed again. */
  parser: string
  state: 'queued' | 'parsing' | 'indexing' | 'ready' | 'failed' | 'cancelled'
  /** `read`, `layout`, `ocr`, `split`, `index`. */
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
  /** The owner who waits for it; owners take turns. */
  owner_id: string
  leased_by: string | null
  leased_until: string | null
  progress_at: string
  /** How often it was begun; handing it back does not count. */
  attempts: number
  created_at: string
  updated_at: string
}

/** The last turn of each owner: the one who has waited the longest is next. */
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
  /** Offsets in the canonical text. */
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
  gone: Flag
}

/** Passages that a person has excluded from answers. */
export interface LeftOutPassagesTable {
  document_id: string
  parse_id: string
  ordinal: number
  /** The beginning of the passage, to find it again in another parse. */
  quote: string
  created_at: string
}

export interface DocumentTables {
  parse_turns: ParseTurnsTable
  parses: ParsesTable
  parse_blocks: ParseBlocksTable
  passages: PassagesTable
  passage_places: PassagePlacesTable
  left_out_passages: LeftOutPassagesTable
}

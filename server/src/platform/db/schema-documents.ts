type Flag = 0 | 1

/** What one version of the parser made of bytes: shared by all documents that are these bytes. */
export interface ParsesTable {
  id: string
  bytes_id: string
  /** Name and version: with another, the same bytes are read again. */
  parser: string
  state: 'queued' | 'parsing' | 'indexing' | 'ready' | 'failed' | 'cancelled'
  /** `read`, `layout`, `ocr`, `split`, `index`. */
  stage: string
  /** Pages done of all; 0 of 0 where the format has none. */
  done: number
  total: number
  /** As `UnreadableDocument` names it, and its sentence for the owner. */
  error_kind: string | null
  error: string | null
  /** JSON of what is known of the document as a whole; null until it was read. */
  facts: string | null
  passages: number
  /** Who waits for it: owners take turns. */
  owner_id: string
  leased_by: string | null
  leased_until: string | null
  progress_at: string
  /** How often it was begun; handing it back does not count. */
  attempts: number
  created_at: string
  updated_at: string
}

/** When each owner had a turn last: who waits the longest has the next. */
export interface ParseTurnsTable {
  owner_id: string
  turn: number
}

/** The text in reading order, for those who read it. */
export interface ParseBlocksTable {
  parse_id: string
  ordinal: number
  page: number
  /** JSON of a `Block`. */
  block: string
}

/** What is found and cited; see `Passage` of the documents library. */
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
  /** JSON array of boxes, 0–1 of the page. */
  boxes: string
}

/**
 * Which numbers of the passage index a document's passages have: its `ordinal`th is `first_seq + ordinal`. A row outlives
 * its document, so that the index learns that it is gone.
 */
export interface PassagePlacesTable {
  first_seq: number
  passages: number
  /** Grows with every write of any row: what the index has not seen yet is above its own mark. */
  change: number
  document_id: string
  parse_id: string
  gone: Flag
}

/** Passages that a person has left out of answers. */
export interface LeftOutPassagesTable {
  document_id: string
  parse_id: string
  ordinal: number
  /** How it begins: finds it again in another parse. */
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

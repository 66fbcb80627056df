/** A mark or a note of a person; `boxes` and `tags` are JSON. */
export interface AnnotationsTable {
  id: string
  user_id: string
  /** One of the two: a document of a dataset, or a paper by itself. */
  document_id: string | null
  paper_id: string | null
  /** The parse that its place is of; null of notes on the whole, and where there was no text. */
  parse_id: string | null
  page: number | null
  boxes: string
  quote: string
  prefix: string
  suffix: string
  /** Offsets in the canonical text. */
  start_at: number | null
  end_at: number | null
  anchor: 'text' | 'place' | 'whole' | 'lost'
  colour: string
  comment: string
  tags: string
  visibility: 'private' | 'dataset'
  created_at: string
  updated_at: string
}

export interface ReadingPositionsTable {
  user_id: string
  /** A document or a paper. */
  target_id: string
  /** JSON of the contract's position. */
  position: string
  updated_at: string
}

/** A block in another language, for all who may read those bytes. */
export interface BlockTranslationsTable {
  bytes_id: string
  /** SHA-256 of the block with the terms that were wanted in it. */
  source_hash: string
  language: 'zh' | 'en'
  body: string
  model: string
  created_at: string
}

/** What a model chose of a text by aspect. */
export interface ReadAspectsTable {
  parse_id: string
  /** JSON. */
  told: string
  model: string
  created_at: string
}

export interface GlossaryTermsTable {
  user_id: string
  source: string
  target: string
}

export interface ReadingTables {
  annotations: AnnotationsTable
  reading_positions: ReadingPositionsTable
  block_translations: BlockTranslationsTable
  read_aspects: ReadAspectsTable
  glossary_terms: GlossaryTermsTable
}

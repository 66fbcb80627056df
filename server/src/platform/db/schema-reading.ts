/** A highlight or a note of a person; `boxes` and `tags` are JSON. */
export interface AnnotationsTable {
  id: string
  user_id: string
  /** Exactly one is set: a document of a dataset, or a paper of the library. */
  document_id: string | null
  paper_id: string | null
  /** The parse that the position refers to; null for notes on the whole, and when there was no text. */
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
  /** Id of a document or a paper. */
  target_id: string
  /** JSON of the contract's position. */
  position: string
  updated_at: string
}

/** A translated block, shared by all who may read those bytes. */
export interface BlockTranslationsTable {
  bytes_id: string
  /** SHA-256 of the block with the glossary terms required in it. */
  source_hash: string
  language: 'zh' | 'en'
  body: string
  model: string
  created_at: string
}

/** Parts of a text that a model chose by aspect. */
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

import type { IsoTime } from './column-types.ts'

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
  /** The marked text, and what stands before and after it, to find it again. */
  quote: string
  prefix: string
  suffix: string
  /** Offsets in the canonical text in UTF-16 units; `end_at` is exclusive. */
  start_at: number | null
  end_at: number | null
  anchor: 'text' | 'place' | 'whole' | 'lost'
  colour: string
  comment: string
  tags: string
  visibility: 'private' | 'dataset'
  created_at: IsoTime
  updated_at: IsoTime
}

/** Where a person stopped reading. */
export interface ReadingPositionsTable {
  user_id: string
  /** Id of a document or a paper. */
  target_id: string
  /** JSON of the contract's position. */
  position: string
  updated_at: IsoTime
}

/** How often, how long and when a person last viewed a paper. */
export interface PaperViewsTable {
  user_id: string
  paper_id: string
  views: number
  seconds: number
  viewed_at: IsoTime
}

/** How often, how long and when a person last viewed a document. */
export interface DocumentViewsTable {
  user_id: string
  document_id: string
  views: number
  seconds: number
  viewed_at: IsoTime
}

/** The translated title or abstract of a paper. */
export interface PaperTranslationsTable {
  paper_id: string
  field: 'title' | 'abstract'
  language: 'zh' | 'en'
  /** SHA-256 of the source text, hex: a paper that changes is translated again. */
  source_hash: string
  text: string
  model: string
  created_at: IsoTime
}

/** A translated block, shared by all who may read those bytes. */
export interface BlockTranslationsTable {
  bytes_id: string
  /** SHA-256 of the block with the glossary terms required in it. */
  source_hash: string
  language: 'zh' | 'en'
  body: string
  model: string
  created_at: IsoTime
}

/** The parts of a text that a model chose for each aspect, such as its method or its limitations. */
export interface ReadAspectsTable {
  parse_id: string
  /** JSON of the chosen parts by aspect. */
  told: string
  model: string
  created_at: IsoTime
}

/** The sentences of an abstract that a model chose for each aspect. */
export interface AbstractAspectsTable {
  paper_id: string
  /** SHA-256 of the abstract, hex: an abstract that changes is read again. */
  source_hash: string
  /** JSON of the chosen sentences by aspect. */
  told: string
  model: string
  created_at: IsoTime
}

/** A translation of a term that a person prefers. */
export interface GlossaryTermsTable {
  user_id: string
  source: string
  target: string
}

/** Tables of the reader: annotations, positions, views, translations. */
export interface ReadingTables {
  annotations: AnnotationsTable
  reading_positions: ReadingPositionsTable
  paper_views: PaperViewsTable
  document_views: DocumentViewsTable
  paper_translations: PaperTranslationsTable
  block_translations: BlockTranslationsTable
  read_aspects: ReadAspectsTable
  abstract_aspects: AbstractAspectsTable
  glossary_terms: GlossaryTermsTable
}

import type { Generated } from 'kysely'

export interface PassageVectorsTable {
  /** The embedding model's id. */
  model: string
  passage_id: string
  paper_id: string
  /** Of the text it was made from; another text needs another vector. */
  digest: string
  /** float32, little endian, of length 1. */
  vector: Uint8Array
  /** ISO time; readers ask for what was made since they last looked. */
  made_at: Generated<string>
}

export interface VectorProgressTable {
  /** The embedding model's id. */
  model: string
  /** Papers up to this `change` have their vectors. */
  change: number
}

export interface VectorTables {
  passage_vectors: PassageVectorsTable
  vector_progress: VectorProgressTable
}

import type { Generated } from 'kysely'

export interface PassageVectorsTable {
  /** The embedding model's id. */
  model: string
  passage_id: string
  paper_id: string
  /** Digest of the embedded text; another text needs another vector. */
  digest: string
  /** Unit vector, float32, little endian. */
  vector: Uint8Array
  /** ISO time; readers query what was added since their last poll. */
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

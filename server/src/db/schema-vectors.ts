export interface PassageVectorsTable {
  /** The embedding model's id. */
  model: string
  passage_id: string
  paper_id: string
  /** Of the text it was made from; another text needs another vector. */
  digest: string
  /** float32, little endian, of length 1. */
  vector: Uint8Array
}

export interface VectorTables {
  passage_vectors: PassageVectorsTable
}

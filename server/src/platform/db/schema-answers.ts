import type { Generated } from 'kysely'
import type { IsoTime } from './column-types.ts'

/** The vector of a passage of a paper, made by one embedding model. Primary key: `model`, `passage_id`. */
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
  made_at: Generated<IsoTime>
}

/** How far the vectors of an embedding model follow the library. Primary key: `model`. */
export interface VectorProgressTable {
  /** The embedding model's id. */
  model: string
  /** Papers whose `papers.change`, the counter raised by every write, is not above this have their vectors. */
  change: number
}

/** Questions that the library is known to answer. Primary key: `language`, `position`. */
export interface AnswerableQuestionsTable {
  language: 'zh' | 'en'
  /** Order among the questions of the language, from 0. */
  position: number
  question: string
}

/** Tables of retrieval and answers. */
export interface AnswerTables {
  passage_vectors: PassageVectorsTable
  vector_progress: VectorProgressTable
  answerable_questions: AnswerableQuestionsTable
}

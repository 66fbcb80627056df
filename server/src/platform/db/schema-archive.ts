// Exports and imports of whole knowledge bases. A knowledge base is called `base` in the names of these tables and
// `dataset` in their columns: `dataset_id` is the id of its row in `datasets`. An archive is the zip file in between:
// an export writes one, an import reads one. Ids mean nothing in another installation, so an archive names its
// folders, tags and documents by keys of its own, such as `f0001`.
import type { IsoTime } from './column-types.ts'

/** An export of a knowledge base; its archive is kept for a day. */
export interface BaseExportsTable {
  /** The job that wrote the archive; identifies the export. */
  job_id: string
  /** The user who exported it. */
  owner_id: string
  dataset_id: string
  /** The name that the knowledge base had when it was exported. */
  name: string
  /** The size of the archive. */
  size_bytes: number
  created_at: IsoTime
}

/** An import of an archive as a new knowledge base: queued, running or ended. */
export interface BaseImportsTable {
  id: string
  /** The user who imports it. */
  owner_id: string
  job_id: string
  /** The name of the uploaded archive. */
  file_name: string
  /** The project to create the knowledge base in; null for none. */
  project_id: string | null
  /** The name that the user requested for the knowledge base; null to use the one in the archive. */
  name: string | null
  /**
   * The knowledge base, once it has been created with its folders and tags. Null before, and again after it has been
   * deleted for good; `dataset_name` then remains.
   */
  dataset_id: string | null
  /** The name with which the knowledge base was created: `name`, or else the one in the archive. Null before. */
  dataset_name: string | null
  /**
   * JSON: the ids of the new folders and tags by their keys in the archive,
   * `{"folders":{"f0001":"…"},"tags":{"t0001":"…"}}`; `{}` before the knowledge base has been created.
   */
  places: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  /**
   * The number of documents in the archive: 0 while queued, then the number that its manifest states, and after the
   * last document the number of lines that were read.
   */
  total: number
  /** Why the import failed or was stopped, in Chinese; null otherwise. */
  error: string | null
  created_at: IsoTime
  /** When the import reached a final state; null before. */
  finished_at: IsoTime | null
}

/**
 * The outcome of one document of an archive. Its row is stored in the transaction that adds the document, so an import
 * that begins again after an interruption adds no document twice.
 */
export interface BaseImportItemsTable {
  import_id: string
  /** The line of the document in the archive, from 1. */
  item: number
  /** The name of the document; for an unreadable line the number of the line, in Chinese. */
  name: string
  /** The document in the knowledge base; null when it failed. */
  document_id: string | null
  /**
   * `added`: it became a new document. `joined`: the knowledge base, or its bin, had a document with the same file or
   * the same work, which got the folders and tags. `failed`: it was not imported.
   */
  outcome: 'added' | 'joined' | 'failed'
  /** Why it was not imported, or only in part, in Chinese; null when nothing was left out. */
  reason: string | null
  /**
   * The number of its annotations that were imported; 0 when they could not be read. Null until they are imported, and
   * for good when the document has none or failed.
   */
  marks: number | null
}

/** Tables of exports and imports of whole knowledge bases. */
export interface ArchiveTables {
  base_exports: BaseExportsTable
  base_imports: BaseImportsTable
  base_import_items: BaseImportItemsTable
}

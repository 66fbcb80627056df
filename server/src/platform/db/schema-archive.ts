import type { IsoTime } from './column-types.ts'

/** An export of a knowledge base; its zip file is kept for a day. */
export interface BaseExportsTable {
  job_id: string
  owner_id: string
  dataset_id: string
  /** The name of the knowledge base at that time. */
  name: string
  size_bytes: number
  created_at: IsoTime
}

/** An archive that is being imported as a knowledge base, or was. */
export interface BaseImportsTable {
  id: string
  owner_id: string
  job_id: string
  file_name: string
  /** The requested project and name; null for none. */
  project_id: string | null
  name: string | null
  /** Created together with its folders and tags; null before. */
  dataset_id: string | null
  dataset_name: string | null
  /** JSON: ids of folders and tags by their names in the archive. */
  places: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  total: number
  error: string | null
  created_at: IsoTime
  finished_at: IsoTime | null
}

/**
 * The outcome of one document of an archive, stored in the transaction of the document, so that none is imported twice.
 */
export interface BaseImportItemsTable {
  import_id: string
  /** Its line in the archive, from 1. */
  item: number
  name: string
  document_id: string | null
  outcome: 'added' | 'joined' | 'failed'
  /** Why it was not imported, or only in part; in Chinese. */
  reason: string | null
  /** Number of annotations that were imported with it; null before. */
  marks: number | null
}

/** Tables of exports and imports of whole knowledge bases. */
export interface ArchiveTables {
  base_exports: BaseExportsTable
  base_imports: BaseImportsTable
  base_import_items: BaseImportItemsTable
}

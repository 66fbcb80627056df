/** A knowledge base that somebody has packed; its zip lies there for a day. */
export interface BaseExportsTable {
  job_id: string
  owner_id: string
  dataset_id: string
  /** Of the base, as it was then. */
  name: string
  size_bytes: number
  created_at: string
}

/** An archive that is made a knowledge base, or was. */
export interface BaseImportsTable {
  id: string
  owner_id: string
  job_id: string
  file_name: string
  /** What was asked for: a project, a name; null for none. */
  project_id: string | null
  name: string | null
  /** Made with its folders and tags in one go; null before. */
  dataset_id: string | null
  dataset_name: string | null
  /** JSON: ids of folders and tags by their names in the archive. */
  places: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  total: number
  error: string | null
  created_at: string
  finished_at: string | null
}

/** What has become of a document of an archive: written down together with the document, so that none comes twice. */
export interface BaseImportItemsTable {
  import_id: string
  /** Its line, from 1. */
  item: number
  name: string
  document_id: string | null
  outcome: 'added' | 'joined' | 'failed'
  /** Why it did not come, or came with less; in Chinese. */
  reason: string | null
  /** Annotations that were put on it; null before. */
  marks: number | null
}

export interface ArchiveTables {
  base_exports: BaseExportsTable
  base_imports: BaseImportsTable
  base_import_items: BaseImportItemsTable
}

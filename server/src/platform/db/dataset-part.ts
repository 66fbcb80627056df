import type { Db } from './schema.ts'

/**
 * A part of a dataset: the documents that are in at least one of these folders and have at least one of these tags. An
 * empty list does not narrow it.
 */
export interface DatasetPart {
  folder_ids: string[]
  tag_ids: string[]
}

/** Selects the documents in one of these folders; deleted folders hold nothing. */
export const documentsInFolders = (db: Db, folder_ids: string[]) =>
  db
    .selectFrom('document_folders')
    .innerJoin('folders', 'folders.id', 'document_folders.folder_id')
    .select('document_folders.document_id')
    .where('folders.deleted_at', 'is', null)
    .where('folders.id', 'in', folder_ids)

/** Selects the documents of a part of a dataset, without those in the bin. */
export const documentsInPart = (db: Db, dataset_id: string, { folder_ids, tag_ids }: DatasetPart) =>
  db
    .selectFrom('documents')
    .where('dataset_id', '=', dataset_id)
    .where('deleted_at', 'is', null)
    .$if(folder_ids.length > 0, (query) => query.where('id', 'in', documentsInFolders(db, folder_ids)))
    .$if(tag_ids.length > 0, (query) =>
      query.where('id', 'in', (sub) =>
        sub.selectFrom('document_tags').select('document_id').where('tag_id', 'in', tag_ids),
      ),
    )

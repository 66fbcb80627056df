import type { Db } from './schema.ts'

/** What lies in any of these folders and carries any of these tags; empty lists narrow nothing. */
export interface DatasetPart {
  folder_ids: string[]
  tag_ids: string[]
}

/** The documents that stand in one of these folders; what was deleted holds nothing. */
export const documentsInFolders = (db: Db, folder_ids: string[]) =>
  db
    .selectFrom('document_folders')
    .innerJoin('folders', 'folders.id', 'document_folders.folder_id')
    .select('document_folders.document_id')
    .where('folders.deleted_at', 'is', null)
    .where('folders.id', 'in', folder_ids)

/** The documents of a part of a dataset, those in the bin left out. */
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

import type { Db } from '../../platform/db/schema.ts'

/**
 * Returns the undeleted papers of the undeleted documents in datasets, the most recently added document first; a paper
 * occurs once for each of its documents. `seq` is its number in the search index.
 */
export async function listByDatasets(db: Db, dataset_ids: string[]): Promise<{ id: string; seq: number }[]> {
  if (dataset_ids.length === 0) return []
  return db
    .selectFrom('documents')
    .innerJoin('papers', 'papers.id', 'documents.paper_id')
    .select(['papers.id', 'papers.seq'])
    .where('documents.dataset_id', 'in', dataset_ids)
    .where('documents.deleted_at', 'is', null)
    .where('papers.deleted_at', 'is', null)
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    .execute()
}

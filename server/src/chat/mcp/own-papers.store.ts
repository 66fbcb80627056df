import type { Db } from '../../platform/db/schema.ts'

/** Returns the papers in datasets, most recently added first; a paper in several datasets occurs once for each. */
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

import type { Db } from '../db/schema.ts'

/** Papers in the datasets that a person owns, newest kept first; a paper in several datasets comes once for each. */
export function ofOwner(db: Db, owner_id: string, dataset_id: string | undefined) {
  return db
    .selectFrom('documents')
    .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
    .innerJoin('papers', 'papers.id', 'documents.paper_id')
    .select(['papers.id', 'papers.seq'])
    .where('datasets.owner_id', '=', owner_id)
    .where('datasets.deleted_at', 'is', null)
    .where('documents.deleted_at', 'is', null)
    .where('papers.deleted_at', 'is', null)
    .$if(dataset_id !== undefined, (query) => query.where('datasets.id', '=', dataset_id ?? ''))
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    .execute()
}

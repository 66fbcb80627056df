import { prepareListQuery } from '../../platform/db/prepared.ts'

/** Returns pairs of a paper and a dataset of the user that contains it, oldest dataset first. */
export const findDatasetsOfPapers = prepareListQuery((db, paper_ids: string[], owner_id: string) =>
  db
    .selectFrom('documents')
    .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
    .select(['documents.paper_id', 'documents.dataset_id'])
    .where('documents.paper_id', 'in', paper_ids)
    .where('datasets.owner_id', '=', owner_id)
    .where('datasets.kind', 'in', ['reading', 'private'])
    .where('datasets.deleted_at', 'is', null)
    .where('documents.deleted_at', 'is', null)
    .orderBy('documents.dataset_id'),
)

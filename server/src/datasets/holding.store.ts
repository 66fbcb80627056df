import { inParts } from '../db/in-parts.ts'
import type { Db } from '../db/schema.ts'

/** Papers and the datasets of a person that they are in, oldest dataset first. */
export function ofPapers(db: Db, owner_id: string, paper_ids: string[]) {
  return inParts(paper_ids, (part) =>
    db
      .selectFrom('documents')
      .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
      .select(['documents.paper_id', 'documents.dataset_id'])
      .where('documents.paper_id', 'in', part)
      .where('datasets.owner_id', '=', owner_id)
      .where('datasets.kind', 'in', ['reading', 'private'])
      .where('datasets.deleted_at', 'is', null)
      .orderBy('documents.dataset_id')
      .execute(),
  )
}

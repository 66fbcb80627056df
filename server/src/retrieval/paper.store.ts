import { type DatasetPart, documentsInPart } from '../platform/db/dataset-part.ts'
import { inBatches } from '../platform/db/query-parts.ts'
import { readableDatasets } from '../platform/db/readable-datasets.ts'
import type { Db } from '../platform/db/schema.ts'

/** Returns the sequence numbers of the papers that exist, in no order. */
export async function findSeqs(db: Db, ids: Iterable<string>): Promise<number[]> {
  const rows = await inBatches(ids, (batch) =>
    db.selectFrom('papers').select('seq').where('id', 'in', batch).where('deleted_at', 'is', null).execute(),
  )
  return rows.map(({ seq }) => Number(seq))
}

/** Returns the papers of a dataset's documents, newest first; `part` limits them to folders and tags. */
export async function findPapersOfDataset(
  db: Db,
  dataset_id: string,
  limit: number,
  part: DatasetPart = { folder_ids: [], tag_ids: [] },
): Promise<string[]> {
  const rows = await documentsInPart(db, dataset_id, part)
    .select('paper_id')
    .where('paper_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ paper_id }) => paper_id ?? [])
}

/**
 * Returns those of the datasets that a user may read, and whether their texts may go to an external model; in no order.
 */
export const findReadableDatasets = (db: Db, user_id: string, ids: Iterable<string>) =>
  inBatches(ids, (batch) =>
    readableDatasets(db, user_id)
      .select(['datasets.id', 'datasets.external_model_allowed'])
      .where('datasets.id', 'in', batch)
      .execute(),
  )

/** Returns the dataset and the paper of each document that exists, in no order. */
export function findDocuments(db: Db, ids: Iterable<string>) {
  return inBatches(ids, (batch) =>
    db
      .selectFrom('documents')
      .select(['id', 'dataset_id', 'paper_id'])
      .where('id', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}

import { type DatasetPart, documentsInPart } from '../platform/db/dataset-part.ts'
import { inBatches } from '../platform/db/query-parts.ts'
import { readableDatasets } from '../platform/db/readable-datasets.ts'
import type { Db } from '../platform/db/schema.ts'

/** Numbers of papers that exist, in no order. */
export async function findSeqs(db: Db, ids: Iterable<string>): Promise<number[]> {
  const rows = await inBatches(ids, (part) =>
    db.selectFrom('papers').select('seq').where('id', 'in', part).where('deleted_at', 'is', null).execute(),
  )
  return rows.map(({ seq }) => Number(seq))
}

/** The papers that the documents of a dataset are, or those of a part of it: in any of its folders, with any of its tags. */
export async function findPapersOfDataset(
  db: Db,
  dataset_id: string,
  most: number,
  part: DatasetPart = { folder_ids: [], tag_ids: [] },
): Promise<string[]> {
  const rows = await documentsInPart(db, dataset_id, part)
    .select('paper_id')
    .where('paper_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.flatMap(({ paper_id }) => paper_id ?? [])
}

/** Those of some datasets that somebody may read, and whether their texts may go to a model outside; in no order. */
export const findReadableDatasets = (db: Db, user_id: string, ids: Iterable<string>) =>
  inBatches(ids, (part) =>
    readableDatasets(db, user_id)
      .select(['datasets.id', 'datasets.external_model_allowed'])
      .where('datasets.id', 'in', part)
      .execute(),
  )

/** Where documents are and which papers they are, in no order. */
export function findDocuments(db: Db, ids: Iterable<string>) {
  return inBatches(ids, (part) =>
    db
      .selectFrom('documents')
      .select(['id', 'dataset_id', 'paper_id'])
      .where('id', 'in', part)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}

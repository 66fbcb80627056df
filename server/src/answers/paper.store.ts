import { inParts } from '../db/query-parts.ts'
import { readable } from '../db/readable-datasets.ts'
import type { Db } from '../db/schema.ts'

/** Numbers of papers that exist, in no order. */
export async function seqsOf(db: Db, ids: Iterable<string>): Promise<number[]> {
  const rows = await inParts(ids, (part) =>
    db.selectFrom('papers').select('seq').where('id', 'in', part).where('deleted_at', 'is', null).execute(),
  )
  return rows.map(({ seq }) => Number(seq))
}

/** The papers that the documents of a dataset are, or those of a part of it: in any of its folders, with any of its tags. */
export async function papersOfDataset(
  db: Db,
  dataset_id: string,
  most: number,
  { folder_ids, tag_ids }: { folder_ids: string[]; tag_ids: string[] } = { folder_ids: [], tag_ids: [] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .$if(folder_ids.length > 0, (query) =>
      query.where('id', 'in', (sub) =>
        sub.selectFrom('document_folders').select('document_id').where('folder_id', 'in', folder_ids),
      ),
    )
    .$if(tag_ids.length > 0, (query) =>
      query.where('id', 'in', (sub) =>
        sub.selectFrom('document_tags').select('document_id').where('tag_id', 'in', tag_ids),
      ),
    )
    .select('paper_id')
    .where('dataset_id', '=', dataset_id)
    .where('deleted_at', 'is', null)
    .where('paper_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.flatMap(({ paper_id }) => paper_id ?? [])
}

/** Those of some datasets that somebody may read, and whether their texts may go to a model outside; in no order. */
export const datasetsFor = (db: Db, user_id: string, ids: Iterable<string>) =>
  inParts(ids, (part) =>
    readable(db, user_id)
      .select(['datasets.id', 'datasets.external_model_allowed'])
      .where('datasets.id', 'in', part)
      .execute(),
  )

/** Where documents are and which papers they are, in no order. */
export function documentsById(db: Db, ids: Iterable<string>) {
  return inParts(ids, (part) =>
    db
      .selectFrom('documents')
      .select(['id', 'dataset_id', 'paper_id'])
      .where('id', 'in', part)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}

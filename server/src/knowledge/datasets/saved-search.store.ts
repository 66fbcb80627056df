import type { Selectable } from 'kysely'
import { countRows, inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { DatasetSearchesTable } from '../../platform/db/schema-knowledge.ts'

export type SavedSearchRow = Selectable<DatasetSearchesTable>

export function find(db: Db, dataset_id: string): Promise<SavedSearchRow | undefined> {
  return db.selectFrom('dataset_searches').selectAll().where('dataset_id', '=', dataset_id).executeTakeFirst()
}

/** Returns the searches of all public knowledge bases that are not deleted, with their owners. */
export function listAll(db: Db): Promise<(SavedSearchRow & { owner_id: string })[]> {
  return db
    .selectFrom('dataset_searches')
    .innerJoin('datasets', 'datasets.id', 'dataset_searches.dataset_id')
    .selectAll('dataset_searches')
    .select('datasets.owner_id')
    .where('datasets.deleted_at', 'is', null)
    .where('datasets.kind', '=', 'ai')
    .orderBy('dataset_id')
    .execute()
}

/** Inserts the search of a knowledge base or replaces it. */
export async function save(db: Db, row: SavedSearchRow): Promise<void> {
  const { dataset_id: _, ...change } = row
  await db
    .insertInto('dataset_searches')
    .values(row)
    .onConflict((conflict) => conflict.column('dataset_id').doUpdateSet(change))
    .execute()
}

/** A search as it was read; a later change gives it another `updated_at`. */
type SearchVersion = Pick<SavedSearchRow, 'dataset_id' | 'updated_at'>

/**
 * Records a run, but only if the search has not been changed meanwhile. Of two concurrent runs the one that got
 * further determines `seen_seq`.
 */
export async function recordRun(
  db: Db,
  version: SearchVersion,
  { seen_seq = 0, ...change }: Pick<SavedSearchRow, 'checked_at' | 'error'> & { seen_seq?: number },
): Promise<void> {
  await updateIfUnchanged(db, version)
    .set(({ eb, ref }) => ({
      ...change,
      seen_seq: eb.case().when('seen_seq', '<', seen_seq).then(seen_seq).else(ref('seen_seq')).end(),
    }))
    .execute()
}

/** Adds to the number of added papers; concurrent runs (scheduled and requested) each count their own. */
export async function countAdded(db: Db, version: SearchVersion, count: number): Promise<void> {
  await updateIfUnchanged(db, version)
    .set(({ eb }) => ({ added: eb('added', '+', count) }))
    .execute()
}

const updateIfUnchanged = (db: Db, { dataset_id, updated_at }: SearchVersion) =>
  db.updateTable('dataset_searches').where('dataset_id', '=', dataset_id).where('updated_at', '=', updated_at)

export async function remove(db: Db, dataset_id: string): Promise<void> {
  await db.deleteFrom('dataset_searches').where('dataset_id', '=', dataset_id).execute()
}

/** Returns those of the papers that are in the bin of a dataset. */
export async function findBinnedPapers(db: Db, dataset_id: string, paper_ids: string[]): Promise<string[]> {
  const rows = await inBatches(paper_ids, (batch) =>
    db
      .selectFrom('documents')
      .select('paper_id')
      .where('dataset_id', '=', dataset_id)
      .where('deleted_at', 'is not', null)
      .where('paper_id', 'in', batch)
      .execute(),
  )
  return rows.flatMap(({ paper_id }) => paper_id ?? [])
}

/** Counts the documents of a dataset, without its bin. */
export const countDocuments = (db: Db, dataset_id: string): Promise<number> =>
  countRows(db.selectFrom('documents').where('dataset_id', '=', dataset_id).where('deleted_at', 'is', null))

import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Returns all contents of a user's own datasets, excluding those of projects, for the export of personal data. */
export async function listByOwner(db: Db, owner_id: string) {
  const datasets = await db
    .selectFrom('datasets')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('kind', '<>', 'project')
    .orderBy('id')
    .execute()
  const ids = datasets.map((row) => row.id)
  const folders = await inBatches(ids, (batch) =>
    db.selectFrom('folders').selectAll().where('dataset_id', 'in', batch).orderBy('id').execute(),
  )
  const documents = await inBatches(ids, (batch) =>
    db.selectFrom('documents').selectAll().where('dataset_id', 'in', batch).orderBy('id').execute(),
  )
  const placements = await inBatches(
    folders.map((row) => row.id),
    (batch) => db.selectFrom('document_folders').selectAll().where('folder_id', 'in', batch).execute(),
  )
  return { datasets, folders, documents, placements }
}

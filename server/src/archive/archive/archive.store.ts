import type { Selectable } from 'kysely'
import { countRows } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type {
  BaseExportsTable,
  BaseImportItemsTable,
  BaseImportsTable,
} from '../../platform/db/schema-archive.ts'

/** An import of an archive as a dataset. */
export type ImportRow = Selectable<BaseImportsTable>
/** The outcome of one document of an import. */
export type ItemRow = Selectable<BaseImportItemsTable>

/**
 * Records a finished export and returns the job ids of the same user's older exports of the dataset, which it
 * replaces.
 */
export async function replaceExport(db: Db, row: Selectable<BaseExportsTable>): Promise<string[]> {
  const older = await db
    .deleteFrom('base_exports')
    .where('owner_id', '=', row.owner_id)
    .where('dataset_id', '=', row.dataset_id)
    .returning('job_id')
    .execute()
  await db.insertInto('base_exports').values(row).execute()
  return older.map(({ job_id }) => job_id).filter((job_id) => job_id !== row.job_id)
}

/** Returns the total bytes of a user's exports, except those of one dataset. */
export async function sumExportBytes(db: Db, owner_id: string, excluded_dataset_id: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('base_exports')
    .select(({ fn }) => fn.sum<string | null>('size_bytes').as('bytes'))
    .where('owner_id', '=', owner_id)
    .where('dataset_id', '<>', excluded_dataset_id)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Returns an export of a user that was created after `since`. */
export function findExport(db: Db, owner_id: string, job_id: string, since: string) {
  return db
    .selectFrom('base_exports')
    .selectAll()
    .where('job_id', '=', job_id)
    .where('owner_id', '=', owner_id)
    .where('created_at', '>', since)
    .executeTakeFirst()
}

/**
 * Deletes exports created at or before `since` or, because of a wrong clock, after `until`, and returns their job
 * ids.
 */
export async function removeExports(db: Db, since: string, until: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('base_exports')
    .where(({ or, eb }) => or([eb('created_at', '<=', since), eb('created_at', '>', until)]))
    .returning('job_id')
    .execute()
  return rows.map(({ job_id }) => job_id)
}

/** Returns the job ids of all exports. */
export async function listExportJobs(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('base_exports').select('job_id').execute()
  return new Set(rows.map(({ job_id }) => job_id))
}

/** Returns a user's exports, oldest first. */
export const listExports = (db: Db, owner_id: string) =>
  db.selectFrom('base_exports').selectAll().where('owner_id', '=', owner_id).orderBy('job_id').execute()

/** Adds an import that is queued. */
export async function insertImport(db: Db, row: ImportRow): Promise<void> {
  await db.insertInto('base_imports').values(row).execute()
}

/** Changes columns of an import; an unknown id is ignored. */
export async function updateImport(db: Db, id: string, change: Partial<ImportRow>): Promise<void> {
  await db.updateTable('base_imports').set(change).where('id', '=', id).execute()
}

/** Returns an import by its id; undefined without one. */
export function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  return db.selectFrom('base_imports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns an import of a user by its job; undefined without one. */
export function findImportByJob(db: Db, owner_id: string, job_id: string): Promise<ImportRow | undefined> {
  return db
    .selectFrom('base_imports')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('job_id', '=', job_id)
    .executeTakeFirst()
}

/** Returns whether a user has an import that has not ended. */
export async function isImporting(db: Db, owner_id: string): Promise<boolean> {
  const running = db
    .selectFrom('base_imports')
    .where('owner_id', '=', owner_id)
    .where('finished_at', 'is', null)
  return (await countRows(running)) > 0
}

/** Returns a user's imports, oldest first. */
export const listImports = (db: Db, owner_id: string): Promise<ImportRow[]> =>
  db.selectFrom('base_imports').selectAll().where('owner_id', '=', owner_id).orderBy('id').execute()

/** Returns the ids of imports that have not ended. */
export async function listOpenImports(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('base_imports').select('id').where('finished_at', 'is', null).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Deletes the rows of imports that ended before a time. */
export async function removeImports(db: Db, before: string): Promise<void> {
  await db.deleteFrom('base_imports').where('finished_at', '<', before).execute()
}

/** Adds the outcome of a document. */
export async function insertItem(db: Db, row: ItemRow): Promise<void> {
  await db.insertInto('base_import_items').values(row).execute()
}

/** Changes columns of the outcome of a document. */
export async function updateItem(
  db: Db,
  { import_id, item }: Pick<ItemRow, 'import_id' | 'item'>,
  change: Partial<ItemRow>,
): Promise<void> {
  await db
    .updateTable('base_import_items')
    .set(change)
    .where('import_id', '=', import_id)
    .where('item', '=', item)
    .execute()
}

/** Returns the results of an archive's documents so far. */
export const listItems = (db: Db, import_id: string) =>
  db
    .selectFrom('base_import_items')
    .select(['item', 'document_id', 'reason', 'marks'])
    .where('import_id', '=', import_id)
    .execute()

/** Returns the number of documents by outcome, and the number of annotations. */
export async function countItems(db: Db, import_id: string) {
  const rows = await db
    .selectFrom('base_import_items')
    .select(['outcome'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<string | null>('marks').as('marks')])
    .where('import_id', '=', import_id)
    .groupBy('outcome')
    .execute()
  const countOf = (outcome: ItemRow['outcome']) =>
    Number(rows.find((row) => row.outcome === outcome)?.count ?? 0)
  return {
    added: countOf('added'),
    joined: countOf('joined'),
    failed: countOf('failed'),
    annotations: rows.reduce((sum, { marks }) => sum + Number(marks ?? 0), 0),
  }
}

/** Returns the first remarks on documents that failed or were imported incompletely, failures first. */
export const listRemarks = (db: Db, import_id: string, limit: number) =>
  db
    .selectFrom('base_import_items')
    .select(['name', 'reason'])
    .where('import_id', '=', import_id)
    .where('reason', 'is not', null)
    .orderBy(({ eb }) => eb.case().when('outcome', '=', 'failed').then(0).else(1).end())
    .orderBy('item')
    .limit(limit)
    .execute()

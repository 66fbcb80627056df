import type { Selectable } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import { countRows } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ManuscriptCheckRecordsTable, ManuscriptChecksTable } from '../../platform/db/schema-research.ts'

export type CheckRow = Selectable<ManuscriptChecksTable>

export async function insert(db: Db, row: CheckRow): Promise<void> {
  await db.insertInto('manuscript_checks').values(row).execute()
}

export function findById(db: Db, id: string): Promise<CheckRow | undefined> {
  return db.selectFrom('manuscript_checks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns a check of a user; undefined without one. */
export function findByUser(db: Db, user_id: string, id: string): Promise<CheckRow | undefined> {
  return db
    .selectFrom('manuscript_checks')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** Returns a query of a user's checks that are no part of a batch. */
const singleChecks = (db: Db, user_id: string) =>
  db.selectFrom('manuscript_checks').where('user_id', '=', user_id).where('batch_id', 'is', null)

/** Returns a page of a user's single checks without their final states, newest first. */
export async function findPage(
  db: Db,
  user_id: string,
  { page_num, page_size }: { page_num: number; page_size: number },
): Promise<{ list: Omit<CheckRow, 'snapshot' | 'decisions'>[]; total: number }> {
  const ownChecks = singleChecks(db, user_id)
  const list = await ownChecks
    .select(['id', 'user_id', 'file_id', 'file_name', 'request', 'status', 'counts', 'last_seq'])
    .select(['lease', 'lease_until', 'cancel_requested', 'created_at', 'finished_at', 'batch_id'])
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  return { list, total: await countRows(ownChecks) }
}

/** Returns the numbers of a user's single checks: all, and those that are running. */
export async function countByUser(db: Db, user_id: string): Promise<{ all: number; running: number }> {
  const ownChecks = singleChecks(db, user_id)
  return {
    all: await countRows(ownChecks),
    running: await countRows(ownChecks.where('status', '=', 'running')),
  }
}

export async function update(db: Db, id: string, change: Pick<CheckRow, 'decisions'>): Promise<void> {
  await db.updateTable('manuscript_checks').set(change).where('id', '=', id).execute()
}

/** Deletes a check with its events, its text and its records. */
export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('manuscript_checks').where('id', '=', id).execute()
}

/** Returns whether a check uses a stored file. */
export async function usesFile(db: Db, file_id: string): Promise<boolean> {
  const use = await db
    .selectFrom('manuscript_checks')
    .select('id')
    .where('file_id', '=', file_id)
    .executeTakeFirst()
  return use !== undefined
}

/** Returns at most `most` single checks that ended and were begun before a time, oldest first. */
export function listEndedBefore(db: Db, before: string, most: number) {
  return db
    .selectFrom('manuscript_checks')
    .select(['id', 'user_id', 'file_id'])
    .where('created_at', '<', before)
    .where('finished_at', 'is not', null)
    .where('batch_id', 'is', null)
    .orderBy('created_at')
    .limit(most)
    .execute()
}

/** Returns the checks of a batch. */
export function listByBatch(db: Db, batch_id: string) {
  return db
    .selectFrom('manuscript_checks')
    .select(['id', 'user_id', 'file_id', 'finished_at'])
    .where('batch_id', '=', batch_id)
    .execute()
}

/** Returns those of the checks that exist, with their owners. */
export async function listExisting(
  db: Db,
  ids: string[],
): Promise<Pick<CheckRow, 'id' | 'user_id' | 'batch_id'>[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('manuscript_checks')
    .select(['id', 'user_id', 'batch_id'])
    .where('id', 'in', ids)
    .execute()
}

/** Stores the text of a manuscript in place of an earlier one. */
export async function saveText(db: Db, check_id: string, body: string): Promise<void> {
  await db
    .insertInto('manuscript_check_texts')
    .values({ check_id, body })
    .onConflict((conflict) => conflict.column('check_id').doUpdateSet({ body }))
    .execute()
}

/** Returns the text of a manuscript; null before it has been read. */
export async function findText(db: Db, check_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('manuscript_check_texts')
    .select('body')
    .where('check_id', '=', check_id)
    .executeTakeFirst()
  return row?.body ?? null
}

/** Stores the records of entries; those of entries that have one are left as they are. */
export const saveRecords = (db: Db, rows: ManuscriptCheckRecordsTable[]): Promise<void> =>
  insertMany(db, 'manuscript_check_records', rows, 'leave')

/** Returns the records that were found for a list, or for some of its entries, in the order of its entries. */
export function listRecords(db: Db, check_id: string, entries?: number[]) {
  return db
    .selectFrom('manuscript_check_records')
    .select(['entry', 'record'])
    .where('check_id', '=', check_id)
    .$if(entries !== undefined, (query) => query.where('entry', 'in', entries ?? []))
    .orderBy('entry')
    .execute()
}

/** Returns a user's single checks for the personal data export. */
export function listForExport(db: Db, user_id: string) {
  return singleChecks(db, user_id)
    .select(['id', 'file_name', 'request', 'status', 'snapshot', 'decisions', 'created_at', 'finished_at'])
    .orderBy('id')
    .execute()
}

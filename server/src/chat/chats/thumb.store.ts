import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ThumbsTable } from '../../platform/db/schema-chat.ts'

/** A user's rating of an answer. */
export type ThumbRow = Selectable<ThumbsTable>

/** Stores the rating of a record, in place of the one it had. */
export async function save(db: Db, row: ThumbRow): Promise<void> {
  const { record_id: _, ...change } = row
  await db
    .insertInto('thumbs')
    .values(row)
    .onConflict((conflict) => conflict.column('record_id').doUpdateSet(change))
    .execute()
}

/** Removes the thumb of an answer, if there is one. */
export async function remove(db: Db, record_id: string): Promise<void> {
  await db.deleteFrom('thumbs').where('record_id', '=', record_id).execute()
}

/** Returns a user's ratings for the personal data export. */
export function listByUser(db: Db, user_id: string): Promise<ThumbRow[]> {
  return db.selectFrom('thumbs').selectAll().where('user_id', '=', user_id).orderBy('record_id').execute()
}

/** Returns the thumbs of answers, at most one each, in no particular order. */
export async function findByRecords(db: Db, record_ids: string[]): Promise<ThumbRow[]> {
  if (record_ids.length === 0) return []
  return db.selectFrom('thumbs').selectAll().where('record_id', 'in', record_ids).execute()
}

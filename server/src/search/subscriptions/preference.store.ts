import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { PreferencesTable } from '../../platform/db/schema-search.ts'

export type PreferenceRow = Selectable<PreferencesTable>

/** Returns the preferences of a user; undefined before any are set. */
export function find(db: Db, user_id: string): Promise<PreferenceRow | undefined> {
  return db.selectFrom('preferences').selectAll().where('user_id', '=', user_id).executeTakeFirst()
}

const EMPTY_PREFERENCES = {
  subject_codes: '[]',
  keywords: '[]',
  journals: '[]',
  authors: '[]',
  later_until: null,
  saved_at: null,
}

/** Changes the given preferences of a user; others keep their values, or are empty in a new row. */
export async function upsert(db: Db, user_id: string, change: Partial<PreferenceRow>): Promise<void> {
  await db
    .insertInto('preferences')
    .values({ ...EMPTY_PREFERENCES, ...change, user_id })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
}

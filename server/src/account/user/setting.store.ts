import type { Selectable } from 'kysely'
import { countRows } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { UserSettingsTable } from '../../platform/db/schema-account.ts'

type SettingRow = Selectable<UserSettingsTable>

/** Stores a setting, replacing its former value. */
export async function saveSetting(db: Db, row: SettingRow): Promise<void> {
  await db
    .insertInto('user_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key', 'type'])
        .doUpdateSet({ value: row.value, updated_at: row.updated_at }),
    )
    .execute()
}

/** Returns the value of a setting as JSON text; undefined when there is none. */
export async function findSetting(
  db: Db,
  user_id: string,
  key: string,
  type: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_settings')
    .select('value')
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .where('type', '=', type)
    .executeTakeFirst()
  return row?.value
}

/** Returns the settings of a person, sorted by key and type. */
export function listSettingsOfUser(db: Db, user_id: string): Promise<SettingRow[]> {
  return db
    .selectFrom('user_settings')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('key')
    .orderBy('type')
    .execute()
}

/** Counts the settings of a person. */
export const countSettingsOfUser = (db: Db, user_id: string): Promise<number> =>
  countRows(db.selectFrom('user_settings').where('user_id', '=', user_id))

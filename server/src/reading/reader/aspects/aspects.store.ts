import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/schema.ts'
import type { ReadAspectsTable } from '../../../platform/db/schema-reading.ts'

export type AspectsRow = Selectable<ReadAspectsTable>

export function find(db: Db, parse_id: string): Promise<AspectsRow | undefined> {
  return db.selectFrom('read_aspects').selectAll().where('parse_id', '=', parse_id).executeTakeFirst()
}

export async function save(db: Db, row: AspectsRow): Promise<void> {
  const { parse_id: _, ...change } = row
  await db
    .insertInto('read_aspects')
    .values(row)
    .onConflict((conflict) => conflict.column('parse_id').doUpdateSet(change))
    .execute()
}

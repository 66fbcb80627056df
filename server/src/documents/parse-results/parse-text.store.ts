import type { Selectable } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ParseBlocksTable, PassagesTable } from '../../platform/db/schema-documents.ts'

export const insertBlocks = (db: Db, rows: Selectable<ParseBlocksTable>[]): Promise<void> =>
  insertMany(db, 'parse_blocks', rows)

export const insertPassages = (db: Db, rows: Selectable<PassagesTable>[]): Promise<void> =>
  insertMany(db, 'passages', rows)

const BATCH_SIZE = 500

/** Deletes a batch of the text of a parse; returns whether there was any. */
export async function removeBatch(db: Db, parse_id: string): Promise<boolean> {
  let any = false
  for (const table of ['passages', 'parse_blocks'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('ordinal')
      .where('parse_id', '=', parse_id)
      .orderBy('ordinal')
      .limit(BATCH_SIZE)
      .execute()
    if (rows.length === 0) continue
    any = true
    const last = rows.at(-1)?.ordinal ?? 0
    await db.deleteFrom(table).where('parse_id', '=', parse_id).where('ordinal', '<=', last).execute()
  }
  return any
}

/** Returns blocks as JSON from an ordinal on, in reading order. */
export async function listBlocksFrom(
  db: Db,
  parse_id: string,
  from: number,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('parse_blocks')
    .select('block')
    .where('parse_id', '=', parse_id)
    .where('ordinal', '>=', from)
    .orderBy('ordinal')
    .limit(most)
    .execute()
  return rows.map(({ block }) => block)
}

// The text of parses: `parse_blocks` for readers, `passages` for search and citation, and `left_out_passages`, the
// passages that users have excluded from answers.

import type { Selectable } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ParseBlocksTable, PassagesTable } from '../../platform/db/schema-documents.ts'

export const insertBlocks = (db: Db, rows: Selectable<ParseBlocksTable>[]): Promise<void> =>
  insertMany(db, 'parse_blocks', rows)

export const insertPassages = (db: Db, rows: Selectable<PassagesTable>[]): Promise<void> =>
  insertMany(db, 'passages', rows)

/** Number of blocks or passages read or deleted at once. */
const BATCH_SIZE = 500

/** Deletes a batch of the blocks and passages of a parse; returns whether there were any. */
export async function removeBatch(db: Db, parse_id: string): Promise<boolean> {
  let hasRows = false
  for (const table of ['passages', 'parse_blocks'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('ordinal')
      .where('parse_id', '=', parse_id)
      .orderBy('ordinal')
      .limit(BATCH_SIZE)
      .execute()
    if (rows.length === 0) continue
    hasRows = true
    const last = rows.at(-1)?.ordinal ?? 0
    await db.deleteFrom(table).where('parse_id', '=', parse_id).where('ordinal', '<=', last).execute()
  }
  return hasRows
}

/** Returns up to `limit` blocks as JSON from an ordinal on, in reading order. */
export async function listBlocksFrom(
  db: Db,
  parse_id: string,
  from: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('parse_blocks')
    .select('block')
    .where('parse_id', '=', parse_id)
    .where('ordinal', '>=', from)
    .orderBy('ordinal')
    .limit(limit)
    .execute()
  return rows.map(({ block }) => block)
}

/** Returns the texts of passages by ordinal, in no particular order. */
export function findBodies(db: Db, parse_id: string, ordinals: number[]) {
  return db
    .selectFrom('passages')
    .select(['ordinal', 'body'])
    .where('parse_id', '=', parse_id)
    .where('ordinal', 'in', ordinals)
    .execute()
}

/** Yields the texts of all passages of a parse in batches, in reading order. */
export async function* streamBodies(db: Db, parse_id: string) {
  for (let from = 0; ; ) {
    const rows = await db
      .selectFrom('passages')
      .select(['ordinal', 'body'])
      .where('parse_id', '=', parse_id)
      .where('ordinal', '>=', from)
      .orderBy('ordinal')
      .limit(BATCH_SIZE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    from = last.ordinal + 1
  }
}

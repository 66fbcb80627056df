// The table `parses`, which is the queue of parsing as well as the list of its results. A parse is queued
// (`parse-queue.store.ts`), then claimed under a lease by one process while its state is `parsing` and then `indexing`
// (`parse-lease.store.ts`), and ends as ready, failed or cancelled.

import type { Selectable } from 'kysely'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ParsesTable } from '../../platform/db/schema-documents.ts'

/** The parse of some bytes by one parser version, with its state, and its facts once it is ready. */
export type ParseRow = Selectable<ParsesTable>

export function findById(db: Db, id: string): Promise<ParseRow | undefined> {
  return db.selectFrom('parses').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns parses in no particular order; unknown ids are skipped. */
export function findByIds(db: Db, ids: string[]): Promise<ParseRow[]> {
  return inBatches(ids, (batch) => db.selectFrom('parses').selectAll().where('id', 'in', batch).execute())
}

/** Returns the parse of some bytes by a version of a parser, such as `pdf/8.1`; undefined without one. */
export function findByBytes(db: Db, bytes_id: string, parser: string): Promise<ParseRow | undefined> {
  return db
    .selectFrom('parses')
    .selectAll()
    .where('bytes_id', '=', bytes_id)
    .where('parser', '=', parser)
    .executeTakeFirst()
}

export async function insert(db: Db, row: ParseRow): Promise<void> {
  await db.insertInto('parses').values(row).execute()
}

export async function update(db: Db, id: string, change: Partial<ParseRow>): Promise<void> {
  await db.updateTable('parses').set(change).where('id', '=', id).execute()
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('parses').where('id', '=', id).execute()
}

/** Makes the parses of a deleted account background work, and deletes the account's turn. */
export async function clearOwner(db: Db, owner_id: string): Promise<void> {
  await db.updateTable('parses').set({ owner_id: '' }).where('owner_id', '=', owner_id).execute()
  await db.deleteFrom('parse_turns').where('owner_id', '=', owner_id).execute()
}

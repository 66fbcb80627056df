import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { UploadsTable } from '../../platform/db/schema-library.ts'

export type UploadRow = Selectable<UploadsTable>

export async function insert(db: Db, row: UploadRow): Promise<void> {
  await db.insertInto('uploads').values(row).execute()
}

/** When uploads began that still count. */
export interface UploadWindow {
  since: string
  until: string
}

/** An upload of a person that still counts. */
export function find(
  db: Db,
  user_id: string,
  id: string,
  { since, until }: UploadWindow,
): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('created_at', '>', since)
    .where('created_at', '<=', until)
    .executeTakeFirst()
}

/** What a person has announced: how many files, and their bytes, whether sent or not. */
export async function sumAnnounced(db: Db, user_id: string, { since, until }: UploadWindow) {
  const { files, bytes } = await db
    .selectFrom('uploads')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<string | null>('size').as('bytes')])
    .where('user_id', '=', user_id)
    .where('created_at', '>', since)
    .where('created_at', '<=', until)
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes ?? 0) }
}

/** Bytes that everybody has announced and not sent yet. */
export async function sumOutstandingBytes(db: Db, { since, until }: UploadWindow): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.sum<string | null>(sql`size - received`).as('bytes'))
    .where('created_at', '>', since)
    .where('created_at', '<=', until)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Moves on from `from` to `to` bytes; answers false when another part has done so. */
export async function advance(db: Db, id: string, from: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ received: to })
    .where('id', '=', id)
    .where('received', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** All of a file is there, and this is how much it was. */
export async function complete(db: Db, id: string, size: number): Promise<void> {
  await db.updateTable('uploads').set({ size, received: size }).where('id', '=', id).execute()
}

/** Answers false where there was none. */
export async function remove(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('uploads').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Forgets uploads that no longer count. */
export async function removeExpired(db: Db, { since, until }: UploadWindow): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where(({ or, eb }) => or([eb('created_at', '<=', since), eb('created_at', '>', until)]))
    .execute()
}

/** Ids of all uploads, of everybody. */
export async function listIds(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('id').execute()
  return new Set(rows.map((row) => row.id))
}

export function listByUser(db: Db, user_id: string): Promise<UploadRow[]> {
  return db.selectFrom('uploads').selectAll().where('user_id', '=', user_id).orderBy('id').execute()
}

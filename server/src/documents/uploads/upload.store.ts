import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { UploadsTable } from '../../platform/db/schema-documents.ts'

export type UploadRow = Selectable<UploadsTable>

export async function insert(db: Db, row: UploadRow): Promise<void> {
  await db.insertInto('uploads').values(row).execute()
}

/** The interval in which valid uploads were begun, as ISO times. */
export interface UploadWindow {
  /** Exclusive; uploads begun earlier have expired. */
  since: string
  /** Inclusive; uploads begun later, by a clock that was wrong, would not expire in time. */
  until: string
}

/** Returns a valid upload of a user; undefined when there is none. */
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

/** Returns the number and total bytes of the files that a user has announced, uploaded or not. */
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

/** Returns the bytes that all users have announced and not uploaded yet. */
export async function sumOutstandingBytes(db: Db, { since, until }: UploadWindow): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.sum<string | null>(sql`size - received`).as('bytes'))
    .where('created_at', '>', since)
    .where('created_at', '<=', until)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Advances an upload from `from` to `to` bytes; returns false when it is not at `from`. */
export async function advance(db: Db, id: string, from: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ received: to })
    .where('id', '=', id)
    .where('received', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks an upload as complete with this size. */
export async function complete(db: Db, id: string, size: number): Promise<void> {
  await db.updateTable('uploads').set({ size, received: size }).where('id', '=', id).execute()
}

/** Deletes an upload; returns false when there was none. */
export async function remove(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('uploads').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes uploads outside the window. */
export async function removeExpired(db: Db, { since, until }: UploadWindow): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where(({ or, eb }) => or([eb('created_at', '<=', since), eb('created_at', '>', until)]))
    .execute()
}

/** Returns the ids of all uploads of all users. */
export async function listIds(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('id').execute()
  return new Set(rows.map((row) => row.id))
}

/** Returns the uploads of a user, oldest first, expired ones included. */
export function listByUser(db: Db, user_id: string): Promise<UploadRow[]> {
  return db.selectFrom('uploads').selectAll().where('user_id', '=', user_id).orderBy('id').execute()
}

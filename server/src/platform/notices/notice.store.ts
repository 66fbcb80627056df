import type { Selectable } from 'kysely'
import { countRows, inBatches } from '../db/query-parts.ts'
import type { Db } from '../db/schema.ts'
import type { NoticesTable } from '../db/schema-platform.ts'

/** A notice to a person. */
export type NoticeRow = Selectable<NoticesTable>

/** Returns the ids of those of the people whose accounts still exist. */
export async function filterExistingAccounts(db: Db, user_ids: readonly string[]): Promise<string[]> {
  const rows = await inBatches(user_ids, (batch) =>
    db.selectFrom('users').select('id').where('id', 'in', batch).execute(),
  )
  return rows.map(({ id }) => id)
}

/** Adds notices. */
export async function insertNotices(db: Db, rows: NoticeRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('notices').values(rows).execute()
}

/** Returns the newest notice of a kind with a route that a person has neither read nor been sent; undefined without one. */
export const findUnread = (
  db: Db,
  { user_id, kind, route }: Pick<NoticeRow, 'user_id' | 'kind' | 'route'>,
): Promise<Pick<NoticeRow, 'id' | 'text'> | undefined> =>
  db
    .selectFrom('notices')
    .select(['id', 'text'])
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('route', '=', route)
    .where('read_at', 'is', null)
    .where('mailed_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Replaces the text of a notice. */
export async function changeText(db: Db, id: string, text: string): Promise<void> {
  await db.updateTable('notices').set({ text }).where('id', '=', id).execute()
}

/** Returns one page of a person's notices, newest first. */
export async function listNotices(
  db: Db,
  user_id: string,
  { page_num, page_size }: Record<'page_num' | 'page_size', number>,
) {
  const notices = db.selectFrom('notices').where('user_id', '=', user_id)
  const list = await notices
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  const total = await countRows(notices)
  return { list, total, unread: await countRows(notices.where('read_at', 'is', null)) }
}

/** Marks a person's notices as read; an empty `ids` means all of them. */
export async function markNoticesRead(
  db: Db,
  user_id: string,
  ids: string[],
  read_at: string,
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ read_at })
    .where('user_id', '=', user_id)
    .where('read_at', 'is', null)
    .$if(ids.length > 0, (query) => query.where('id', 'in', ids))
    .execute()
}

/** Returns a person's notices of a kind that were not mailed yet, oldest first, and marks them as mailed. */
export async function takeUnmailed(
  db: Db,
  { user_id, kind }: Pick<NoticeRow, 'user_id' | 'kind'>,
  mailed_at: string,
): Promise<Pick<NoticeRow, 'text' | 'route'>[]> {
  const rows = await db
    .updateTable('notices')
    .set({ mailed_at })
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('mailed_at', 'is', null)
    .returning(['id', 'text', 'route'])
    .execute()
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Deletes all but a person's newest notices. */
export async function removeAllNoticesButNewest(db: Db, user_id: string, count: number): Promise<void> {
  const last = await db
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .offset(count)
    .limit(1)
    .executeTakeFirst()
  if (last) await db.deleteFrom('notices').where('user_id', '=', user_id).where('id', '<=', last.id).execute()
}

/** Deletes all notices created before a time. */
export async function removeNoticesBefore(db: Db, created_at: string): Promise<void> {
  await db.deleteFrom('notices').where('created_at', '<', created_at).execute()
}

/** Returns all notices of a person, for their export. */
export const listNoticesOfUser = (db: Db, user_id: string): Promise<NoticeRow[]> =>
  db.selectFrom('notices').selectAll().where('user_id', '=', user_id).orderBy('id', 'desc').execute()

import { type Selectable, sql } from 'kysely'
import { containsText, countRows } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ChatsTable } from '../../platform/db/schema-chat.ts'

export type ChatRow = Selectable<ChatsTable>

/** Returns a chat of a user, deleted or not; undefined without one. */
export function findByUser(db: Db, user_id: string, id: string): Promise<ChatRow | undefined> {
  return db
    .selectFrom('chats')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** Returns the user's newest chat of an application that was opened and never used; undefined without one. */
export function findUnused(
  db: Db,
  { user_id, application_id, dataset_id }: Pick<ChatRow, 'user_id' | 'application_id' | 'dataset_id'>,
): Promise<ChatRow | undefined> {
  return db
    .selectFrom('chats')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('application_id', '=', application_id)
    .where('dataset_id', dataset_id === null ? 'is' : '=', dataset_id)
    .where('record_count', '=', 0)
    .where('title', '=', '')
    .where('pinned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insert(db: Db, row: ChatRow): Promise<void> {
  await db.insertInto('chats').values(row).execute()
}

export async function update(db: Db, id: string, change: Partial<ChatRow>): Promise<void> {
  await db.updateTable('chats').set(change).where('id', '=', id).execute()
}

/** Updates a chat and increments its number of records. */
export async function incrementRecords(db: Db, id: string, change: Partial<ChatRow>): Promise<void> {
  await db
    .updateTable('chats')
    .set((chat) => ({ ...change, record_count: chat('record_count', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Selects the chats of a user that were used and are not deleted. */
function usedChats(db: Db, user_id: string) {
  return db
    .selectFrom('chats')
    .where('user_id', '=', user_id)
    .where('record_count', '>', 0)
    .where('deleted_at', 'is', null)
}

/** Maximum number of chats in a list that has no pages. */
const MAX_CHATS = 200

/** Returns the pinned chats of a user, the last pinned first. */
export function listPinned(db: Db, user_id: string): Promise<ChatRow[]> {
  return usedChats(db, user_id)
    .selectAll()
    .where('pinned_at', 'is not', null)
    .orderBy('pinned_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CHATS)
    .execute()
}

/** Returns chats that are not pinned and were changed since a time, the last changed first. */
export function listRecent(
  db: Db,
  user_id: string,
  { since, keyword }: { since: string; keyword: string | undefined },
): Promise<ChatRow[]> {
  return usedChats(db, user_id)
    .selectAll()
    .where('pinned_at', 'is', null)
    .where('updated_at', '>=', since)
    .$if(keyword !== undefined, (query) => query.where(containsKeyword(keyword ?? '')))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CHATS)
    .execute()
}

interface ChatPageFilter {
  application_id: string
  keyword: string | undefined
  page: number
  rows: number
}

/** Returns a page (from 1) of the used chats of an application, the last changed first, and their number. */
export async function findPage(
  db: Db,
  user_id: string,
  { application_id, keyword, page, rows }: ChatPageFilter,
) {
  const matching = usedChats(db, user_id)
    .where('application_id', '=', application_id)
    .$if(keyword !== undefined, (query) => query.where(containsKeyword(keyword ?? '')))
  const list = await matching
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rows)
    .offset((page - 1) * rows)
    .execute()
  const total = await countRows(matching)
  return { list, total }
}

/**
 * Builds a condition that the title, a question or an answer of a chat contains a text; ASCII letters match in either
 * case.
 */
function containsKeyword(keyword: string) {
  const contains = (column: string) => containsText(sql.ref(column), keyword)
  return sql<boolean>`(${contains('chats.title')} or exists (
    select 1 from chat_records r where r.chat_id = chats.id
    and (${contains('r.question')} or ${contains('r.answer')})))`
}

/** Returns the ids of those of the chats that exist and are not deleted. */
export async function filterExisting(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('chats')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

/** Purges chats that were deleted before a time, and chats opened before it that were never used. */
export async function removeBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('chats').where('deleted_at', '<', before).execute()
  await db
    .deleteFrom('chats')
    .where('record_count', '=', 0)
    .where('pinned_at', 'is', null)
    .where('updated_at', '<', before)
    .execute()
}

/** Returns a user's chats for the personal data export. */
export function listForExport(db: Db, user_id: string): Promise<ChatRow[]> {
  return db.selectFrom('chats').selectAll().where('user_id', '=', user_id).orderBy('id').execute()
}

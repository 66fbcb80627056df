import { type Selectable, sql } from 'kysely'
import { countRows } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ChatRecordsTable } from '../../platform/db/schema-chat.ts'

export type RecordRow = Selectable<ChatRecordsTable>

/** The statuses of answers that are being written. */
const WRITING_STATUSES = ['pending', 'streaming'] as const

/** Returns a record of a user; undefined when there is none, or it is another user's. */
export function findByUser(db: Db, user_id: string, id: string): Promise<RecordRow | undefined> {
  return db
    .selectFrom('chat_records')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** Returns those of the records that exist, in no particular order. */
export async function findByIds(db: Db, ids: string[]): Promise<RecordRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('chat_records').selectAll().where('id', 'in', ids).execute()
}

/** Returns the records of a chat with their parents, in the order of creation. */
export function listThreadNodes(db: Db, chat_id: string): Promise<Pick<RecordRow, 'id' | 'parent_id'>[]> {
  return db
    .selectFrom('chat_records')
    .select(['id', 'parent_id'])
    .where('chat_id', '=', chat_id)
    .orderBy('id')
    .execute()
}

/** Inserts a record; returns false when an answer of the chat is being written or the idempotency key is in use. */
export async function insert(db: Db, row: RecordRow): Promise<boolean> {
  const added = await db
    .insertInto('chat_records')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/**
 * Returns the record that an idempotency key created; undefined without one. A key of a record older than `since` or later than `until` is
 * released first.
 */
export async function findByKey(
  db: Db,
  { user_id, key, since, until }: { user_id: string; key: string; since: string; until: string },
): Promise<RecordRow | undefined> {
  await db
    .updateTable('chat_records')
    .set({ idempotency_key: null })
    .where('user_id', '=', user_id)
    .where('idempotency_key', '=', key)
    .where(({ or, eb }) => or([eb('created_at', '<', since), eb('created_at', '>', until)]))
    .execute()
  return db
    .selectFrom('chat_records')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** Returns the record of a chat whose answer is being written; undefined when none is. */
export function findWriting(db: Db, chat_id: string): Promise<RecordRow | undefined> {
  return db
    .selectFrom('chat_records')
    .selectAll()
    .where('chat_id', '=', chat_id)
    .where('status', 'in', WRITING_STATUSES)
    .executeTakeFirst()
}

/**
 * Returns how many answers of a user are being written (`running`), how many messages the user sent after `since` and up
 * to `until` (`sent`), and the time of the first of these (`oldest`, null without any).
 */
export async function findUsage(db: Db, user_id: string, { since, until }: { since: string; until: string }) {
  const running = await countRows(
    db.selectFrom('chat_records').where('user_id', '=', user_id).where('status', 'in', WRITING_STATUSES),
  )
  const sent = await db
    .selectFrom('chat_records')
    .select((query) => [query.fn.countAll<number>().as('total'), query.fn.min('created_at').as('oldest')])
    .where('user_id', '=', user_id)
    .where('created_at', '>', since)
    .where('created_at', '<=', until)
    .executeTakeFirstOrThrow()
  return { running, sent: sent.total, oldest: sent.oldest }
}

/** Stores the questions that may follow an answer, as JSON. */
export async function setQuestions(db: Db, id: string, other_questions: string): Promise<void> {
  await db.updateTable('chat_records').set({ other_questions }).where('id', '=', id).execute()
}

/** Stores the spans that are struck from an answer, as JSON. */
export async function setRedacted(db: Db, id: string, struck: string): Promise<void> {
  await db.updateTable('chat_records').set({ struck }).where('id', '=', id).execute()
}

/** Stores another version of an answer that has ended. */
export async function setVersion(
  db: Db,
  id: string,
  version: Pick<RecordRow, 'answer' | 'citations' | 'revisions' | 'struck'>,
): Promise<void> {
  await db.updateTable('chat_records').set(version).where('id', '=', id).execute()
}

/**
 * Deletes all but the last event of answers that ended before a time; a client that connects later loads the record
 * instead.
 */
export async function pruneEvents(db: Db, before: string): Promise<void> {
  await sql`delete from chat_events where exists (
    select 1 from chat_records r where r.id = chat_events.record_id
    and r.finished_at < ${before} and chat_events.seq < r.stream_seq)`.execute(db)
}

/** Returns a user's answers for the personal data export. */
export function listForExport(db: Db, user_id: string) {
  return db
    .selectFrom('chat_records')
    .select([
      'id',
      'chat_id',
      'parent_id',
      'question',
      'answer',
      'status',
      'citations',
      'model',
      'created_at',
    ])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
}

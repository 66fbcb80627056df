import type { Db } from '../../platform/db/schema.ts'
import type { ChatEventsTable } from '../../platform/db/schema-chat.ts'

/** Limits the number of bound parameters of a statement. */
const MAX_ROWS_PER_INSERT = 300

type Row = Omit<ChatEventsTable, 'record_id'> & { run_id: string }

/** Inserts events, with several statements when there are many. */
export async function append(db: Db, rows: Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += MAX_ROWS_PER_INSERT)
    await db
      .insertInto('chat_events')
      .values(
        rows
          .slice(from, from + MAX_ROWS_PER_INSERT)
          .map(({ run_id, ...row }) => ({ record_id: run_id, ...row })),
      )
      .execute()
}

/** Returns at most `limit` events of an answer after a sequence number. */
export function listEventsAfter(db: Db, record_id: string, seq: number, limit: number) {
  return db
    .selectFrom('chat_events')
    .select(['seq', 'event'])
    .where('record_id', '=', record_id)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** Returns the last event of an answer. */
export function findLastEvent(db: Db, record_id: string) {
  return db
    .selectFrom('chat_events')
    .select(['seq', 'event'])
    .where('record_id', '=', record_id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns all events of an answer in the order of their sequence numbers. */
export function listEvents(db: Db, record_id: string) {
  return db
    .selectFrom('chat_events')
    .select(['seq', 'event'])
    .where('record_id', '=', record_id)
    .orderBy('seq')
    .execute()
}

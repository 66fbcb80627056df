import type { Db } from '../db/schema.ts'
import type { ChatEventsTable } from '../db/schema-chats.ts'

const ROWS = 300

export async function append(db: Db, rows: ChatEventsTable[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS)
    await db
      .insertInto('chat_events')
      .values(rows.slice(from, from + ROWS))
      .execute()
}

/** Events of an answer after one, at most `most`. */
export function after(db: Db, record_id: string, seq: number, most: number) {
  return db
    .selectFrom('chat_events')
    .select(['seq', 'event'])
    .where('record_id', '=', record_id)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(most)
    .execute()
}

/** The last event of an answer. */
export function last(db: Db, record_id: string) {
  return db
    .selectFrom('chat_events')
    .select(['seq', 'event'])
    .where('record_id', '=', record_id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function all(db: Db, record_id: string) {
  return db
    .selectFrom('chat_events')
    .select(['seq', 'event'])
    .where('record_id', '=', record_id)
    .orderBy('seq')
    .execute()
}

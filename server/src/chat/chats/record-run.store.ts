// The answers of chats as runs: the process that writes or checks an answer holds it under a lease.
import type { Updateable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ChatRecordsTable } from '../../platform/db/schema-chat.ts'

/** The statuses of answers that are being written. */
const WRITING_STATUSES = ['pending', 'streaming'] as const
/** The statuses of answers that a process works on, because they are written or checked. */
const ACTIVE_STATUSES = [...WRITING_STATUSES, 'checking'] as const

type RecordChange = Updateable<ChatRecordsTable>

/** Returns whether an answer has ended; null when there is none. */
export async function hasEnded(db: Db, id: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('chat_records')
    .select('finished_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? row.finished_at !== null : null
}

/** Returns those of the answers that a lease still holds, whether they have begun, and their users and requests. */
export async function findHeld(db: Db, ids: string[], lease: string) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('chat_records')
    .select(['id', 'status', 'cancel_requested', 'user_id', 'request'])
    .where('id', 'in', ids)
    .where('lease', '=', lease)
    .where('status', 'in', ACTIVE_STATUSES)
    .execute()
  return rows.map(({ status, ...row }) => ({ ...row, begun: status !== 'pending' }))
}

/** Changes the status of pending answers of a lease to `streaming`. */
export async function begin(db: Db, ids: string[], lease: string): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('chat_records')
    .set({ status: 'streaming' })
    .where('id', 'in', ids)
    .where('lease', '=', lease)
    .where('status', '=', 'pending')
    .execute()
}

/** Stores a complete answer whose citations are still being checked. */
export async function complete(db: Db, id: string, lease: string, change: RecordChange): Promise<void> {
  await db
    .updateTable('chat_records')
    .set({ ...change, status: 'checking' })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('status', 'in', WRITING_STATUSES)
    .execute()
}

/**
 * Ends an answer that a lease still holds; returns whether it was ended. An answer that has ended is never changed
 * again.
 */
export async function end(db: Db, id: string, lease: string | null, change: RecordChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chat_records')
    .set({ ...change, lease: null, lease_until: null })
    .where('id', '=', id)
    .where('lease', lease === null ? 'is' : '=', lease)
    .where('status', 'in', ACTIVE_STATUSES)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Extends the leases that a process holds. */
export async function extendLeases(db: Db, ids: string[], lease: string, lease_until: string): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('chat_records')
    .set({ lease_until })
    .where('id', 'in', ids)
    .where('lease', '=', lease)
    .where('status', 'in', ACTIVE_STATUSES)
    .execute()
}

/** Requests the cancellation of an answer; one that has ended is left unchanged. */
export async function requestCancel(db: Db, id: string): Promise<void> {
  await db
    .updateTable('chat_records')
    .set({ cancel_requested: 1 })
    .where('id', '=', id)
    .where('status', 'in', ACTIVE_STATUSES)
    .execute()
}

/** Returns all running answers with their leases, and whether they are complete. */
export async function listActive(db: Db) {
  const rows = await db
    .selectFrom('chat_records')
    .select(['id', 'lease', 'lease_until', 'status'])
    .where('status', 'in', ACTIVE_STATUSES)
    .execute()
  return rows.map(({ status, ...row }) => ({ ...row, complete: status === 'checking' }))
}

import type { Db } from '../../platform/db/schema.ts'

export async function insertRequest(
  db: Db,
  row: { record_id: string; call_id: string; created_at: string },
): Promise<void> {
  await db
    .insertInto('chat_approvals')
    .values({ ...row, approved: null })
    .execute()
}

/** Stores a decision on an open request; returns false when it was already decided or never requested. */
export async function decide(
  db: Db,
  { record_id, call_id, approved }: { record_id: string; call_id: string; approved: 0 | 1 },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chat_approvals')
    .set({ approved })
    .where('record_id', '=', record_id)
    .where('call_id', '=', call_id)
    .where('approved', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns whether a tool call was approved; null while nobody has decided, and for an unknown call. */
export async function findDecision(db: Db, record_id: string, call_id: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('chat_approvals')
    .select('approved')
    .where('record_id', '=', record_id)
    .where('call_id', '=', call_id)
    .executeTakeFirst()
  return row?.approved == null ? null : row.approved === 1
}

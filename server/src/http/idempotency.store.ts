import type { Db } from '../db/schema.ts'

const TABLE = 'idempotency_keys'

/** Forgets the reply under a key where it was stored before or after the times in which it counts. */
export async function removeOutside(
  db: Db,
  user_id: string,
  key: string,
  { since, until }: { since: string; until: string },
): Promise<void> {
  await db
    .deleteFrom(TABLE)
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .where(({ or, eb }) => or([eb('created_at', '<', since), eb('created_at', '>', until)]))
    .execute()
}

export function find(db: Db, user_id: string, key: string) {
  return db
    .selectFrom(TABLE)
    .select(['request_hash', 'reply'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst()
}

interface NewKey {
  user_id: string
  key: string
  request_hash: string
  created_at: string
}

/** Takes a key; its reply follows. */
export async function insert(db: Db, row: NewKey): Promise<void> {
  await db
    .insertInto(TABLE)
    .values({ ...row, reply: 'null' })
    .execute()
}

export async function update(db: Db, user_id: string, key: string, reply: string): Promise<void> {
  await db.updateTable(TABLE).set({ reply }).where('user_id', '=', user_id).where('key', '=', key).execute()
}

export async function removeBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom(TABLE).where('created_at', '<', before).execute()
}

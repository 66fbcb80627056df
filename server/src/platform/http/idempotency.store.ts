import type { Db } from '../db/schema.ts'

const TABLE = 'idempotency_keys'

/** Deletes the entry of a key that was created outside the period in which it is valid. */
export async function removeClaimOutside(
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

/** Returns the entry of a key of a person, if there is one. */
export function findClaim(db: Db, user_id: string, key: string) {
  return db
    .selectFrom(TABLE)
    .select(['request_hash', 'reply', 'lease', 'lease_until'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst()
}

interface IdempotencyClaim {
  user_id: string
  key: string
  request_hash: string
  created_at: string
  lease: string
  lease_until: string
}

/** Claims an unused key; returns whether it did. */
export async function claimKey(db: Db, row: IdempotencyClaim): Promise<boolean> {
  const claimed = await db
    .insertInto(TABLE)
    .values({ ...row, reply: 'null' })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

/**
 * Claims a key whose holder is gone; returns whether it did. Of two concurrent attempts one succeeds.
 *
 * @param old_lease the lease of the former holder.
 */
export async function takeOverClaim(
  db: Db,
  old_lease: string,
  { user_id, key, ...row }: IdempotencyClaim,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(TABLE)
    .set(row)
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .where('lease', '=', old_lease)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the reply of a call that still holds its key; returns whether it did. */
export async function storeReply(db: Db, lease: string, reply: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(TABLE)
    .set({ reply, lease: null, lease_until: null })
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Extends the lease under which a call holds its key. */
export async function extendLease(db: Db, lease: string, lease_until: string): Promise<void> {
  await db.updateTable(TABLE).set({ lease_until }).where('lease', '=', lease).execute()
}

/** Releases a key whose call failed; a key with a stored reply is kept. */
export async function releaseKey(db: Db, lease: string): Promise<void> {
  await db.deleteFrom(TABLE).where('lease', '=', lease).execute()
}

/** Deletes all keys that were created before a time, with their replies. */
export async function removeClaimsBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom(TABLE).where('created_at', '<', before).execute()
}

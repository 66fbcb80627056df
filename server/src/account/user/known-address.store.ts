import type { Db } from '../../platform/db/schema.ts'

/** A network from which a person has logged in, called an address here. */
interface KnownAddress {
  user_id: string
  /** A network, see `networkKey`. */
  ip: string
  /** When the person last logged in from there. */
  seen_at: string
}

/** Records that a person logged in from an address, or did so again. */
export async function saveAddress(db: Db, row: KnownAddress): Promise<void> {
  await db
    .insertInto('known_addresses')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'ip']).doUpdateSet({ seen_at: row.seen_at }))
    .execute()
}

/** Returns whether the person has logged in from the address after `since`. */
export async function isKnownAddress(db: Db, user_id: string, ip: string, since: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_addresses')
    .select('ip')
    .where('user_id', '=', user_id)
    .where('ip', '=', ip)
    .where('seen_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes all addresses of a person except the `count` that were seen most recently. */
export async function removeAllAddressesButLast(db: Db, user_id: string, count: number): Promise<void> {
  const last = db
    .selectFrom('known_addresses')
    .select('ip')
    .where('user_id', '=', user_id)
    .orderBy('seen_at', 'desc')
    .orderBy('ip')
    .limit(count)
  await db.deleteFrom('known_addresses').where('user_id', '=', user_id).where('ip', 'not in', last).execute()
}

/** Returns the addresses of a person, sorted as text. */
export function listAddressesOfUser(db: Db, user_id: string): Promise<KnownAddress[]> {
  return db.selectFrom('known_addresses').selectAll().where('user_id', '=', user_id).orderBy('ip').execute()
}

/** Deletes addresses that were last seen before a time. */
export async function removeAddressesBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('known_addresses').where('seen_at', '<', before).execute()
}

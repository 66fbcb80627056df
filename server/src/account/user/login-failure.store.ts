import type { Db } from '../../platform/db/schema.ts'

/** A guess at a password or code that counts as failed, see `withAttemptLimit`. */
interface LoginFailure {
  id: string
  /** One of `guessKeys`. */
  account_key: string
  /** The network that the guess came from, see `networkKey`. */
  ip: string
  created_at: string
}

/** Stores a failure; called before the guess is checked, so that concurrent guesses cannot evade the limit. */
export async function insertFailure(db: Db, row: LoginFailure): Promise<void> {
  await db.insertInto('login_failures').values(row).execute()
}

/** Deletes the failure of a guess that turned out to be right. */
export async function removeFailure(db: Db, id: string): Promise<void> {
  await db.deleteFrom('login_failures').where('id', '=', id).execute()
}

/**
 * Counts the failures under a key, or from a network, after `since` up to `until`, with the time of the oldest; null when
 * there is none.
 */
export async function countFailuresBetween(
  db: Db,
  column: 'account_key' | 'ip',
  value: string,
  { since, until }: { since: string; until: string },
) {
  const { total, oldest } = await db
    .selectFrom('login_failures')
    .select((query) => [query.fn.countAll<number>().as('total'), query.fn.min('created_at').as('oldest')])
    .where(column, '=', value)
    .where('created_at', '>', since)
    .where('created_at', '<=', until)
    .executeTakeFirstOrThrow()
  return { total, oldest }
}

/**
 * Deletes the failures under a key and under all keys that begin with it: `account:1` includes `account:1@192.0.2.7`.
 */
export async function removeFailuresByKeyPrefix(db: Db, account_key: string): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('account_key', '>=', account_key)
    // `~` sorts behind every character of a key.
    .where('account_key', '<', `${account_key}~`)
    .execute()
}

/** Deletes failures that happened before a time. */
export async function removeFailuresBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('login_failures').where('created_at', '<', before).execute()
}

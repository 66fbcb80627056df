import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { SsoIdentitiesTable, SsoStatesTable } from '../../platform/db/schema-account.ts'

/** Stores a sign-on that has begun. */
export async function insertState(db: Db, row: Insertable<SsoStatesTable>): Promise<void> {
  await db.insertInto('sso_states').values(row).execute()
}

/** Returns and deletes a state, so that it permits one return only; undefined when it does not exist any more. */
export function consumeState(db: Db, state_hash: string): Promise<Selectable<SsoStatesTable> | undefined> {
  return db.deleteFrom('sso_states').where('state_hash', '=', state_hash).returningAll().executeTakeFirst()
}

/** Deletes sign-ons that began before a time. */
export async function removeStatesBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('sso_states').where('created_at', '<', before).execute()
}

/** Returns the id of the account that an identity logs in to; undefined when it is not linked. */
export async function findUserId(
  db: Db,
  provider: 'oidc' | 'cas',
  subject: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('sso_identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Returns the identities that log in to an account, at most one per provider. */
export function listIdentitiesOfUser(db: Db, user_id: string): Promise<Selectable<SsoIdentitiesTable>[]> {
  return db
    .selectFrom('sso_identities')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('provider')
    .execute()
}

/** Removes one sign-on from an account. */
export async function removeIdentity(db: Db, user_id: string, provider: 'oidc' | 'cas'): Promise<void> {
  await db
    .deleteFrom('sso_identities')
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .execute()
}

/** Removes all sign-ons from an account. */
export async function removeIdentitiesOfUser(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('sso_identities').where('user_id', '=', user_id).execute()
}

/** Adds a sign-on to an account. */
export async function insertIdentity(db: Db, row: Insertable<SsoIdentitiesTable>): Promise<void> {
  await db.insertInto('sso_identities').values(row).execute()
}

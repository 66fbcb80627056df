import type { Selectable } from 'kysely'
import { prepareRowQuery } from '../../platform/db/prepared.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { AccessTokensTable } from '../../platform/db/schema-account.ts'

/** An access token, by its hash. */
export type TokenRow = Selectable<AccessTokensTable>

/** Stores a new token. */
export async function insertToken(db: Db, row: TokenRow): Promise<void> {
  await db.insertInto('access_tokens').values(row).execute()
}

/** Returns the tokens of a person, newest first, expired ones too. */
export function listTokensOfUser(db: Db, user_id: string): Promise<TokenRow[]> {
  return db
    .selectFrom('access_tokens')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .execute()
}

/** Revokes one token of a person; returns whether there was one. */
export async function removeToken(db: Db, user_id: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Revokes all tokens of a person; returns how many. */
export async function removeTokensOfUser(db: Db, user_id: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Finds a token with its person, unless the account is disabled or marked for deletion. Runs with every request. */
export const findTokenByHash = prepareRowQuery((db, token_hash: string) =>
  db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select([
      'access_tokens.id as token_id',
      'access_tokens.scope',
      'access_tokens.expires_at',
      'access_tokens.last_used_at',
      'users.id',
      'users.organization',
    ])
    .where('access_tokens.token_hash', '=', token_hash)
    .where('users.status', '=', 'active')
    .where('users.delete_at', 'is', null),
)

/** Returns those of the tokens whose accounts are active; they may have expired. */
export function findActiveTokens(db: Db, ids: string[]) {
  return inBatches(ids, (batch) =>
    db
      .selectFrom('access_tokens')
      .innerJoin('users', 'users.id', 'access_tokens.user_id')
      .select(['access_tokens.id', 'access_tokens.expires_at'])
      .where('access_tokens.id', 'in', batch)
      .where('users.status', '=', 'active')
      .where('users.delete_at', 'is', null)
      .execute(),
  )
}

/** Records when a token was last used. */
export async function updateLastUsed(db: Db, id: string, last_used_at: string): Promise<void> {
  await db.updateTable('access_tokens').set({ last_used_at }).where('id', '=', id).execute()
}

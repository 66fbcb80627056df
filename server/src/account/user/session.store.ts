import type { Insertable, Selectable } from 'kysely'
import { prepareRowQuery } from '../../platform/db/prepared.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { SessionsTable } from '../../platform/db/schema-account.ts'

/** A log-in session. */
export type SessionRow = Selectable<SessionsTable>

/**
 * Finds a session of an active account with its person, by the hash of its token; it may have expired. Runs with every
 * request.
 */
export const findSessionByToken = prepareRowQuery((db, token_hash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as session_id',
      'sessions.last_seen_at',
      'sessions.expires_at',
      'users.id',
      'users.is_admin',
      'users.organization',
    ])
    .where('sessions.token_hash', '=', token_hash)
    .where('users.status', '=', 'active'),
)

/** Returns those of the sessions that belong to active accounts; they may have expired. */
export function findActiveSessions(db: Db, ids: string[]) {
  return inBatches(ids, (batch) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'sessions.last_seen_at', 'sessions.expires_at'])
      .where('sessions.id', 'in', batch)
      .where('users.status', '=', 'active')
      .execute(),
  )
}

/** Stores a new session. */
export async function insertSession(db: Db, row: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(row).execute()
}

/** Records when a session was last used. */
export async function updateLastSeen(db: Db, id: string, last_seen_at: string): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at }).where('id', '=', id).execute()
}

/** Finds a session by its id, be it live or not; undefined without one. */
export function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the sessions of a person, newest first, be they live or not. */
export function listSessionsOfUser(db: Db, user_id: string): Promise<SessionRow[]> {
  return db.selectFrom('sessions').selectAll().where('user_id', '=', user_id).orderBy('id', 'desc').execute()
}

/** Deletes one session of a person; returns whether there was one. */
export async function removeSession(db: Db, user_id: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes all sessions of a person, except `except`. */
export async function removeSessionsOfUser(db: Db, user_id: string, except?: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .execute()
}

/** Deletes sessions that have expired, that expire after `latest_end`, or that were not used since `idle_since`. */
export async function removeExpiredSessions(
  db: Db,
  { now, latest_end, idle_since }: { now: string; latest_end: string; idle_since: string },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(({ or, eb }) =>
      or([
        eb('expires_at', '<=', now),
        eb('expires_at', '>', latest_end),
        eb('last_seen_at', '<=', idle_since),
      ]),
    )
    .execute()
}

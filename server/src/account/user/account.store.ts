import { type Insertable, type Selectable, sql } from 'kysely'
import { prepareRowQuery } from '../../platform/db/prepared.ts'
import { containsText, countRows } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { UsersTable } from '../../platform/db/schema-account.ts'

/** An account with its password hash and its rights. */
export type AccountRow = Selectable<UsersTable>

/** Finds an account by its id. Runs with every request that acts for a person. */
export const findAccount = prepareRowQuery((db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id),
)

/** Finds an account by what a person types to log in: account name, e-mail or phone; undefined without one. */
export function findAccountByLogin(db: Db, login: string): Promise<AccountRow | undefined> {
  const key = login.toLowerCase()
  return db
    .selectFrom('users')
    .selectAll()
    .where((where) =>
      where.or([where('account_key', '=', key), where('email', '=', key), where('phone', '=', key)]),
    )
    .executeTakeFirst()
}

/** Inserts an account; returns false when its name, e-mail or phone is taken. */
export async function insertAccount(db: Db, row: Insertable<UsersTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Changes columns of an account. */
export async function updateAccount(db: Db, id: string, change: Partial<AccountRow>): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute()
}

/** Counts the active operators, without accounts that are marked for deletion. */
export function countOperators(db: Db): Promise<number> {
  const operators = db.selectFrom('users').where('is_admin', '=', 1).where('status', '=', 'active')
  return countRows(operators.where('delete_at', 'is', null))
}

/** Counts all accounts, disabled ones too. */
export const countAccounts = (db: Db): Promise<number> => countRows(db.selectFrom('users'))

interface AccountFilter {
  keyword?: string | undefined
  status?: AccountRow['status'] | undefined
  page_num: number
  page_size: number
}

/** Columns in which a keyword is searched. */
const SEARCHED_COLUMNS = ['account_key', 'nick_name', 'email', 'phone', 'organization'] as const

/** Returns one page of accounts, newest first, each with the time it was last seen. */
export async function listAccounts(db: Db, { keyword, status, page_num, page_size }: AccountFilter) {
  const matching = db
    .selectFrom('users')
    .$if(status !== undefined, (query) => query.where('status', '=', status as AccountRow['status']))
    .$if(keyword !== undefined, (query) =>
      query.where(({ or }) =>
        or(SEARCHED_COLUMNS.map((column) => containsText(sql.ref(column), keyword ?? ''))),
      ),
    )
  const list = await matching
    .selectAll('users')
    .select((query) =>
      query
        .selectFrom('sessions')
        .select((inner) => inner.fn.max('last_seen_at').as('last'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('last_seen_at'),
    )
    .orderBy('users.id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  const total = await countRows(matching)
  return { list, total }
}

/** Returns the ids of accounts whose deletion is due. */
export async function listAccountsToRemove(db: Db, now: string): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('delete_at', '<=', now).execute()
  return rows.map((row) => row.id)
}

/** Sets the deletion time of accounts whose time lies after `latest`, which a wrong clock has written. */
export async function clampDeletionTimes(db: Db, latest: string, delete_at: string): Promise<void> {
  await db.updateTable('users').set({ delete_at }).where('delete_at', '>', latest).execute()
}

/** Deletes an account; the database deletes the rows that refer to it (ON DELETE CASCADE). */
export async function removeAccount(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

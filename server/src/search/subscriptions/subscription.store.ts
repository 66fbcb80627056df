import { type Selectable, sql } from 'kysely'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { SubscriptionsTable } from '../../platform/db/schema-search.ts'

export type SubscriptionRow = Selectable<SubscriptionsTable>

/** Returns a user's subscriptions in the order of creation. */
export function listByUser(db: Db, user_id: string): Promise<SubscriptionRow[]> {
  return db.selectFrom('subscriptions').selectAll().where('user_id', '=', user_id).orderBy('id').execute()
}

export function find(db: Db, user_id: string, id: string): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

export async function insert(db: Db, row: SubscriptionRow): Promise<void> {
  await db.insertInto('subscriptions').values(row).execute()
}

export async function update(db: Db, id: string, change: Partial<SubscriptionRow>): Promise<void> {
  await db.updateTable('subscriptions').set(change).where('id', '=', id).execute()
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('subscriptions').where('id', '=', id).execute()
}

/** Advances `mailed_seq`; returns false when another run has already done so. */
export async function advanceMailedSeq(
  db: Db,
  { id, mailed_seq }: Pick<SubscriptionRow, 'id' | 'mailed_seq'>,
  change: Pick<SubscriptionRow, 'mailed_seq' | 'mailed_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set(change)
    .where('id', '=', id)
    .where('mailed_seq', '=', mailed_seq)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the active users with an address who have a subscription with this period. */
export function listReaders(db: Db, notify: SubscriptionRow['notify']) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.email', 'users.nick_name'])
    .where('users.email', 'is not', null)
    .where('users.status', '=', 'active')
    .where('users.delete_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscriptions')
          .select('subscriptions.id')
          .whereRef('subscriptions.user_id', '=', 'users.id')
          .where('subscriptions.notify', '=', notify),
      ),
    )
    .orderBy('users.id')
    .execute()
}

/** Returns those of the papers that the user has been mailed about, in this or another version. */
export async function filterMailed(db: Db, user_id: string, paper_ids: string[]): Promise<Set<string>> {
  const works = await inBatches(paper_ids, (part) =>
    db.selectFrom('papers').select(['id', 'work_id']).where('id', 'in', part).execute(),
  )
  const versions = await inBatches(
    works.flatMap((row) => row.work_id ?? []),
    (part) => db.selectFrom('papers').select(['id', 'work_id']).where('work_id', 'in', part).execute(),
  )
  const mails = await inBatches([...paper_ids, ...versions.map((row) => row.id)], (part) =>
    db
      .selectFrom('subscription_mails')
      .select('paper_id')
      .where('user_id', '=', user_id)
      .where('paper_id', 'in', part)
      .execute(),
  )
  const sent = new Set(mails.map((row) => row.paper_id))
  const sentWorks = new Set(versions.filter((row) => sent.has(row.id)).map((row) => row.work_id))
  const known = works.filter((row) => sent.has(row.id) || (row.work_id && sentWorks.has(row.work_id)))
  return new Set(known.map((row) => row.id))
}

/** Records the papers that a user was mailed about. */
export async function recordMailed(
  db: Db,
  user_id: string,
  paper_ids: string[],
  sent_at: string,
): Promise<void> {
  await inBatches(paper_ids, (part) =>
    db
      .insertInto('subscription_mails')
      .values(part.map((paper_id) => ({ user_id, paper_id, sent_at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Returns the greatest sequence number of the papers that arrived by a time; 0 when there is none. */
export async function findLastSeq(db: Db, time: string): Promise<number> {
  const { last } = await db
    .selectFrom('papers')
    .select(sql<number>`coalesce(max(seq), 0)`.as('last'))
    .where('created_at', '<=', time)
    .executeTakeFirstOrThrow()
  return last
}

/** Returns the papers that a user excluded from recommendations. */
export function listNotInterested(db: Db, user_id: string) {
  return db
    .selectFrom('not_interested')
    .select(['paper_id', 'created_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .execute()
}

/** Returns the papers that a user was mailed about. */
export function listMails(db: Db, user_id: string) {
  return db
    .selectFrom('subscription_mails')
    .select(['paper_id', 'sent_at'])
    .where('user_id', '=', user_id)
    .orderBy('sent_at')
    .execute()
}

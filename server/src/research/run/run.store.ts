import { type Selectable, sql } from 'kysely'
import { containsText, countRows } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ResearchRunsTable } from '../../platform/db/schema-research.ts'

export type RunRow = Selectable<ResearchRunsTable>

export async function insert(db: Db, row: RunRow): Promise<void> {
  await db.insertInto('research_runs').values(row).execute()
}

export function findById(db: Db, id: string): Promise<RunRow | undefined> {
  return db.selectFrom('research_runs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns a run of a user; undefined without one. */
export function findByUser(db: Db, user_id: string, id: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('research_runs')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** Returns the user's run to which a report belongs, even before the report is written; undefined without one. */
export function findByReport(db: Db, user_id: string, report_id: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('research_runs')
    .selectAll()
    .where('report_id', '=', report_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** Returns a page of a user's runs, newest first. */
export async function findPage(
  db: Db,
  user_id: string,
  { keyword, page_num, page_size }: { keyword: string | undefined; page_num: number; page_size: number },
): Promise<{ list: RunRow[]; total: number }> {
  let matching = db.selectFrom('research_runs').where('user_id', '=', user_id).where('deleted_at', 'is', null)
  if (keyword !== undefined) {
    matching = matching.where(({ or }) =>
      or([containsText(sql.ref('title'), keyword), containsText(sql.ref('question'), keyword)]),
    )
  }
  const list = await matching
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  return { list, total: await countRows(matching) }
}

export async function update(db: Db, id: string, change: Partial<RunRow>): Promise<void> {
  await db.updateTable('research_runs').set(change).where('id', '=', id).execute()
}

/** Returns the number of a user's running runs, without those that wait. */
export const countRunning = (db: Db, user_id: string): Promise<number> =>
  countRows(
    db
      .selectFrom('research_runs')
      .where('user_id', '=', user_id)
      .where('status', '=', 'running')
      .where('deleted_at', 'is', null),
  )

/** Returns the number of a user's free runs that were reserved or used in a period, `until` excluded. */
export const countFree = (
  db: Db,
  user_id: string,
  { since, until }: { since: string; until: string },
): Promise<number> =>
  countRows(
    db
      .selectFrom('research_runs')
      .where('user_id', '=', user_id)
      .where('free', 'in', ['reserved', 'used'])
      .where('reserved_at', '>=', since)
      .where('reserved_at', '<', until),
  )

/** Returns the ids of those of the runs that are not deleted. */
export async function filterExisting(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('research_runs')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Purges runs that were deleted before a time. */
export async function removeBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('research_runs').where('deleted_at', '<', before).execute()
}

/** Returns a user's runs for the personal data export. */
export function listForExport(db: Db, user_id: string) {
  return db
    .selectFrom('research_runs')
    .select(['id', 'title', 'question', 'request', 'state', 'snapshot', 'created_at', 'finished_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
}

/** Sets the title of a run that has none. */
export async function setTitleOnce(db: Db, id: string, title: string): Promise<void> {
  await db.updateTable('research_runs').set({ title }).where('id', '=', id).where('title', '=', '').execute()
}

/** Returns the SQL value of the column `free` once a run has ended: `outcome` for a reserved place, else unchanged. */
export const settledQuota = (outcome: RunRow['free']) =>
  sql<RunRow['free']>`case when free = 'reserved' then ${outcome} else free end`

/** Moves a run that waits in one state to another state under a lease; returns whether it was waiting. */
export async function resume(
  db: Db,
  id: string,
  state: string,
  change: Pick<RunRow, 'state' | 'lease' | 'lease_until'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('research_runs')
    .set({ ...change, status: 'running' })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('state', '=', state)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Requests that a run writes its report from the present evidence; a run that has ended is left unchanged. */
export async function requestReport(db: Db, id: string): Promise<void> {
  await db
    .updateTable('research_runs')
    .set({ finish_requested: 1 })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}

/** Marks a reserved free research as used. */
export async function markFreeUsed(db: Db, id: string): Promise<void> {
  await db
    .updateTable('research_runs')
    .set({ free: 'used' })
    .where('id', '=', id)
    .where('free', '=', 'reserved')
    .execute()
}

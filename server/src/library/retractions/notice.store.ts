import type { Insertable, Selectable } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import { prepareListQuery } from '../../platform/db/prepared.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { RetractionNoticesTable } from '../../platform/db/schema-library.ts'

export type NoticeTableRow = Selectable<RetractionNoticesTable>

/** Returns the notices about works with one of these DOIs. */
export const findByDois = prepareListQuery((db, dois: string[]) =>
  db.selectFrom('retraction_notices').selectAll().where('doi', 'in', dois),
)

/** Returns the notices about works with one of these PubMed numbers. */
export const findByPmids = prepareListQuery((db, pmids: string[]) =>
  db.selectFrom('retraction_notices').selectAll().where('pmid', 'in', pmids),
)

/** Returns the notices with one of these ids. */
export const findByIds = prepareListQuery((db, ids: string[]) =>
  db.selectFrom('retraction_notices').selectAll().where('id', 'in', ids),
)

/** Replaces the notices of the rows' ids by the rows. */
export async function replaceNotices(
  db: Db,
  rows: Insertable<RetractionNoticesTable>[],
  known_ids: string[],
): Promise<void> {
  await inBatches(known_ids, async (ids) => {
    await db.deleteFrom('retraction_notices').where('id', 'in', ids).execute()
    return []
  })
  await insertMany(db, 'retraction_notices', rows)
}

/** Counts the notices of each kind, and returns the date of the newest one. */
export async function countNotices(db: Db) {
  const rows = await db
    .selectFrom('retraction_notices')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count'), fn.max('date').as('newest')])
    .groupBy('kind')
    .execute()
  return rows.map(({ kind, count, newest }) => ({ kind, count: Number(count), newest }))
}

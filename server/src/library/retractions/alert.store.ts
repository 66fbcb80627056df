import type { Selectable } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { RetractionAlertsTable, RetractionNoticesTable } from '../../platform/db/schema-library.ts'

/** A notice of which the people who use its work have not been told yet. */
export type DueNotice = Pick<Selectable<RetractionNoticesTable>, 'id' | 'doi' | 'pmid' | 'title'>

/** Returns the first notices that are due. */
export const findDue = (db: Db, limit: number): Promise<DueNotice[]> =>
  db
    .selectFrom('retraction_notices')
    .select(['id', 'doi', 'pmid', 'title'])
    .where('alert_due', '=', 1)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Marks notices as no longer due. */
export async function setDone(db: Db, ids: string[]): Promise<void> {
  await inBatches(ids, async (batch) => {
    await db.updateTable('retraction_notices').set({ alert_due: 0 }).where('id', 'in', batch).execute()
    return []
  })
}

/** Returns the papers of the library that have one of the keys, `doi:…` or `pmid:…`. */
export const findPapers = (db: Db, keys: Iterable<string>) =>
  inBatches(keys, (batch) =>
    db
      .selectFrom('paper_keys')
      .innerJoin('papers', 'papers.id', 'paper_keys.paper_id')
      .select(['paper_keys.key', 'paper_keys.paper_id', 'papers.title', 'papers.doi'])
      .where('paper_keys.key', 'in', batch)
      .where('papers.deleted_at', 'is', null)
      .execute(),
  )

/** Identifies what a person was told: that a work has a notice of a kind. */
export const alertKey = (work_key: string, kind: string): string => `${kind} ${work_key}`

/** Returns what a person was told, as `alertKey` writes it. */
export async function findAlerted(db: Db, user_id: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('retraction_alerts')
    .select(['work_key', 'kind'])
    .where('user_id', '=', user_id)
    .execute()
  return new Set(rows.map(({ work_key, kind }) => alertKey(work_key, kind)))
}

/** Records what a person was told. */
export const recordAlerted = (
  db: Db,
  user_id: string,
  alertedWorks: Omit<RetractionAlertsTable, 'user_id'>[],
): Promise<void> =>
  insertMany(
    db,
    'retraction_alerts',
    alertedWorks.map((each) => ({ user_id, ...each })),
    'leave',
  )

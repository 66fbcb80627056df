import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ReportRevisionsTable } from '../../platform/db/schema-research.ts'

export type RevisionRow = Selectable<ReportRevisionsTable>

/** Maximum number of revisions of one report that are listed. */
const MAX_LISTED = 100

export async function insert(db: Db, row: RevisionRow): Promise<void> {
  await db.insertInto('report_revisions').values(row).execute()
}

export function findById(db: Db, report_id: string, id: string): Promise<RevisionRow | undefined> {
  return db
    .selectFrom('report_revisions')
    .selectAll()
    .where('id', '=', id)
    .where('report_id', '=', report_id)
    .executeTakeFirst()
}

/** Returns the revisions of a report, newest first. */
export function listByReport(db: Db, report_id: string): Promise<RevisionRow[]> {
  return db
    .selectFrom('report_revisions')
    .selectAll()
    .where('report_id', '=', report_id)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/** Ends a running revision; returns whether it was running. */
export async function end(db: Db, id: string, change: Partial<RevisionRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_revisions')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the revisions of a user's reports for the personal data export. */
export async function listForExport(db: Db, user_id: string) {
  const rows = await db
    .selectFrom('report_revisions')
    .select(['id', 'report_id', 'section_id', 'how', 'instruction', 'state', 'before', 'created_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, before: row.before === null ? null : JSON.parse(row.before) }))
}

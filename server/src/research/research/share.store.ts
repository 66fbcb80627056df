import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ResearchSharesTable } from '../../platform/db/schema-researches.ts'

type ShareRow = Selectable<ResearchSharesTable>

/** Stores the page of a report in place of the one that there was. */
export async function save(db: Db, row: ShareRow): Promise<void> {
  const { report_id: _report, ...change } = row
  await db
    .insertInto('research_shares')
    .values(row)
    .onConflict((conflict) => conflict.column('report_id').doUpdateSet(change))
    .execute()
}

export function findByReport(db: Db, report_id: string): Promise<ShareRow | undefined> {
  return db.selectFrom('research_shares').selectAll().where('report_id', '=', report_id).executeTakeFirst()
}

export async function remove(db: Db, report_id: string): Promise<void> {
  await db.deleteFrom('research_shares').where('report_id', '=', report_id).execute()
}

/** The page behind an address, where its report is not deleted and its person's account neither disabled nor to go. */
export function findByTokenHash(db: Db, token_hash: string): Promise<ShareRow | undefined> {
  return db
    .selectFrom('research_shares')
    .innerJoin('research_reports', 'research_reports.id', 'research_shares.report_id')
    .innerJoin('research_runs', 'research_runs.id', 'research_reports.run_id')
    .innerJoin('users', 'users.id', 'research_shares.user_id')
    .selectAll('research_shares')
    .where('token_hash', '=', token_hash)
    .where('research_runs.deleted_at', 'is', null)
    .where('users.status', '=', 'active')
    .where('users.delete_at', 'is', null)
    .executeTakeFirst()
}

/** What the personal export holds of a person's shared reports. */
export function listForExport(db: Db, user_id: string) {
  return db
    .selectFrom('research_shares')
    .select(['report_id', 'created_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .orderBy('report_id')
    .execute()
}

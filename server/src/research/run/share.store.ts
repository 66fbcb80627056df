import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ResearchSharesTable } from '../../platform/db/schema-research.ts'

type ShareRow = Selectable<ResearchSharesTable>

/** Stores the share of a report and replaces an existing one. */
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

/**
 * Returns the share with a token hash, if its report is not deleted and the owner's account is active and not scheduled
 * for deletion; undefined otherwise.
 */
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

/** Returns a user's shared reports for the personal data export. */
export function listForExport(db: Db, user_id: string) {
  return db
    .selectFrom('research_shares')
    .select(['report_id', 'created_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .orderBy('report_id')
    .execute()
}

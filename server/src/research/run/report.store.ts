import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ResearchReportsTable } from '../../platform/db/schema-research.ts'

export type ReportRow = Selectable<ResearchReportsTable>

/**
 * Inserts a report. If one with its id was stored before an interruption, only its `body` and `updated_at`
 * are replaced.
 */
export async function save(db: Db, row: ReportRow): Promise<void> {
  const { body, updated_at } = row
  await db
    .insertInto('research_reports')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ body, updated_at }))
    .execute()
}

export function findById(db: Db, id: string): Promise<ReportRow | undefined> {
  return db.selectFrom('research_reports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns those of the ids that have a report. */
export async function filterExisting(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('research_reports').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Updates a report to the next version if it still has the given one; returns whether it was updated. */
export async function updateIfVersion(
  db: Db,
  { id, version }: { id: string; version: number },
  change: Pick<ReportRow, 'body' | 'updated_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('research_reports')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns a user's reports for the personal data export. */
export function listForExport(db: Db, user_id: string) {
  return db
    .selectFrom('research_reports')
    .select(['id', 'run_id', 'body', 'version', 'created_at', 'updated_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
}

/** Number of reports that `streamReports` reads per query. */
const REPORTS_PER_BATCH = 10

/** Yields the reports of all researches that are not deleted, with the titles of the researches. */
export async function* streamReports(
  db: Db,
): AsyncGenerator<Pick<ReportRow, 'id' | 'run_id' | 'user_id' | 'body'> & { title: string }> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('research_reports')
      .innerJoin('research_runs', 'research_runs.id', 'research_reports.run_id')
      .select([
        'research_reports.id',
        'research_reports.run_id',
        'research_reports.user_id',
        'research_reports.body',
        'research_runs.title',
      ])
      .where('research_reports.id', '>', after)
      .where('research_runs.deleted_at', 'is', null)
      .orderBy('research_reports.id')
      .limit(REPORTS_PER_BATCH)
      .execute()
    if (rows.length === 0) return
    yield* rows
    after = rows.at(-1)?.id ?? after
  }
}

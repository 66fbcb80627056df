import type { Db } from '../db/schema.ts'

/** Returns the next run of each schedule, by the name of its job. */
export async function listNextRuns(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('job_schedules').selectAll().execute()
  return new Map(rows.map((row) => [row.name, row.next_run_at]))
}

/**
 * Advances a schedule whose next run is `expected`, or creates it when that is undefined; returns false when another
 * process has done so.
 */
export async function advanceSchedule(
  db: Db,
  name: string,
  expected: string | undefined,
  next_run_at: string,
): Promise<boolean> {
  if (expected === undefined) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('job_schedules')
      .values({ name, next_run_at })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('job_schedules')
    .set({ next_run_at })
    .where('name', '=', name)
    .where('next_run_at', '=', expected)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

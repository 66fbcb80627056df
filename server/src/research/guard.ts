import type { Context } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import * as reports from './run/report.store.ts'
import * as runs from './run/run.store.ts'

type ReaderContext = Pick<Context, 'db' | 'actor'>

/**
 * Returns a research run of the caller. The run of another user is reported as missing, and so is a deleted one unless
 * `includeDeleted` is set.
 *
 * @throws AppError `research.not_found`.
 */
export async function requireOwnRun(
  ctx: ReaderContext,
  { run_id }: { run_id: string },
  { includeDeleted = false } = {},
): Promise<runs.RunRow> {
  const row = await runs.findByUser(ctx.db, ctx.actor.id, run_id)
  if (!row || (!includeDeleted && row.deleted_at !== null)) throw new AppError('research.not_found')
  return row
}

/**
 * Returns a report of the caller together with its research run. The report of another user's run or of a deleted one is
 * reported as missing.
 *
 * @throws AppError `report.not_found`.
 */
export async function requireOwnReport(
  ctx: ReaderContext,
  { report_id }: { report_id: string },
): Promise<{ run: runs.RunRow; report: reports.ReportRow }> {
  const run = await runs.findByReport(ctx.db, ctx.actor.id, report_id)
  const report = run && run.deleted_at === null ? await reports.findById(ctx.db, report_id) : undefined
  if (!run || !report) throw new AppError('report.not_found')
  return { run, report }
}

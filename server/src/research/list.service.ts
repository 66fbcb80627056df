import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { BaseContext, Context } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import { requireOwnRun } from './guard.ts'
import * as reports from './run/report.store.ts'
import * as runs from './run/run.store.ts'
import { toResearchSummary } from './run.service.ts'
import { stopResearch } from './stop.service.ts'

type Calls = typeof api.deepResearch

const DAY_MS = 24 * 60 * 60_000
const BIN_RETENTION_DAYS = 30

/** Returns the time before which deleted research runs are purged, as an ISO string. */
export const binCutoff = (ctx: Pick<BaseContext, 'now'>) =>
  new Date(ctx.now().getTime() - BIN_RETENTION_DAYS * DAY_MS).toISOString()

/** Returns a page of the caller's research runs, newest first. */
export async function listResearches(
  ctx: Context,
  input: ParsedInputOf<Calls['runs']>,
): Promise<OutputOf<Calls['runs']>> {
  const { page_num, page_size, keyword } = input
  const { list, total } = await runs.findPage(ctx.db, ctx.actor.id, { page_num, page_size, keyword })
  const reportIds = await reports.filterExisting(
    ctx.db,
    list.map(({ report_id }) => report_id),
  )
  return { list: list.map((row) => toResearchSummary(row, reportIds)), total, page_num, page_size }
}

/**
 * Sets the title of a run of the caller.
 *
 * @throws AppError `research.not_found`.
 */
export async function renameResearch(
  ctx: Context,
  { run_id, title }: ParsedInputOf<Calls['rename']>,
): Promise<null> {
  const { id } = await requireOwnRun(ctx, { run_id })
  await runs.update(ctx.db, id, { title })
  return null
}

/** Moves a research run and its report to the bin, where they stay for 30 days; an unfinished run is stopped. */
export async function removeResearch(ctx: Context, input: ParsedInputOf<Calls['remove']>): Promise<null> {
  const row = await requireOwnRun(ctx, input)
  await runs.update(ctx.db, row.id, { deleted_at: ctx.now().toISOString() })
  if (row.finished_at === null) await stopResearch(ctx, row)
  return null
}

/**
 * Restores a research run from the bin; a run that is not in the bin is left unchanged.
 *
 * @throws AppError `research.not_found` when the retention period is over.
 */
export async function restoreResearch(ctx: Context, input: ParsedInputOf<Calls['restore']>): Promise<null> {
  const { id, deleted_at } = await requireOwnRun(ctx, input, { includeDeleted: true })
  if (deleted_at !== null && deleted_at < binCutoff(ctx)) throw new AppError('research.not_found')
  await runs.update(ctx.db, id, { deleted_at: null })
  return null
}

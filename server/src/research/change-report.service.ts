import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import { requireOwnReport } from './guard.ts'
import type { ReportBody } from './report/body.ts'
import { findSourcedSection, replaceSection, type SourcedSection } from './report/edit-section.ts'
import { viewReport } from './report/view-report.ts'
import { lostSourcesNote } from './revise.job.ts'
import * as reports from './run/report.store.ts'
import * as revisions from './run/revision.store.ts'

type Calls = typeof api.deepResearch

/** A change of a section by its user. */
interface SectionChange {
  report: reports.ReportRow
  /** The version that the user changed; the call is refused when another one is stored. */
  version: number
  section_id: string
  /** Written by hand, or restored from before a revision. */
  how: 'hand' | 'back'
}

/**
 * Stores a report that the user changed, with the previous version of the section.
 *
 * @throws AppError `report.changed`.
 */
export async function storeChange(
  ctx: Context,
  { report, version, section_id, how }: SectionChange,
  changed: ReportBody,
): Promise<OutputOf<Calls['editReport']>> {
  const { id: report_id } = report
  const before: ReportBody = JSON.parse(report.body)
  const now = ctx.now().toISOString()
  await transact(ctx, async (ctx) => {
    const change = { body: JSON.stringify(changed), updated_at: now }
    const stored = await reports.updateIfVersion(ctx.db, { id: report_id, version }, change)
    if (!stored || report.version !== version) throw new AppError('report.changed')
    await revisions.insert(ctx.db, {
      id: ctx.newId(),
      report_id,
      user_id: ctx.actor.id,
      section_id,
      version,
      how,
      instruction: null,
      state: 'done',
      job_id: null,
      note: lostSourcesNote(before, changed),
      before: JSON.stringify(findSourcedSection(before, section_id)),
      created_at: now,
      finished_at: now,
    })
  })
  return viewReport(ctx, await requireOwnReport(ctx, { report_id }))
}

/**
 * Restores the version of a section before a revision; the restoration is itself a revision.
 *
 * @throws AppError `report.revision_not_found`; `report.changed`.
 */
export async function restoreSection(
  ctx: Context,
  { report_id, revision_id, version }: ParsedInputOf<Calls['takeBack']>,
): Promise<OutputOf<Calls['takeBack']>> {
  const { report } = await requireOwnReport(ctx, { report_id })
  const revision = await revisions.findById(ctx.db, report_id, revision_id)
  if (!revision?.before) throw new AppError('report.revision_not_found')
  const before: SourcedSection = JSON.parse(revision.before)
  const body: ReportBody = JSON.parse(report.body)
  const changed = replaceSection(body, revision.section_id, before)
  return storeChange(ctx, { report, version, section_id: revision.section_id, how: 'back' }, changed)
}

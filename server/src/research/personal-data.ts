import type { BaseContext } from '../platform/context/context.ts'
import type { PersonalData } from '../platform/context/personal-data.ts'
import { binCutoff } from './list.service.ts'
import * as reports from './run/report.store.ts'
import { events } from './run/research.ts'
import * as revisions from './run/revision.store.ts'
import * as runs from './run/run.store.ts'
import * as shares from './run/share.store.ts'

/** How long the single events of an ended run are kept, with which its stream can be resumed. */
const EVENT_RETENTION_MS = 2 * 24 * 60 * 60_000

/** Purges research runs that have been in the bin for 30 days, and single events of runs that ended long ago. */
async function purgeResearches(ctx: BaseContext): Promise<void> {
  await runs.removeBefore(ctx.db, binCutoff(ctx))
  await events.pruneEvents(ctx.db, new Date(ctx.now().getTime() - EVENT_RETENTION_MS).toISOString())
}

/** Collects a user's research runs and reports for the export. */
async function gatherResearches(ctx: Pick<BaseContext, 'db'>, user_id: string) {
  const rows = await runs.listForExport(ctx.db, user_id)
  const shared = await shares.listForExport(ctx.db, user_id)
  const ownReports = await reports.listForExport(ctx.db, user_id)
  const changes = await revisions.listForExport(ctx.db, user_id)
  return {
    changes,
    researches: rows.map((row) => ({
      ...row,
      request: JSON.parse(row.request),
      snapshot: row.snapshot === null ? null : JSON.parse(row.snapshot),
    })),
    shared,
    reports: ownReports.map((row) => ({ ...row, body: JSON.parse(row.body) })),
  }
}

/** The research runs and reports of a user, in the export of personal data and in the regular purge. */
export const researchData: PersonalData = {
  export: [{ file: 'deep-research.json', note: '深度研究与报告', gather: gatherResearches }],
  purge: purgeResearches,
}

import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import * as batches from './batch/batch.store.ts'
import { events } from './check/check.ts'
import * as checks from './check.store.ts'
import { purgeExpiredBatches, purgeExpiredChecks } from './retention.ts'

/** How long the single events of an ended check are kept, with which its stream can be resumed. */
const EVENT_RETENTION_MS = 2 * 24 * 60 * 60_000

/**
 * Collects a user's single manuscript checks for the export; the manuscripts are among the files of the user. Those of
 * batches are work for an institution, open only to those who still have the role.
 */
async function gatherChecks({ db }: Pick<BaseContext, 'db'>, user_id: string) {
  return (await checks.listForExport(db, user_id)).map((row) => ({
    ...row,
    request: JSON.parse(row.request),
    snapshot: row.snapshot === null ? null : JSON.parse(row.snapshot),
    decisions: JSON.parse(row.decisions),
  }))
}

/** Collects a user's batches with the figures of their theses for the export. */
async function gatherBatches({ db }: Pick<BaseContext, 'db'>, user_id: string) {
  return (await batches.listForExport(db, user_id)).map((row) => ({
    ...row,
    request: JSON.parse(row.request),
  }))
}

/** Deletes checks and batches whose retention is over, and single events of checks that ended long ago. */
async function purgeChecks(ctx: BaseContext): Promise<void> {
  await purgeExpiredChecks(ctx)
  await purgeExpiredBatches(ctx)
  await events.pruneEvents(ctx.db, new Date(ctx.now().getTime() - EVENT_RETENTION_MS).toISOString())
}

/** What the export of a person's data contains of manuscript checks, and how it is deleted with the account. */
export const manuscriptData: PersonalData = {
  export: [
    { file: 'manuscript-checks.json', note: '稿件核对', gather: gatherChecks },
    { file: 'manuscript-batches.json', note: '稿件的批量核对', gather: gatherBatches },
  ],
  purge: purgeChecks,
}

import {
  type api,
  type CheckedManuscript,
  emptyManuscriptCheck,
  MANUSCRIPT_CHECK_LIMITS,
  type ManuscriptCheckEvent,
  type ManuscriptCheckState,
  type ManuscriptFinding,
  type OutputOf,
  type ParsedInputOf,
} from '@scinav/contract'
import { createFileRow, promoteUpload, requireStorage } from '../../documents/storage/index.ts'
import { requireUploadedFile } from '../../documents/uploads/index.ts'
import { requireDataset } from '../../knowledge/datasets/index.ts'
import { type BaseContext, type Context, transact, transactReply } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { StreamReply } from '../../platform/foundation/replies.ts'
import { loadStyle } from '../export/index.ts'
import type { CheckedText, CheckRequest } from './check/check.ts'
import * as checks from './check.store.ts'
import { listWorks } from './check-work.store.ts'
import { requireChecker } from './checker.ts'
import { deleteCheck } from './delete-check.ts'
import { insertCheck } from './insert-check.ts'
import { followCheck, manuscriptRunsOf } from './manuscript-runs.ts'
import { expiryOf } from './retention.ts'
import { findLaterNotices } from './stages/status.ts'
import { loadRecords } from './storage.ts'

type Calls = typeof api.manuscriptChecks
type CheckSummary = OutputOf<Calls['checks']>['list'][number]

const { checks: MAX_CHECKS } = MANUSCRIPT_CHECK_LIMITS
/** Maximum number of checks of one user that run at a time. */
const MAX_CONCURRENT_CHECKS = 2

/**
 * Stores an uploaded manuscript and begins to check it.
 *
 * @throws AppError as for uploads; `citation.unknown_style`; `dataset.not_found`; `file.too_much`;
 *   `manuscript_check.too_many`, `manuscript_check.too_many_runs`.
 */
export async function beginCheck(
  ctx: Context,
  { upload_id, ...request }: ParsedInputOf<Calls['begin']>,
): Promise<OutputOf<Calls['begin']>> {
  await requireOptions(ctx, request)
  const upload = await requireUploadedFile(ctx, upload_id)
  const reply = await promoteUpload(ctx, upload, async (ctx, bytes) => {
    await requireCheckQuota(ctx)
    await requireStorage(ctx, upload.size)
    const file = await createFileRow(ctx, bytes, upload.name)
    const { id } = await insertCheck(
      ctx,
      { file_id: file.id, file_name: upload.name, batch_id: null },
      request,
    )
    await ctx.settle?.(ctx.db, { check_id: id })
    return { check_id: id }
  })
  // Resuming a run without events begins it.
  await manuscriptRunsOf(ctx).resumeRun(reply.check_id)
  return reply
}

/**
 * Begins another check of the file of a check.
 *
 * @throws AppError `manuscript_check.not_found`; `manuscript_check.of_batch`; and as `beginCheck`.
 */
export async function repeatCheck(
  ctx: Context,
  { check_id, ...request }: ParsedInputOf<Calls['repeat']>,
): Promise<OutputOf<Calls['repeat']>> {
  const { file_id, file_name, batch_id } = await requireOwnCheck(ctx, check_id)
  if (batch_id !== null) throw new AppError('manuscript_check.of_batch')
  await requireOptions(ctx, request)
  const reply = await transactReply(ctx, async (ctx) => {
    await requireCheckQuota(ctx)
    return { check_id: (await insertCheck(ctx, { file_id, file_name, batch_id }, request)).id }
  })
  await manuscriptRunsOf(ctx).resumeRun(reply.check_id)
  return reply
}

/**
 * Checks style and sources of a check.
 *
 * @throws AppError `citation.unknown_style`; `dataset.not_found`.
 */
export async function requireOptions(ctx: Context, { style, scope }: CheckRequest): Promise<void> {
  await loadStyle(ctx, style)
  for (const id of new Set(scope.dataset_ids)) await requireDataset(ctx, id, 'read')
}

/** @throws AppError `manuscript_check.too_many`, `manuscript_check.too_many_runs`. */
async function requireCheckQuota(ctx: Context): Promise<void> {
  const { all: decided, running } = await checks.countByUser(ctx.db, ctx.actor.id)
  if (decided >= MAX_CHECKS) throw new AppError('manuscript_check.too_many', { limit: MAX_CHECKS })
  if (running >= MAX_CONCURRENT_CHECKS)
    throw new AppError('manuscript_check.too_many_runs', { limit: MAX_CONCURRENT_CHECKS })
}

/**
 * Returns a check of the caller; that of another user is reported as missing.
 *
 * @throws AppError `manuscript_check.not_found`; `checker.required` for one of a batch whose owner lost the role.
 */
export async function requireOwnCheck(
  ctx: Pick<Context, 'db' | 'actor'>,
  id: string,
): Promise<checks.CheckRow> {
  const row = await checks.findByUser(ctx.db, ctx.actor.id, id)
  if (!row) throw new AppError('manuscript_check.not_found')
  if (row.batch_id !== null) await requireChecker(ctx)
  return row
}

/** Returns a check of the caller with the state that its events add up to. */
export async function getCheck(
  ctx: Context,
  { check_id }: ParsedInputOf<Calls['run']>,
): Promise<OutputOf<Calls['run']>> {
  const row = await requireOwnCheck(ctx, check_id)
  const { state, seq, later } = await loadPresentState(ctx, row)
  return {
    ...toSummary(ctx, row),
    snapshot: state,
    last_seq: seq,
    decisions: JSON.parse(row.decisions),
    later_findings: later.map(({ id }) => id),
    batch_id: row.batch_id,
  }
}

/**
 * Returns the state of a check with the findings about works of which a notice appeared after it had ended; these are
 * returned as `later` too.
 */
export async function loadPresentState(
  ctx: Context,
  row: checks.CheckRow,
): Promise<{ state: ManuscriptCheckState; seq: number; later: ManuscriptFinding[] }> {
  const { state, seq } = await loadCheckState(ctx, row)
  if (row.finished_at === null) return { state, seq, later: [] }
  const { findings } = state
  const found = { findings, works: await listWorks(ctx.db, row.id) }
  const later = await findLaterNotices({ ctx }, found, {
    text: () => loadCheckedText(ctx, row.id),
    records: (entries) => loadRecords(ctx, row.id, entries),
  })
  return { state: { ...state, findings: [...findings, ...later] }, seq, later }
}

/** Returns the state of a check: from its row when it has ended, else from its events. */
async function loadCheckState(
  ctx: Pick<Context, 'db' | 'config'>,
  { id, snapshot, last_seq }: checks.CheckRow,
): Promise<{ state: ManuscriptCheckState; seq: number }> {
  // Snapshots of older versions lack fields that were added later.
  if (snapshot !== null)
    return { state: { ...emptyManuscriptCheck(), ...JSON.parse(snapshot) }, seq: last_seq }
  return manuscriptRunsOf(ctx).loadState(ctx, id)
}

const STATE_OF_STATUS = {
  running: 'running',
  done: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
} as const

/** Converts a check to the form in which lists show it. */
function toSummary(
  ctx: Pick<BaseContext, 'config'>,
  row: Omit<checks.CheckRow, 'snapshot' | 'decisions'>,
): CheckSummary {
  const { id: check_id, file_name, status, created_at, finished_at } = row
  const { style }: CheckRequest = JSON.parse(row.request)
  const expires_at = expiryOf(ctx.config, row)
  const counts: CheckSummary['counts'] = JSON.parse(row.counts)
  return {
    check_id,
    file_name,
    style,
    state: STATE_OF_STATUS[status],
    counts,
    created_at,
    finished_at,
    expires_at,
  }
}

/** Returns a page of the caller's checks, newest first. */
export async function listChecks(
  ctx: Context,
  { page_num, page_size }: ParsedInputOf<Calls['checks']>,
): Promise<OutputOf<Calls['checks']>> {
  const { list, total } = await checks.findPage(ctx.db, ctx.actor.id, { page_num, page_size })
  return { list: list.map((row) => toSummary(ctx, row)), total, page_num, page_size }
}

/** Returns the text of a manuscript with its entries and citations; empty until it has been read. */
export async function getManuscript(
  ctx: Context,
  { check_id }: ParsedInputOf<Calls['manuscript']>,
): Promise<CheckedManuscript> {
  await requireOwnCheck(ctx, check_id)
  const text = await loadCheckedText(ctx, check_id)
  if (!text) return { blocks: [], entries: [], markers: [] }
  const span = ({ block, start, end }: CheckedManuscript['entries'][number]['place']) => ({
    block,
    start,
    end,
  })
  return {
    blocks: text.blocks.map(({ kind, text, page }) => ({ kind, text, page })),
    entries: text.entries.map(({ number, text, ...place }) => ({ number, text, place: span(place) })),
    markers: text.markers.map(({ text, form, entries, ...place }) => ({
      text,
      form,
      entries,
      place: span(place),
    })),
  }
}

/** Returns the stored text of a check; null before it has been read. */
export async function loadCheckedText(
  ctx: Pick<Context, 'db'>,
  check_id: string,
): Promise<CheckedText | null> {
  const body = await checks.findText(ctx.db, check_id)
  return body === null ? null : JSON.parse(body)
}

/**
 * Streams the events of a check after the last one that the client received, whose number it gives in the input or, when
 * it reconnects, in the header `Last-Event-ID`; the later one counts.
 */
export async function streamCheckEvents(
  ctx: Context,
  { check_id, after }: ParsedInputOf<Calls['events']>,
): Promise<StreamReply<ManuscriptCheckEvent>> {
  const { id } = await requireOwnCheck(ctx, check_id)
  return followCheck(ctx, id, Math.max(ctx.stream.after, after ?? 0))
}

/** Stops a check; one that has ended is left unchanged. */
export async function cancelCheck(ctx: Context, { check_id }: ParsedInputOf<Calls['cancel']>): Promise<null> {
  const row = await requireOwnCheck(ctx, check_id)
  if (row.finished_at === null) await stopCheck(ctx, row.id)
  return null
}

async function stopCheck(ctx: BaseContext, id: string): Promise<void> {
  const runs = manuscriptRunsOf(ctx)
  await runs.cancel(ctx, id)
  await runs.waitUntilEnded(id)
}

/** Deletes a check with its manuscript; a running one is stopped. */
export async function removeCheck(ctx: Context, { check_id }: ParsedInputOf<Calls['remove']>): Promise<null> {
  const row = await requireOwnCheck(ctx, check_id)
  if (row.finished_at === null) await stopCheck(ctx, row.id)
  await deleteCheck(ctx, row)
  return null
}

/**
 * Notes what the owner decided about findings and returns all decisions; the last one about a finding counts. An open
 * one without a note is dropped, and so is one about a finding that the check does not have.
 */
export async function decideOnFindings(
  ctx: Context,
  { check_id, decisions }: ParsedInputOf<Calls['decide']>,
): Promise<OutputOf<Calls['decide']>> {
  return transact(ctx, async (ctx) => {
    const row = await requireOwnCheck(ctx, check_id)
    const known: typeof decisions = JSON.parse(row.decisions)
    const byFinding = new Map([...known, ...decisions].map((each) => [each.finding_id, each]))
    const { state } = await loadPresentState(ctx, row)
    const found = new Set(state.findings.map(({ id }) => id))
    const decided = [...byFinding.values()].filter(({ finding_id, decision, note }) => {
      return found.has(finding_id) && (decision !== 'open' || note !== '')
    })
    await checks.update(ctx.db, row.id, { decisions: JSON.stringify(decided) })
    return decided
  })
}

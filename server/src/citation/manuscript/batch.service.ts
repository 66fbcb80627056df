import { type api, MANUSCRIPT_BATCH_LIMITS, type OutputOf, type ParsedInputOf } from '@scinav/contract'
import { requireUploadedFile } from '../../documents/uploads/index.ts'
import { type Context, transact, transactReply } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { advanceJob } from './batch/advance-job.ts'
import * as batches from './batch/batch.store.ts'
import { CHECKER_GONE } from './batch/end-batch.ts'
import { type BatchSource, isZip } from './batch/take-theses.ts'
import { unpackBatch } from './batch/unpack-batch.job.ts'
import { deleteManuscripts, stopChecks } from './batch-manuscripts.ts'
import type { CheckRequest } from './check/check.ts'
import { requireOptions } from './check.service.ts'
import { requireChecker } from './checker.ts'
import { batchExpiryOf } from './retention.ts'

type Calls = typeof api.manuscriptBatches
type BatchSummary = OutputOf<Calls['batches']>['list'][number]
type Sums = Awaited<ReturnType<typeof batches.sumByDepartment>>

/**
 * Begins a batch from uploads, which are read after the reply.
 *
 * @throws AppError `checker.required`; `manuscript_batch.too_many`; as for uploads; `citation.unknown_style`;
 *   `dataset.not_found`.
 */
export async function beginBatch(
  ctx: Context,
  { name, files, ...request }: ParsedInputOf<Calls['begin']>,
): Promise<OutputOf<Calls['begin']>> {
  await requireChecker(ctx)
  await requireOptions(ctx, request)
  const sources: BatchSource[] = []
  for (const { upload_id, path } of files) {
    // The purpose of an upload follows from its name, which only the upload knows.
    const upload = await requireUploadedFile(ctx, upload_id, 'archive')
    if (!isZip(upload.name)) await requireUploadedFile(ctx, upload_id)
    sources.push({ upload_id, name: upload.name, path: path ?? upload.name, file_id: null })
  }
  return transactReply(ctx, async (ctx) => {
    const { batches: limit } = MANUSCRIPT_BATCH_LIMITS
    if ((await batches.countByUser(ctx.db, ctx.actor.id)) >= limit)
      throw new AppError('manuscript_batch.too_many', { limit })
    const id = ctx.newId()
    await batches.insert(ctx.db, {
      id,
      user_id: ctx.actor.id,
      name: name ?? (sources[0]?.name ?? '').replace(/\.[^.]{1,8}$/, '').slice(0, 100),
      request: JSON.stringify(request),
      sources: JSON.stringify(sources),
      state: 'unpacking',
      error: null,
      skipped: 0,
      created_at: ctx.now().toISOString(),
      finished_at: null,
      purged_at: null,
    })
    await enqueue(ctx, unpackBatch, { batch_id: id }, { owner_id: ctx.actor.id })
    return { batch_id: id }
  })
}

/**
 * Returns a batch of the caller, who may open its manuscripts and results; that of another user is reported as missing.
 *
 * @throws AppError `checker.required`; `manuscript_batch.not_found`.
 */
export async function requireOwnBatch(ctx: Context, id: string): Promise<batches.BatchRow> {
  await requireChecker(ctx)
  return findOwnBatch(ctx, id)
}

/** Returns a batch of the caller, who may have lost the role; throws AppError `manuscript_batch.not_found`. */
async function findOwnBatch(ctx: Context, id: string): Promise<batches.BatchRow> {
  const row = await batches.findById(ctx.db, id)
  if (row?.user_id !== ctx.actor.id) throw new AppError('manuscript_batch.not_found')
  return row
}

/** Converts a batch to the form returned by the API; `sums` are the numbers of its theses by state. */
function toSummary({ config }: Context, row: batches.BatchRow, sums: Sums): BatchSummary {
  const request: CheckRequest = JSON.parse(row.request)
  const theses = { queued: 0, running: 0, completed: 0, cancelled: 0, failed: 0 }
  for (const { state, theses: count } of sums) theses[state] += count
  const { id: batch_id, name, state, error, skipped, created_at, finished_at, purged_at } = row
  return {
    ...{ batch_id, name, state, error, skipped, created_at, finished_at, purged_at, theses },
    style: request.style,
    outside_model: request.outside_model,
    expires_at: batchExpiryOf(config, row),
  }
}

/** Returns a page of the caller's batches, newest first, also for an owner who has lost the role. */
export async function listBatches(
  ctx: Context,
  page: ParsedInputOf<Calls['batches']>,
): Promise<OutputOf<Calls['batches']>> {
  const { list, total } = await batches.findPage(ctx.db, ctx.actor.id, page)
  const sums = Map.groupBy(
    await batches.sumByDepartment(
      ctx.db,
      list.map(({ id }) => id),
    ),
    ({ batch_id }) => batch_id,
  )
  return { list: list.map((row) => toSummary(ctx, row, sums.get(row.id) ?? [])), total, ...page }
}

/** Returns after how many days the manuscripts of batches are deleted; 0 where they are kept. */
export async function getRetention(ctx: Context): Promise<OutputOf<Calls['retention']>> {
  await requireChecker(ctx)
  return { days: ctx.config.MANUSCRIPT_BATCH_DAYS }
}

const NO_FIGURES: Sums[number]['figures'] = { fault: 0, check: 0, info: 0, entries: 0, unverified: 0 }

/**
 * Returns a batch of the caller, who may have lost the role, with the figures of its departments, which are those of
 * completed theses.
 */
export async function getBatch(
  ctx: Context,
  { batch_id }: ParsedInputOf<Calls['batch']>,
): Promise<OutputOf<Calls['batch']>> {
  const row = await findOwnBatch(ctx, batch_id)
  const sums = await batches.sumByDepartment(ctx.db, [batch_id])
  const departments = [...Map.groupBy(sums, ({ department }) => department)].map(([department, rows]) => {
    const countOf = (state?: Sums[number]['state']) =>
      rows.reduce((sum, row) => sum + (state === undefined || row.state === state ? row.theses : 0), 0)
    // The rows are those of different states.
    const figures = rows.find(({ state }) => state === 'completed')?.figures ?? NO_FIGURES
    return {
      department,
      theses: countOf(),
      completed: countOf('completed'),
      failed: countOf('failed'),
      ...figures,
    }
  })
  return { ...toSummary(ctx, row, sums), departments }
}

/** The columns of the database by the names of the contract, where they differ. */
const COLUMN_OF = { fault: 'faults', check: 'checks', info: 'infos' } as const

/** Returns a page of the theses of a batch, also for an owner who has lost the role. */
export async function listTheses(
  ctx: Context,
  { batch_id, order, ...filter }: ParsedInputOf<Calls['theses']>,
): Promise<OutputOf<Calls['theses']>> {
  await findOwnBatch(ctx, batch_id)
  const column = order === 'fault' || order === 'check' || order === 'info' ? COLUMN_OF[order] : order
  const { list, total } = await batches.findThesisPage(ctx.db, batch_id, { ...filter, order: column })
  const { page_num, page_size } = filter
  return {
    list: list.map(({ id, faults, checks, infos, ...row }) => ({
      thesis_id: id,
      department: row.department,
      title: row.title,
      author: row.author,
      file_name: row.file_name,
      state: row.state,
      error: row.error,
      fault: faults,
      check: checks,
      info: infos,
      entries: row.entries,
      unverified: row.unverified,
      check_id: row.check_id,
    })),
    total,
    page_num,
    page_size,
  }
}

/** Stops a batch, also for an owner who has lost the role; one that has ended is left unchanged. */
export async function cancelBatch(ctx: Context, { batch_id }: ParsedInputOf<Calls['cancel']>): Promise<null> {
  await findOwnBatch(ctx, batch_id)
  await stopChecks(ctx, batch_id)
  return null
}

/**
 * Queues the theses of a batch again that were cancelled or not completed and whose file is stored.
 *
 * @throws AppError as `requireOwnBatch`; `manuscript_batch.purged` when the manuscripts are deleted, or due to be.
 */
export async function retryBatch(
  ctx: Context,
  { batch_id }: ParsedInputOf<Calls['retry']>,
): Promise<OutputOf<Calls['retry']>> {
  return transact(ctx, async (ctx) => {
    const row = await requireOwnBatch(ctx, batch_id)
    const expires_at = batchExpiryOf(ctx.config, row)
    const isExpired = expires_at !== null && expires_at <= ctx.now().toISOString()
    if (row.purged_at !== null || isExpired) throw new AppError('manuscript_batch.purged')
    if (row.state === 'unpacking') return { theses: 0 }
    const theses = await batches.requeue(ctx.db, batch_id)
    if (theses > 0) {
      // Other errors name theses that are not in the table, and stay true.
      const error = row.error === CHECKER_GONE ? null : row.error
      await batches.update(ctx.db, batch_id, { state: 'running', error, finished_at: null })
      await enqueue(ctx, advanceJob, {})
    }
    return { theses }
  })
}

/**
 * Deletes a batch with its manuscripts and results, also for an owner who has lost the role; a running one is stopped.
 */
export async function removeBatch(ctx: Context, { batch_id }: ParsedInputOf<Calls['remove']>): Promise<null> {
  const row = await findOwnBatch(ctx, batch_id)
  await stopChecks(ctx, batch_id)
  await deleteManuscripts(ctx, row)
  await batches.remove(ctx.db, batch_id)
  return null
}

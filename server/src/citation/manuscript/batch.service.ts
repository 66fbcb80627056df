import { type api, MANUSCRIPT_BATCH_LIMITS, type OutputOf, type ParsedInputOf } from '@scinav/contract'
import { requireUploadedFile } from '../../documents/uploads/index.ts'
import { type Context, transact, transactReply } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { advanceJob } from './batch/advance-job.ts'
import * as batches from './batch/batch.store.ts'
import { type BatchSource, isZip } from './batch/take-theses.ts'
import { unpackBatch } from './batch/unpack-batch.job.ts'
import { deleteManuscripts, stopChecks } from './batch-manuscripts.ts'
import type { CheckRequest } from './check/check.ts'
import { requireOptions } from './check.service.ts'
import { requireChecker } from './checker.ts'
import { batchExpiryOf } from './retention.ts'

type Calls = typeof api.manuscriptBatches
type BatchSummary = OutputOf<Calls['batches']>['list'][number]
type Department = OutputOf<Calls['batch']>['departments'][number]
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
 * Returns a batch of the caller; that of another user is reported as missing.
 *
 * @throws AppError `checker.required`; `manuscript_batch.not_found`.
 */
export async function requireOwnBatch(ctx: Context, id: string): Promise<batches.BatchRow> {
  await requireChecker(ctx)
  const row = await batches.findById(ctx.db, id)
  if (row?.user_id !== ctx.actor.id) throw new AppError('manuscript_batch.not_found')
  return row
}

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

/** Returns a page of the caller's batches, newest first. */
export async function listBatches(
  ctx: Context,
  page: ParsedInputOf<Calls['batches']>,
): Promise<OutputOf<Calls['batches']>> {
  await requireChecker(ctx)
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

/** Returns a batch of the caller with the figures of its departments. */
export async function getBatch(
  ctx: Context,
  { batch_id }: ParsedInputOf<Calls['batch']>,
): Promise<OutputOf<Calls['batch']>> {
  const row = await requireOwnBatch(ctx, batch_id)
  const sums = await batches.sumByDepartment(ctx.db, [batch_id])
  const departments = [...Map.groupBy(sums, ({ department }) => department)].map(([department, rows]) =>
    rows.reduce<Department>(
      (sum, { state, theses, figures }) => ({
        department,
        theses: sum.theses + theses,
        completed: sum.completed + (state === 'completed' ? theses : 0),
        failed: sum.failed + (state === 'failed' ? theses : 0),
        fault: sum.fault + figures.fault,
        check: sum.check + figures.check,
        info: sum.info + figures.info,
        entries: sum.entries + figures.entries,
        unverified: sum.unverified + figures.unverified,
      }),
      {
        department,
        theses: 0,
        completed: 0,
        failed: 0,
        fault: 0,
        check: 0,
        info: 0,
        entries: 0,
        unverified: 0,
      },
    ),
  )
  return { ...toSummary(ctx, row, sums), departments }
}

/** The columns of the database by the names of the contract, where they differ. */
const COLUMN_OF = { fault: 'faults', check: 'checks', info: 'infos' } as const

/** Returns a page of the theses of a batch. */
export async function listTheses(
  ctx: Context,
  { batch_id, order, ...filter }: ParsedInputOf<Calls['theses']>,
): Promise<OutputOf<Calls['theses']>> {
  await requireOwnBatch(ctx, batch_id)
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

/** Stops a batch; one that has ended is left unchanged. */
export async function cancelBatch(ctx: Context, { batch_id }: ParsedInputOf<Calls['cancel']>): Promise<null> {
  await requireOwnBatch(ctx, batch_id)
  await stopChecks(ctx, batch_id)
  return null
}

/**
 * Queues the theses of a batch again that were cancelled or not completed and whose file is stored.
 *
 * @throws AppError as `requireOwnBatch`; `manuscript_batch.purged` when the manuscripts are deleted.
 */
export async function retryBatch(
  ctx: Context,
  { batch_id }: ParsedInputOf<Calls['retry']>,
): Promise<OutputOf<Calls['retry']>> {
  return transact(ctx, async (ctx) => {
    const { purged_at, state } = await requireOwnBatch(ctx, batch_id)
    if (purged_at !== null) throw new AppError('manuscript_batch.purged')
    if (state === 'unpacking') return { theses: 0 }
    const theses = await batches.requeue(ctx.db, batch_id)
    if (theses > 0) {
      await batches.update(ctx.db, batch_id, { state: 'running', finished_at: null })
      await enqueue(ctx, advanceJob, {})
    }
    return { theses }
  })
}

/** Deletes a batch with its manuscripts and results; a running one is stopped. */
export async function removeBatch(ctx: Context, { batch_id }: ParsedInputOf<Calls['remove']>): Promise<null> {
  await requireOwnBatch(ctx, batch_id)
  await stopChecks(ctx, batch_id)
  await deleteManuscripts(ctx, await requireOwnBatch(ctx, batch_id))
  await batches.remove(ctx.db, batch_id)
  return null
}

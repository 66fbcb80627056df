import { MANUSCRIPT_BATCH_LIMITS } from '@scinav/contract'
import { z } from 'zod'
import { findActor, isChecker } from '../../../account/user/index.ts'
import { type Context, contextForActor, transact } from '../../../platform/context/context.ts'
import { AppError } from '../../../platform/foundation/errors.ts'
import { enqueue, type Job, type JobContext, type UnfinishedEnd } from '../../../platform/jobs/index.ts'
import { advanceJob } from './advance-job.ts'
import * as batches from './batch.store.ts'
import { CANCELLED_EARLY, endBatchIfOver } from './end-batch.ts'
import { type FoundThesis, findTheses, removeSources, storeSources, unpackTheses } from './take-theses.ts'

const payload = z.object({ batch_id: z.string() })

const INTERNAL_FAULT = '服务器出错了，请重新上传，仍然如此请联系管理员'
/** The messages of the operating system and of SQLite. */
const FULL_DISK = /\bENOSPC\b|disk is full/
const DISK_FULL = '磁盘已满。请联系管理员清理服务器的磁盘，然后重新上传'
const NO_CHECKER = '账号已停用或不再是核对员'
const NO_THESES = '上传的文件里没有稿件（.docx、.pdf、.md、.tex 或 .zip）'

/** Takes the theses out of what was uploaded for a batch; after an interruption it goes on where it stopped. */
export const unpackBatch: Job<typeof payload> = {
  name: 'manuscript.unpack-batch',
  title: '读取一批稿件',
  payload,
  attempts: 5,
  one_by_one: true,
  run: (ctx, { batch_id }) => takeTheses(ctx, batch_id),
  ended: async (ctx, { batch_id }, end) => {
    const wasUnpacking = await batches.updateUnpacking(ctx.db, batch_id, {
      state: end.state,
      error: endReason(end),
      finished_at: ctx.now().toISOString(),
    })
    if (wasUnpacking) await batches.cancelQueued(ctx.db, batch_id)
  },
}

/** Returns the reason for the user; messages of unexpected errors are English and replaced. */
function endReason({ state, reason }: UnfinishedEnd): string {
  if (state === 'cancelled') return CANCELLED_EARLY
  const other = FULL_DISK.test(reason) ? DISK_FULL : INTERNAL_FAULT
  return `没有读完上传的文件：${/\p{Script=Han}/u.test(reason) ? reason : other}`
}

/** Takes the theses out of what was uploaded for a batch; fails the batch when it has none or too many. */
async function takeTheses(base: JobContext, batch_id: string): Promise<void> {
  const batch = await batches.findById(base.db, batch_id)
  if (!batch) return
  const actor = await findActor(base, batch.user_id)
  if (!actor || !(await isChecker(base, batch.user_id))) return failBatch(base, batch_id, NO_CHECKER)
  const ctx = contextForActor(base, actor, base.job.signal)
  if (batch.state !== 'unpacking') return discardSources(ctx, batch_id)
  const stored = await storeSources(ctx, batch_id)
  const { theses, skipped } = await findTheses(ctx, stored)
  const { theses: MAX_THESES } = MANUSCRIPT_BATCH_LIMITS
  if (theses.length === 0 || theses.length > MAX_THESES) {
    const tooMany = `上传的文件里有 ${theses.length} 份稿件，一批最多 ${MAX_THESES} 份，请分成几批`
    await failBatch(ctx, batch_id, theses.length === 0 ? NO_THESES : tooMany)
    return removeSources(ctx, stored.sources)
  }
  try {
    await storeTheses(base, ctx, batch_id, theses)
  } catch (error) {
    if (!isOver(error)) throw error
  }
  await transact(ctx, async (ctx) => {
    if (!(await batches.updateUnpacking(ctx.db, batch_id, { state: 'running', skipped }))) return
    await endBatchIfOver(ctx, batch_id)
    await enqueue(ctx, advanceJob, {})
  })
  await discardSources(ctx, batch_id)
}

/** Stores the theses that are not stored yet, those of one archive after the other. */
async function storeTheses(
  { job }: JobContext,
  ctx: Context,
  batch_id: string,
  theses: readonly FoundThesis[],
): Promise<void> {
  const known = await batches.listPositions(ctx.db, batch_id)
  const missing = theses.filter(({ position }) => !known.has(position))
  const record = (ctx: Context, thesis: FoundThesis) => insertThesis(ctx, batch_id, thesis)
  for (const [archive_id, group] of Map.groupBy(missing, (thesis) => thesis.archive_id)) {
    if (archive_id !== null) await unpackTheses(ctx, { archive_id, theses: group }, record)
    else for (const thesis of group) await transact(ctx, (ctx) => record(ctx, thesis))
    const last = group.at(-1)?.position ?? 0
    await job.report((last + 1) / theses.length)
  }
}

/**
 * Inserts a thesis into a batch.
 *
 * @throws AppError `manuscript_batch.not_found` once the batch was cancelled or deleted.
 */
async function insertThesis(
  ctx: Context,
  batch_id: string,
  { position, department, title, author, file_name, file_id, fault }: FoundThesis,
): Promise<void> {
  if ((await batches.findById(ctx.db, batch_id))?.state !== 'unpacking')
    throw new AppError('manuscript_batch.not_found')
  const state = fault === null ? ('queued' as const) : ('failed' as const)
  await batches.insertThesis(ctx.db, {
    ...{ id: ctx.newId(), batch_id, position, department, title, author, file_name, file_id, state },
    ...{ check_id: null, error: fault, faults: 0, checks: 0, infos: 0, entries: 0, unverified: 0 },
  })
}

/** Returns whether a thesis could not be inserted because its batch goes on no longer. */
const isOver = (error: unknown) => error instanceof AppError && error.id === 'manuscript_batch.not_found'

/** Deletes the stored uploads of a batch that are no theses themselves. */
async function discardSources(ctx: Context, id: string): Promise<void> {
  const sources = await batches.findSources(ctx.db, id)
  const recordedFileIds = new Set(
    (await batches.listTheses(ctx.db, id)).flatMap(({ file_id }) => file_id ?? []),
  )
  await removeSources(ctx, JSON.parse(sources), recordedFileIds)
  await batches.update(ctx.db, id, { sources: '[]' })
}

async function failBatch(ctx: Pick<Context, 'db' | 'now'>, id: string, error: string): Promise<void> {
  const finished_at = ctx.now().toISOString()
  await batches.updateUnpacking(ctx.db, id, { state: 'failed', error, finished_at })
}

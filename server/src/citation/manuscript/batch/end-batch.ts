import type { ManuscriptCheckState } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import type { BaseContext } from '../../../platform/context/context.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { notify } from '../../../platform/notices/index.ts'
import { advanceJob } from './advance-job.ts'
import * as batches from './batch.store.ts'
import { cutVisible } from './plan-theses.ts'

type EndContext = Pick<BaseContext, 'db' | 'now' | 'newId'>

const STATE_OF_STATUS = { done: 'completed', cancelled: 'cancelled', failed: 'failed' } as const
/** What is lacking in a batch that was stopped before its uploads had been read. */
export const CANCELLED_EARLY = '停止时还没有读完上传的文件，没有读到的稿件不在表里'
/** Why a batch ended whose owner may no longer check batches. */
export const CHECKER_GONE = '账号已停用或不再是核对员，没有核对的稿件已停止'
const MAX_TITLE_CHARS = 300
const NOT_COMPLETED = '没有核对完，可以再核对一次'

/**
 * Records the end of the check of a thesis, begins the next one, and ends the batch after its last. Call it in the
 * transaction that ends the check; returns false, and does nothing, for one that is not that of a thesis.
 */
export async function endThesis(
  ctx: EndContext,
  check_id: string,
  status: keyof typeof STATE_OF_STATUS,
  { state, counts }: { state: ManuscriptCheckState; counts: { fault: number; check: number; info: number } },
): Promise<boolean> {
  const thesis = await batches.findThesisByCheck(ctx.db, check_id)
  if (!thesis) return false
  await batches.updateThesis(ctx.db, thesis.id, {
    state: STATE_OF_STATUS[status],
    error: status === 'failed' ? (state.error?.message ?? NOT_COMPLETED) : null,
    title: thesis.title || cutVisible(state.facts?.title ?? '', MAX_TITLE_CHARS),
    faults: counts.fault,
    checks: counts.check,
    infos: counts.info,
    entries: state.checked.length,
    unverified: state.checked.filter(({ status }) => status !== 'found' && status !== 'differs').length,
  })
  await endBatchIfOver(ctx, thesis.batch_id)
  await enqueue(ctx, advanceJob, {})
  return true
}

/**
 * Ends a thesis whose check is being deleted before it has ended, and begins the next one. Call it in the transaction
 * that deletes the check; it does nothing for any other.
 */
export async function cancelThesis(ctx: EndContext, check_id: string): Promise<void> {
  const thesis = await batches.findThesisByCheck(ctx.db, check_id)
  if (thesis?.state !== 'running') return
  await batches.updateThesis(ctx.db, thesis.id, { state: 'cancelled', check_id: null })
  await endBatchIfOver(ctx, thesis.batch_id)
  await enqueue(ctx, advanceJob, {})
}

/** Ends a batch none of whose theses waits or is being checked, and notifies its owner unless it was cancelled. */
export async function endBatchIfOver(ctx: EndContext, id: string): Promise<void> {
  const batch = await batches.findById(ctx.db, id)
  if (!batch || batch.finished_at !== null || batch.state === 'unpacking') return
  if (await batches.hasUnfinished(ctx.db, id)) return
  const isCancelled = batch.state === 'cancelled'
  await batches.update(ctx.db, id, {
    state: isCancelled ? 'cancelled' : 'completed',
    finished_at: ctx.now().toISOString(),
  })
  if (isCancelled) return
  const counts = new Map<string, number>()
  for (const { state, theses } of await batches.sumByDepartment(ctx.db, [id]))
    counts.set(state, (counts.get(state) ?? 0) + theses)
  const failed = counts.get('failed') ?? 0
  await notify(ctx, {
    user_ids: [batch.user_id],
    kind: 'document',
    text: `批量核对${inCorners(batch.name)}完了：核对完 ${counts.get('completed') ?? 0} 份${failed > 0 ? `，没有核对完 ${failed} 份` : ''}`,
    route: `/aiCitation?mode=manuscript&batch_id=${id}`,
  })
}

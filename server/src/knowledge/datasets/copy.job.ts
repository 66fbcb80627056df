import { inCorners } from '@scinav/contract/quoted'
import { z } from 'zod'
import { findActor } from '../../account/user/index.ts'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import type { Job } from '../../platform/jobs/index.ts'
import { notify } from '../../platform/notices/index.ts'
import { copyDocumentBatch, type DatasetCopy } from './copy-documents.ts'
import * as datasets from './dataset.store.ts'
import { lockCopy } from './model-lock.ts'
import { mayEdit, mayReadDataset, requireDataset, roleOf } from './role.ts'
import { streamBaseDocuments } from './whole-base.ts'

const payload = z.object({
  from_id: z.string(),
  to_id: z.string(),
  user_id: z.string(),
  created_at: z.string(),
})

/** Copies the documents of a dataset in batches; a repeated run skips those already copied. */
export const copyRemainingDocuments: Job<typeof payload> = {
  name: 'datasets.copy',
  title: '复制知识库',
  payload,
  attempts: 100,
  async run(ctx, copy) {
    const { from_id, user_id } = copy
    if (!(await mayReadDataset(ctx, user_id, from_id))) throw new AppError('dataset.not_found')
    const total = (await datasets.find(ctx.db, user_id, from_id))?.document_count ?? 0
    let done = 0
    for await (const batch of streamBaseDocuments(ctx, from_id)) {
      ctx.job.signal.throwIfAborted()
      // The copy has been deleted meanwhile, so the rest is not needed.
      if (!(await transact(ctx, (ctx) => copyBatch(ctx, copy, batch)))) return
      done += batch.length
      await ctx.job.report(Math.min(1, done / Math.max(1, total)), `已复制 ${done} 份`)
      await yieldToEventLoop()
    }
    await transact(ctx, (ctx) => notifyOwner(ctx, copy, `复制完成，共 ${done} 份`))
  },
  async ended(ctx, copy, { state }) {
    if (state === 'failed') await notifyOwner(ctx, copy, '没有复制完成，已复制的部分保留；可以删除后重新复制')
  },
}

/**
 * Copies one batch within the rights and restrictions of this moment; returns false when the copy has been deleted.
 * Must run in a transaction.
 *
 * @throws AppError `dataset.not_found` when the user may no longer read the source, `dataset.not_allowed` when they
 *   may no longer edit the copy; those of `copyDocumentBatch`.
 */
async function copyBatch(
  ctx: BaseContext,
  copy: z.output<typeof payload>,
  batch: Parameters<typeof copyDocumentBatch>[2],
): Promise<boolean> {
  const actor = await findActor(ctx, copy.user_id)
  if (!actor) throw new AppError('dataset.not_found')
  const from = await requireDataset({ ...ctx, actor }, copy.from_id, 'read')
  const to = await datasets.find(ctx.db, actor.id, copy.to_id)
  if (to?.deleted_at !== null) return false
  if (!mayEdit(roleOf(to, actor))) throw new AppError('dataset.not_allowed')
  await lockCopy({ ...ctx, actor }, from, to.id, batch)
  await copyDocumentBatch(ctx, copy, batch)
  return true
}

/** Notifies the user of the outcome, unless the copy has been deleted. Must run in a transaction. */
async function notifyOwner(
  ctx: BaseContext,
  { to_id, user_id }: DatasetCopy,
  outcome: string,
): Promise<void> {
  const dataset = await datasets.find(ctx.db, user_id, to_id)
  if (!dataset || dataset.deleted_at !== null) return
  await notify(ctx, {
    user_ids: [user_id],
    kind: 'dataset',
    text: `${inCorners(dataset.name)}${outcome}`,
    route: `/knowledgeBase?${new URLSearchParams({ dataset_id: to_id })}`,
  })
}

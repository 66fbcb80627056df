import { removeStoredFile } from '../../documents/storage/index.ts'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import * as batches from './batch/batch.store.ts'
import { CANCELLED_EARLY, endBatchIfOver } from './batch/end-batch.ts'
import type { BatchSource } from './batch/take-theses.ts'
import * as checks from './check.store.ts'
import { deleteCheck } from './delete-check.ts'
import { manuscriptRunsOf } from './manuscript-runs.ts'

/** Stops a batch: theses that wait are not checked, and the checks that go on are cancelled. */
export async function stopChecks(ctx: BaseContext, id: string): Promise<void> {
  await transact(ctx, async (ctx) => {
    const batch = await batches.findById(ctx.db, id)
    if (!batch || batch.finished_at !== null) return
    const error = batch.state === 'unpacking' ? CANCELLED_EARLY : batch.error
    await batches.update(ctx.db, id, { state: 'cancelled', error })
    await batches.cancelQueued(ctx.db, id)
    await endBatchIfOver(ctx, id)
  })
  const runs = manuscriptRunsOf(ctx)
  const running = (await checks.listByBatch(ctx.db, id)).filter(({ finished_at }) => finished_at === null)
  for (const check of running) await runs.cancel(ctx, check.id)
  await Promise.all(running.map((check) => runs.waitUntilEnded(check.id)))
}

/** Deletes the checks of a batch, also those that begin meanwhile, the files of its theses, and its uploads. */
export async function deleteManuscripts(
  ctx: BaseContext,
  { id, user_id }: Pick<batches.BatchRow, 'id' | 'user_id'>,
): Promise<void> {
  for (let found = await checks.listByBatch(ctx.db, id); found.length > 0; ) {
    for (const check of found) await deleteCheck(ctx, check)
    found = await checks.listByBatch(ctx.db, id)
  }
  const uploaded: BatchSource[] = JSON.parse(await batches.findSources(ctx.db, id))
  for (const { file_id } of [...(await batches.listTheses(ctx.db, id)), ...uploaded]) {
    if (file_id === null) continue
    await removeStoredFile(ctx, user_id, file_id)
    await batches.forgetFile(ctx.db, file_id)
  }
  await batches.update(ctx.db, id, { sources: '[]' })
}

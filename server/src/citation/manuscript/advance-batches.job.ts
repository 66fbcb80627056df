import { findActor, isChecker } from '../../account/user/index.ts'
import { type BaseContext, contextForActor, transact } from '../../platform/context/context.ts'
import type { Job } from '../../platform/jobs/index.ts'
import { advanceJob } from './batch/advance-job.ts'
import * as batches from './batch/batch.store.ts'
import { CHECKER_GONE, endBatchIfOver } from './batch/end-batch.ts'
import { insertCheck } from './insert-check.ts'
import { manuscriptRunsOf } from './manuscript-runs.ts'

/** Theses that are checked at once, of one batch and of all. */
const MAX_CONCURRENT = { batch: 2, all: 4 }

/**
 * Begins the checks of waiting theses while there is room, those of people and batches with few checks first. Queued
 * after each end of a check, and from time to time in case that a process died in between.
 */
export const advanceBatches: Job<typeof advanceJob.payload> = {
  ...advanceJob,
  attempts: 5,
  is_short: true,
  run: async (ctx) => {
    for (;;) {
      const next = await transact(ctx, beginNext)
      if (next === null) return
      if (next.check_id !== null) await manuscriptRunsOf(ctx).resumeRun(next.check_id)
    }
  },
}

/**
 * Stores the check of the next waiting thesis, held by this process; null when there is none or no room. Ends the batch
 * instead, with `check_id` null, when its owner may no longer check batches.
 */
async function beginNext<Ctx extends BaseContext>(ctx: Ctx): Promise<{ check_id: string | null } | null> {
  for (const batch_id of await batches.cancelUnchecked(ctx.db)) await endBatchIfOver(ctx, batch_id)
  const running = (await batches.listRunning(ctx.db)).map((batch) => ({
    ...batch,
    queued: Number(batch.queued),
    running: Number(batch.running),
  }))
  if (running.reduce((sum, batch) => sum + batch.running, 0) >= MAX_CONCURRENT.all) return null
  const runningOfOwner = new Map<string, number>()
  for (const { user_id, running: count } of running)
    runningOfOwner.set(user_id, (runningOfOwner.get(user_id) ?? 0) + count)
  const [next] = running
    .filter((batch) => batch.queued > 0 && batch.running < MAX_CONCURRENT.batch)
    .toSorted(
      (a, b) =>
        (runningOfOwner.get(a.user_id) ?? 0) - (runningOfOwner.get(b.user_id) ?? 0) ||
        a.running - b.running ||
        // Ids ascend with time.
        ((a.last_check_id ?? '') < (b.last_check_id ?? '') ? -1 : 1),
    )
  const thesis = next && (await batches.findQueued(ctx.db, next.id))
  if (!thesis) return null
  const actor = await findActor(ctx, next.user_id)
  if (!actor || !(await isChecker(ctx, next.user_id))) {
    await batches.cancelQueued(ctx.db, next.id)
    await batches.update(ctx.db, next.id, { state: 'cancelled', error: CHECKER_GONE })
    await endBatchIfOver(ctx, next.id)
    return { check_id: null }
  }
  // It was cancelled meanwhile.
  if (!(await batches.claimQueued(ctx.db, thesis.id))) return { check_id: null }
  const file = { file_id: thesis.file_id ?? '', file_name: thesis.file_name, batch_id: next.id }
  const owner = contextForActor(ctx, actor, new AbortController().signal)
  const { id: check_id } = await insertCheck(owner, file, JSON.parse(next.request))
  await batches.updateThesis(ctx.db, thesis.id, { check_id })
  return { check_id }
}

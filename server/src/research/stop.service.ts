import type { api, ParsedInputOf } from '@scinav/contract'
import { cancelAnswer } from '../chat/chats/index.ts'
import type { Context } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import { researchRunsOf } from './research-runs.ts'
import * as runs from './run/run.store.ts'

/** States in which a run has something from which a report can be written. */
const WRITABLE_STATES: ReadonlySet<string> = new Set(['researching', 'writing', 'verifying', 'interrupted'])

/**
 * Stops an answer or a research run, or makes a run write its report from the present evidence. A run that has ended is
 * left unchanged.
 *
 * @throws AppError `chat_record.not_found`; `research.not_begun` when there is nothing to write from yet.
 */
export async function cancelRun(ctx: Context, input: ParsedInputOf<typeof api.chat.cancel>): Promise<null> {
  const row = await runs.findByUser(ctx.db, ctx.actor.id, input.chat_record_id)
  if (!row) return cancelAnswer(ctx, input)
  if (row.thread_id !== input.chat_id || row.deleted_at !== null) throw new AppError('chat_record.not_found')
  if (row.finished_at !== null) return null
  if (input.mode === 'stop') await stopResearch(ctx, row)
  else if (WRITABLE_STATES.has(row.state)) await runs.requestReport(ctx.db, row.id)
  else throw new AppError('research.not_begun')
  return null
}

/** Stops a run in whichever process it runs; a waiting run has no worker and is ended here. */
export async function stopResearch(ctx: Context, { id }: Pick<runs.RunRow, 'id'>): Promise<void> {
  const researches = researchRunsOf(ctx)
  await researches.cancel(ctx, id)
  if (await researches.cancelParked(ctx, id)) return researches.notifyFollowers(id)
  await researches.waitUntilEnded(id)
}

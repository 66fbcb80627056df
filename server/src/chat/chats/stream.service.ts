import type { AnswerEvent, api, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { StreamReply } from '../../platform/foundation/replies.ts'
import { answerRunsOf, followAnswer } from './answer-run.ts'
import * as approvals from './approval.store.ts'
import { requireOwnRecord } from './guard.ts'

type Chat = typeof api.chat

/** Streams an answer after the last event that the client received. */
export async function resumeStream(
  ctx: Context,
  input: ParsedInputOf<Chat['resume']>,
): Promise<StreamReply<AnswerEvent>> {
  return followAnswer(ctx, await requireOwnRecord(ctx, input), ctx.stream.after)
}

/**
 * Cancels an answer in whichever process it runs; the text generated so far is kept. An answer that has ended is left
 * unchanged.
 */
export async function cancelAnswer(ctx: Context, input: ParsedInputOf<Chat['cancel']>) {
  const { id } = await requireOwnRecord(ctx, input)
  await answerRunsOf(ctx).cancel(ctx, id)
  await answerRunsOf(ctx).waitUntilEnded(id)
  return null
}

/**
 * Approves or denies a tool call with exactly the arguments shown; the first decision counts.
 *
 * @throws AppError `approval.not_found` when there is no open request.
 */
export async function approveCall(ctx: Context, input: ParsedInputOf<Chat['approve']>) {
  const { id, finished_at } = await requireOwnRecord(ctx, { chat_record_id: input.chat_record_id })
  const decision = { record_id: id, call_id: input.call_id, approved: input.approved ? 1 : 0 } as const
  if (finished_at !== null || !(await approvals.decide(ctx.db, decision)))
    throw new AppError('approval.not_found')
  return null
}

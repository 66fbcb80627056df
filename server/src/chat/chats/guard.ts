import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as chats from './chat.store.ts'
import * as records from './record.store.ts'

type ReaderContext = Pick<Context, 'db' | 'actor'>

/**
 * Returns a chat of the caller, of the application named in the path. The chat of another user is reported as missing,
 * and so is one in the bin unless `includeDeleted` is set.
 *
 * @throws AppError `chat.not_found`.
 */
export async function requireOwnChat(
  ctx: ReaderContext,
  { chat_id, application_id }: { chat_id: string; application_id?: string },
  { includeDeleted = false } = {},
): Promise<chats.ChatRow> {
  const row = await chats.findByUser(ctx.db, ctx.actor.id, chat_id)
  const isVisible = row && (includeDeleted || row.deleted_at === null)
  if (!isVisible || (application_id !== undefined && row.application_id !== application_id))
    throw new AppError('chat.not_found')
  return row
}

/**
 * Returns a record of the caller, in the chat and application named in the path if it names them.
 *
 * @throws AppError `chat_record.not_found`.
 */
export async function requireOwnRecord(
  ctx: ReaderContext,
  where: { chat_record_id: string; chat_id?: string; application_id?: string },
): Promise<records.RecordRow> {
  const row = await records.findByUser(ctx.db, ctx.actor.id, where.chat_record_id)
  if (!row || (where.chat_id !== undefined && row.chat_id !== where.chat_id))
    throw new AppError('chat_record.not_found')
  const { application_id } = where
  const chat = { chat_id: row.chat_id, ...(application_id === undefined ? {} : { application_id }) }
  await requireOwnChat(ctx, chat).catch((error) => {
    throw error instanceof AppError ? new AppError('chat_record.not_found') : error
  })
  return row
}

/**
 * Requires that the text of an answer is complete, whether or not its citations are still being checked.
 *
 * @throws AppError `chat.not_ended`.
 */
export function requireComplete({ finished_at, status }: records.RecordRow): void {
  if (finished_at === null && status !== 'checking') throw new AppError('chat.not_ended')
}

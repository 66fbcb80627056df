import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { requireDataset } from '../../knowledge/datasets/index.ts'
import { requirePapers } from '../../library/papers/index.ts'
import { type BaseContext, type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { allApplications, getApplication } from '../applications/index.ts'
import { answerRunsOf } from './answer-run.ts'
import * as chats from './chat.store.ts'
import { requireOwnChat } from './guard.ts'
import * as records from './record.store.ts'

type Chat = typeof api.chat
type ChatView = OutputOf<Chat['rename']>

const DAY_MS = 24 * 60 * 60_000
/** How long a deleted chat can be restored. */
export const BIN_RETENTION_DAYS = 30
/** Age of the oldest chats in the list of recent ones. */
const RECENT_DAYS = 30

/** Returns the time a number of days ago, as an ISO string. */
export const daysAgo = (ctx: Pick<BaseContext, 'now'>, days: number) =>
  new Date(ctx.now().getTime() - days * DAY_MS).toISOString()

/** Converts a row to the chat returned by the API. */
export function toChat(row: chats.ChatRow): ChatView {
  const { id, application_id, title, pinned_at, dataset_id, record_count, created_at, updated_at } = row
  const paper_id_list: string[] = JSON.parse(row.paper_ids)
  const times = { pinned_at, created_at, updated_at }
  return { id, application_id, title, dataset_id, paper_id_list, record_count, ...times }
}

/** Returns the caller's pinned chats, most recently pinned first. */
export async function listPinnedChats(ctx: Context): Promise<ChatView[]> {
  return (await chats.listPinned(ctx.db, ctx.actor.id)).map(toChat)
}

/** Returns the caller's recent chats that are not pinned, most recently changed first. */
export async function listRecentChats(ctx: Context, { keyword }: ParsedInputOf<Chat['recent']>) {
  const since = daysAgo(ctx, RECENT_DAYS)
  return (await chats.listRecent(ctx.db, ctx.actor.id, { since, keyword })).map(toChat)
}

/** Returns a page of the caller's chats of an application. */
export async function listApplicationChats(ctx: Context, input: ParsedInputOf<Chat['ofApplication']>) {
  const { list, total } = await chats.findPage(ctx.db, ctx.actor.id, { ...input, keyword: input.keyword })
  return { list: list.map(toChat), total, page_num: input.page, page_size: input.rows }
}

/**
 * Opens a chat of an application; an existing chat that was never used is returned again.
 *
 * @throws AppError `paper.not_found`; `application.not_found`.
 */
export async function openChat(
  ctx: Context,
  { application_id, paper_id_list }: ParsedInputOf<Chat['open']>,
): Promise<OutputOf<Chat['open']>> {
  await requirePapers(ctx, paper_id_list)
  return findOrCreateChat(ctx, { application_id, dataset_id: null, paper_ids: paper_id_list })
}

/**
 * Opens a chat about a dataset with the application for datasets.
 *
 * @throws AppError `dataset.not_found`; `application.not_found` when the operator has removed that
 *   application.
 */
export async function openDatasetChat(ctx: Context, { dataset_id }: ParsedInputOf<Chat['openDataset']>) {
  await requireDataset(ctx, dataset_id, 'read')
  const application = allApplications().find(({ type }) => type === 'dataset_chat')
  if (!application) throw new AppError('application.not_found')
  return findOrCreateChat(ctx, { application_id: application.id, dataset_id, paper_ids: [] })
}

/** What a chat is opened with. */
interface NewChatInput {
  application_id: string
  /** Null for a chat that is not about a dataset. */
  dataset_id: string | null
  paper_ids: string[]
}

/** Returns the unused chat of an application, or creates one, about the given papers or dataset. */
async function findOrCreateChat(ctx: Context, { application_id, dataset_id, paper_ids }: NewChatInput) {
  const application = await getApplication(ctx, application_id)
  const user_id = ctx.actor.id
  const now = ctx.now().toISOString()
  const about = { paper_ids: JSON.stringify([...new Set(paper_ids)]), updated_at: now }
  const chat_id = await transact(ctx, async (ctx) => {
    const unused = await chats.findUnused(ctx.db, { user_id, application_id, dataset_id })
    if (unused) {
      await chats.update(ctx.db, unused.id, about)
      return unused.id
    }
    const id = ctx.newId()
    const fresh = { title: '', record_count: 0, pinned_at: null, deleted_at: null, created_at: now }
    await chats.insert(ctx.db, { id, user_id, application_id, dataset_id, ...fresh, ...about })
    return id
  })
  return { chat_id, application }
}

/** Sets the title of a chat of the caller. */
export async function renameChat(ctx: Context, input: ParsedInputOf<Chat['rename']>) {
  await requireOwnChat(ctx, input)
  return updateOwnChat(ctx, input, { title: input.title })
}

/** Pins a chat of the caller; a pinned one keeps its time. */
export async function pinChat(ctx: Context, input: ParsedInputOf<Chat['pin']>) {
  const { pinned_at } = await requireOwnChat(ctx, input)
  return updateOwnChat(ctx, input, { pinned_at: pinned_at ?? ctx.now().toISOString() })
}

/** Unpins a chat of the caller. */
export async function unpinChat(ctx: Context, input: ParsedInputOf<Chat['unpin']>) {
  await requireOwnChat(ctx, input)
  return updateOwnChat(ctx, input, { pinned_at: null })
}

/** Moves a chat to the bin, where it stays for 30 days; a running answer is cancelled. */
export async function removeChat(ctx: Context, input: ParsedInputOf<Chat['remove']>) {
  await requireOwnChat(ctx, input)
  await chats.update(ctx.db, input.chat_id, { deleted_at: ctx.now().toISOString() })
  const active = await records.findWriting(ctx.db, input.chat_id)
  if (active) await answerRunsOf(ctx).cancel(ctx, active.id)
  return null
}

/**
 * Restores a chat from the bin; a chat that is not in the bin is left unchanged.
 *
 * @throws AppError `chat.not_found`, also for a chat that has been in the bin for more than 30 days.
 */
export async function restoreChat(ctx: Context, input: ParsedInputOf<Chat['restore']>) {
  const { deleted_at } = await requireOwnChat(ctx, input, { includeDeleted: true })
  if (deleted_at !== null && deleted_at < daysAgo(ctx, BIN_RETENTION_DAYS))
    throw new AppError('chat.not_found')
  return updateOwnChat(ctx, input, { deleted_at: null })
}

/** Updates a chat whose ownership the caller has checked. */
async function updateOwnChat(ctx: Context, { chat_id }: { chat_id: string }, change: Partial<chats.ChatRow>) {
  await chats.update(ctx.db, chat_id, change)
  return toChat(await requireOwnChat(ctx, { chat_id }))
}

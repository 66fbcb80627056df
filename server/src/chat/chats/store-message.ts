import { type api, type OutputOf, SUMMARY_QUESTION } from '@scinav/contract'
import { textWithoutMarkup } from '@scinav/search'
import type { Context } from '../../platform/context/context.ts'
import { CLOCK_SKEW_MS, latestPlausible } from '../../platform/foundation/clock.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as chats from './chat.store.ts'
import { findRecordByKey, type MessageInput } from './message-key.ts'
import * as records from './record.store.ts'

const MINUTE_MS = 60_000
/** Maximum number of messages that a user sends per minute. */
const MAX_MESSAGES_PER_MINUTE = 30
/** Maximum number of answers that are written for a user at once. */
const MAX_CONCURRENT_RUNS = 3
/** Maximum length of a chat's title, in code points. */
const MAX_TITLE_CHARS = 40

/**
 * Stores a record within the limits. Returns its id, or the id of the record that the same key created meanwhile. Call
 * it in a transaction.
 *
 * @throws AppError `chat.busy` while another answer of the chat is being written; `chat.too_many_runs`; `chat.too_fast`.
 */
export async function storeRecord(
  ctx: Context,
  input: MessageInput,
  chat: chats.ChatRow,
  record: records.RecordRow,
): Promise<string> {
  const concurrent = await findRecordByKey(ctx, input)
  if (concurrent) return concurrent.id
  await requireQuota(ctx)
  if (await records.findWriting(ctx.db, chat.id)) throw new AppError('chat.busy')
  if (!(await records.insert(ctx.db, record))) throw new AppError('chat.busy')
  const title = chat.title === '' ? { title: chatTitle(record) } : {}
  // The papers become the default subject of later questions.
  const about = input.paper_id_list.length > 0 ? { paper_ids: JSON.stringify(input.paper_id_list) } : {}
  await chats.incrementRecords(ctx.db, chat.id, { updated_at: record.created_at, ...title, ...about })
  return record.id
}

/**
 * Checks the limits of running answers and of messages per minute.
 *
 * @throws AppError `chat.too_many_runs`; `chat.too_fast`.
 */
async function requireQuota(ctx: Context): Promise<void> {
  const now = ctx.now().getTime()
  const since = new Date(now - MINUTE_MS).toISOString()
  const period = { since, until: latestPlausible(ctx.now(), CLOCK_SKEW_MS) }
  const { running, sent, oldest } = await records.findUsage(ctx.db, ctx.actor.id, period)
  if (running >= MAX_CONCURRENT_RUNS) throw new AppError('chat.too_many_runs', { limit: MAX_CONCURRENT_RUNS })
  const limit = MAX_MESSAGES_PER_MINUTE * ctx.config.RATE_LIMIT_SCALE
  if (sent < limit) return
  const retry_after = Math.ceil((Date.parse(oldest ?? since) + MINUTE_MS - now) / 1000)
  throw new AppError('chat.too_fast', { limit, retry_after })
}

/**
 * Returns the title of a new chat: the question, or for the standard summary question the title of its paper, since the
 * question is the same for every paper.
 */
function chatTitle({ question, attachments }: records.RecordRow): string {
  const attached: OutputOf<typeof api.chat.record>['attachments'] = JSON.parse(attachments)
  const [only] = attached
  const isSummary = question === SUMMARY_QUESTION && only?.kind === 'paper' && attached.length === 1
  const title = isSummary ? `解读：${textWithoutMarkup(only.name)}` : question
  const characters = [...title.replace(/\s+/g, ' ').trim()]
  return characters.length > MAX_TITLE_CHARS
    ? `${characters.slice(0, MAX_TITLE_CHARS).join('')}…`
    : characters.join('')
}

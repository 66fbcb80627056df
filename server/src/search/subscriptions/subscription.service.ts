import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { findPaperArrivals, findPapersByIds } from '../../library/papers/index.ts'
import { type BaseContext, type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { findLastSearchableSeq } from '../engine/index.ts'
import { countMatching, emptyOnTimeout, findMatching, interestQuery } from './matching.ts'
import * as subscriptions from './subscription.store.ts'
import { mapWithinTime } from './within-time.ts'

type Preferences = typeof api.preferences
type SubscriptionView = OutputOf<Preferences['subscriptions']>[number]
type SubscriptionInput = ParsedInputOf<Preferences['saveSubscriptions']>['list'][number]

const MAX_SUBSCRIPTIONS = 200
/** Length to which a value is cut that serves as the name. */
const MAX_NAME_CHARS = 100
const PREVIEW_DAYS = 30
const DAY_MS = 24 * 60 * 60_000

function toSubscriptionView(row: subscriptions.SubscriptionRow, new_count: number): SubscriptionView {
  const { id, kind, value, name, notify, looked_at, created_at } = row
  return { id, kind, value, name, notify, new_count, looked_at, created_at }
}

/**
 * Lists the caller's subscriptions, each with the number of papers that arrived since the last look; 0 where counting
 * them took too long.
 */
export async function listSubscriptions(ctx: Context): Promise<SubscriptionView[]> {
  const rows = await subscriptions.listByUser(ctx.db, ctx.actor.id)
  const lastSeq = await findLastSearchableSeq(ctx)
  const counts = await mapWithinTime(ctx, rows, (row) => countNew(ctx, row, lastSeq))
  return rows.map((row) => toSubscriptionView(row, counts.get(row) ?? 0))
}

/**
 * Counts the papers of a subscription that arrived since the last look; no search runs when no paper arrived at all.
 *
 * @param lastSeq the sequence number of the last paper that a search can find now.
 */
async function countNew(
  ctx: BaseContext,
  row: subscriptions.SubscriptionRow,
  lastSeq: number,
): Promise<number> {
  if (row.seen_seq >= lastSeq) return 0
  return countMatching(ctx, interestQuery(row), row.seen_seq).catch((error) => emptyOnTimeout(error).total)
}

/**
 * Adds, changes (by id) or deletes (`deleted`) subscriptions, all or none. An existing subscription with the same
 * kind and value is changed instead of duplicated.
 *
 * @throws AppError `subscription.too_many` when there would be more than 200.
 * @throws AppError `subscription.not_found` when an id is not one of the caller's.
 */
export async function saveSubscriptions(
  ctx: Context,
  input: ParsedInputOf<Preferences['saveSubscriptions']>,
) {
  const seq = await findLastSearchableSeq(ctx)
  await transact(ctx, async (ctx) => {
    for (const draft of input.list) await saveSubscription(ctx, draft, seq)
    if ((await subscriptions.listByUser(ctx.db, ctx.actor.id)).length > MAX_SUBSCRIPTIONS)
      throw new AppError('subscription.too_many')
  })
  return listSubscriptions(ctx)
}

/** Adds, changes or deletes one subscription; `seq` is the last paper that a search can find now. */
async function saveSubscription(ctx: Context, draft: SubscriptionInput, seq: number): Promise<void> {
  const { id, kind, value, notify, deleted } = draft
  const known = id ? await requireOwnSubscription(ctx, id) : await findSameSubscription(ctx, draft)
  if (deleted) return known && subscriptions.remove(ctx.db, known.id)
  const now = ctx.now().toISOString()
  const settings = { kind, value, notify, name: draft.name || value.slice(0, MAX_NAME_CHARS) }
  // From now on: nothing that the library already has counts as new.
  const startingNow = { seen_seq: seq, mailed_seq: seq, looked_at: now }
  if (!known) {
    const row = {
      id: ctx.newId(),
      user_id: ctx.actor.id,
      mailed_at: null,
      created_at: now,
      ...settings,
      ...startingNow,
    }
    return subscriptions.insert(ctx.db, row)
  }
  const followsOther = known.kind !== kind || known.value !== value
  // Mails begin with papers that arrive from now on, not with those that came while mails were off.
  const mailStart = known.notify === 'none' ? { mailed_seq: seq } : {}
  await subscriptions.update(ctx.db, known.id, {
    ...settings,
    ...mailStart,
    ...(followsOther ? startingNow : {}),
  })
}

async function findSameSubscription(ctx: Context, { kind, value }: SubscriptionInput) {
  const rows = await subscriptions.listByUser(ctx.db, ctx.actor.id)
  return rows.find((row) => row.kind === kind && row.value === value)
}

/**
 * Returns a subscription of the caller.
 *
 * @throws AppError `subscription.not_found` when there is none, or it belongs to someone else.
 */
async function requireOwnSubscription(ctx: Context, id: string): Promise<subscriptions.SubscriptionRow> {
  const row = await subscriptions.find(ctx.db, ctx.actor.id, id)
  if (!row) throw new AppError('subscription.not_found')
  return row
}

/**
 * Lists the papers of one subscription, newest first, and marks the look unless `peek` is set. A paper is new when it
 * arrived since the last look, or since `since`, so that a second page flags papers like the first. `subscription` is
 * returned as it was before this look.
 *
 * @throws AppError `subscription.not_found`; `search.too_long`.
 */
export async function listSubscriptionPapers(
  ctx: Context,
  input: ParsedInputOf<Preferences['subscriptionPapers']>,
): Promise<OutputOf<Preferences['subscriptionPapers']>> {
  const { page_num, page_size, since, peek } = input
  const row = await requireOwnSubscription(ctx, input.subscription_id)
  const seq = await findLastSearchableSeq(ctx)
  const { ids, total } = await findMatching(ctx, row, { from: (page_num - 1) * page_size, size: page_size })
  const new_count = await countNew(ctx, row, seq)
  const arrivals = await findPaperArrivals(ctx, ids)
  const isNew = (id: string) => {
    const arrival = arrivals.get(id)
    return since ? (arrival?.created_at ?? '') > since : (arrival?.seq ?? 0) > row.seen_seq
  }
  const list = (await findPapersByIds(ctx, ids)).map((paper) => ({ ...paper, is_new: isNew(paper.id) }))
  if (!peek) await subscriptions.update(ctx.db, row.id, { seen_seq: seq, looked_at: ctx.now().toISOString() })
  return { list, total, page_num, page_size, subscription: toSubscriptionView(row, new_count) }
}

/** Counts the papers of the last 30 days, and of all time, that a subscription would find. */
export async function previewSubscription(
  ctx: Context,
  interest: ParsedInputOf<Preferences['subscriptionPreview']>,
) {
  const since = new Date(ctx.now().getTime() - PREVIEW_DAYS * DAY_MS).toISOString()
  const after_seq = await subscriptions.findLastSeq(ctx.db, since)
  const recent = await findMatching(ctx, interest, { from: 0, size: 0, after_seq })
  const counted = await findMatching(ctx, interest, { from: 0, size: 0 })
  return { days: PREVIEW_DAYS, count: recent.total, total: counted.total }
}

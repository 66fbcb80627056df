import type { api, ParsedInputOf } from '@scinav/contract'
import type { BaseContext, Context } from '../context/context.ts'
import * as notices from './notice.store.ts'

type Notices = typeof api.notices

/** Number of notices kept per person. */
const MAX_NOTICES = 200

/** A notice for several people at once. */
interface NewNotice extends Pick<notices.NoticeRow, 'kind' | 'text' | 'route'> {
  user_ids: readonly string[]
  /** Places that the text names, each with its route, where it names several. */
  places?: readonly { name: string; route: string }[]
  /** Turns the text of an unread notice of the same kind and route into one for both; without it there are two. */
  join?: (unread: string) => string
}

/**
 * Adds a notice for each person whose account still exists; work may outlive the account that requested it. Call it in
 * the transaction of the event.
 */
export async function notify(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  { user_ids, kind, text, route, places = [], join }: NewNotice,
): Promise<void> {
  const created_at = ctx.now().toISOString()
  const recipients: string[] = []
  for (const user_id of await notices.filterExistingAccounts(ctx.db, user_ids)) {
    const unread = join && (await notices.findUnread(ctx.db, { user_id, kind, route }))
    if (unread) await notices.changeText(ctx.db, unread.id, join(unread.text))
    else recipients.push(user_id)
  }
  const rows = recipients.map((user_id) => ({
    id: ctx.newId(),
    user_id,
    kind,
    text,
    route,
    places: places.length > 0 ? JSON.stringify(places) : null,
    created_at,
    read_at: null,
    mailed_at: null,
  }))
  await notices.insertNotices(ctx.db, rows)
  for (const user_id of recipients) await notices.removeAllNoticesButNewest(ctx.db, user_id, MAX_NOTICES)
}

/** Returns one page of the caller's notices, with the number of unread ones. */
export async function listNotices(ctx: Context, input: ParsedInputOf<Notices['list']>) {
  const { list, total, unread } = await notices.listNotices(ctx.db, ctx.actor.id, input)
  const { page_num, page_size } = input
  return {
    list: list.map(({ id, kind, text, route, places, created_at, read_at }) => {
      const named = places === null ? [] : JSON.parse(places)
      return { id, kind, text, route, places: named, created_at, is_read: read_at !== null }
    }),
    total,
    unread,
    page_num,
    page_size,
  }
}

/** Marks the caller's notices as read; an empty `ids` means all of them. */
export async function markNoticesRead(ctx: Context, { ids }: ParsedInputOf<Notices['read']>): Promise<null> {
  await notices.markNoticesRead(ctx.db, ctx.actor.id, ids, ctx.now().toISOString())
  return null
}

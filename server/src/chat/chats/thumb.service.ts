import type { api, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { requireComplete, requireOwnRecord } from './guard.ts'
import * as thumbs from './thumb.store.ts'

const THUMB_REASONS = {
  up: ['回答准确', '引用可靠', '条理清楚', '内容完整', '节省了时间'],
  down: ['事实有误', '引用与内容不符', '答非所问', '内容不完整', '文献太旧', '语言不通顺', '速度太慢'],
}

/** Returns the reasons that can be given with a rating. */
export async function listThumbReasons(_ctx: Context) {
  return THUMB_REASONS
}

/** Rates an answer; the last rating counts, and 0 removes it. */
export async function setThumb(ctx: Context, input: ParsedInputOf<typeof api.chat.thumbs>) {
  const { chat_record_id, thumbs_flag, reasons, comment = null } = input
  requireComplete(await requireOwnRecord(ctx, { chat_record_id }))
  if (thumbs_flag === 0) {
    await thumbs.remove(ctx.db, chat_record_id)
    return null
  }
  await thumbs.save(ctx.db, {
    record_id: chat_record_id,
    user_id: ctx.actor.id,
    flag: thumbs_flag,
    reasons: JSON.stringify(reasons),
    comment,
    created_at: ctx.now().toISOString(),
  })
  return null
}

import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import * as settings from './setting.store.ts'

type User = typeof api.user

const MAX_SETTINGS_PER_USER = 500

/**
 * Stores a setting of the caller.
 *
 * @throws AppError `input.invalid` at `key` beyond 500 settings.
 */
export async function saveSetting(ctx: Context, { key, type, value }: ParsedInputOf<User['saveSetting']>) {
  return transact(ctx, async (ctx) => {
    const before = await settings.findSetting(ctx.db, ctx.actor.id, key, type)
    if (
      before === undefined &&
      (await settings.countSettingsOfUser(ctx.db, ctx.actor.id)) >= MAX_SETTINGS_PER_USER
    )
      throw invalidInput('key', `最多保存 ${MAX_SETTINGS_PER_USER} 项设置`)
    const updated_at = ctx.now().toISOString()
    await settings.saveSetting(ctx.db, {
      user_id: ctx.actor.id,
      key,
      type,
      value: JSON.stringify(value),
      updated_at,
    })
    return null
  })
}

/** Returns a setting of the caller, or null. */
export async function getSetting(
  ctx: Context,
  { key, type }: ParsedInputOf<User['setting']>,
): Promise<OutputOf<User['setting']>> {
  const value = await settings.findSetting(ctx.db, ctx.actor.id, key, type)
  return value === undefined ? null : JSON.parse(value)
}

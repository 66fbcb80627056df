import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import { invalid } from '../../platform/foundation/errors.ts'
import * as settings from './setting.store.ts'

type User = typeof api.user

const SETTINGS_A_PERSON = 500

export async function saveSetting(ctx: Context, { key, type, value }: ParsedInputOf<User['saveSetting']>) {
  return transact(ctx, async (ctx) => {
    const known = await settings.find(ctx.db, ctx.actor.id, key, type)
    if (known === undefined && (await settings.count(ctx.db, ctx.actor.id)) >= SETTINGS_A_PERSON)
      throw invalid('key', `最多保存 ${SETTINGS_A_PERSON} 项设置`)
    const updated_at = ctx.now().toISOString()
    await settings.upsert(ctx.db, {
      user_id: ctx.actor.id,
      key,
      type,
      value: JSON.stringify(value),
      updated_at,
    })
    return null
  })
}

export async function readSetting(
  ctx: Context,
  { key, type }: ParsedInputOf<User['setting']>,
): Promise<OutputOf<User['setting']>> {
  const value = await settings.find(ctx.db, ctx.actor.id, key, type)
  return value === undefined ? null : JSON.parse(value)
}

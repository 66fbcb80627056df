import { createHmac } from 'node:crypto'
import { OperatorFault } from '../foundation/errors.ts'
import type { BaseContext } from './context.ts'
import * as marks from './key-mark.store.ts'
import { keyIfThere, ownKey } from './secrets.ts'

type Where = Pick<BaseContext, 'config' | 'db'>

/** Tells keys apart and gives none away. */
const markOf = (key: Buffer): string =>
  createHmac('sha256', key).update('scinav: who has this key').digest('base64url')

/**
 * Processes that share a database share the key of its secrets; the first one that says which it has leaves its mark.
 * A process by itself with a key in its data folder leaves none, and may be moved without it.
 *
 * @throws OperatorFault where this process has another key.
 */
export async function requireSameKey(ctx: Where): Promise<void> {
  const { SECRET_KEY, ROLE } = ctx.config
  const isOne = SECRET_KEY === undefined && ROLE === 'all'
  const key = isOne ? keyIfThere(ctx) : ownKey(ctx)
  const known = await marks.read(ctx.db)
  if (known === undefined && (isOne || !key)) return
  if (known === undefined && key) await marks.leave(ctx.db, markOf(key))
  if (key && (await marks.read(ctx.db)) === markOf(key)) return
  throw new OperatorFault(otherKey(ctx))
}

const otherKey = ({ config }: Where): string =>
  `这个进程的密钥与数据库登记的不同：请给使用这个数据库的所有进程设置同一个 SECRET_KEY（没有设置时是 ${config.DATA_DIR}/secret.key）。原来的密钥确已丢失时，停止所有进程并执行 npm run secret-key -- renew`

/** What is wrong with this process's key, in words; null where nothing is, undefined where nobody has left a mark. */
export async function keyFault(ctx: Where): Promise<string | null | undefined> {
  const known = await marks.read(ctx.db)
  if (known === undefined) return undefined
  const key = keyIfThere(ctx)
  return key && markOf(key) === known ? null : otherKey(ctx)
}

/** From now on this process's key counts: what was sealed with another one has to be entered again. */
export async function renewKey(ctx: Where): Promise<void> {
  await marks.replace(ctx.db, markOf(ownKey(ctx)))
}

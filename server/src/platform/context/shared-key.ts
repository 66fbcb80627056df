import { createHmac } from 'node:crypto'
import * as installation from '../db/installation.store.ts'
import { OperatorFault } from '../foundation/errors.ts'
import type { BaseContext } from './context.ts'
import { ensureKey, findKey } from './secrets.ts'

const FINGERPRINT_FACT = 'secret_key_mark'

type KeyContext = Pick<BaseContext, 'config' | 'db'>

/** Returns a fingerprint that distinguishes keys without revealing them. */
const keyFingerprint = (key: Buffer): string =>
  createHmac('sha256', key).update('scinav: who has this key').digest('base64url')

/**
 * Checks that this process has the same secret key as the other processes of its database; the first one registers the
 * fingerprint of its key. A process that does everything alone with a key in its data folder registers none, and may be
 * moved without it.
 *
 * @throws OperatorFault when this process has another key.
 */
export async function requireSharedKey(ctx: KeyContext): Promise<void> {
  const { SECRET_KEY, ROLE } = ctx.config
  const isAlone = SECRET_KEY === undefined && ROLE === 'all'
  const key = isAlone ? findKey(ctx) : ensureKey(ctx)
  const registered = await readFingerprint(ctx)
  if (registered === undefined && (isAlone || !key)) return
  if (registered === undefined && key)
    await installation.addFact(ctx.db, FINGERPRINT_FACT, keyFingerprint(key))
  // Read again: another process may have registered its key at the same time.
  if (key && (await readFingerprint(ctx)) === keyFingerprint(key)) return
  throw new OperatorFault(keyMismatchMessage(ctx))
}

const readFingerprint = ({ db }: KeyContext) => installation.readFact(db, FINGERPRINT_FACT)

const keyMismatchMessage = ({ config }: KeyContext): string =>
  `这个进程的密钥与数据库登记的不同：请给使用这个数据库的所有进程设置同一个 SECRET_KEY（没有设置时是 ${config.DATA_DIR}/secret.key）。原来的密钥确已丢失时，停止所有进程并执行 npm run secret-key -- renew`

/**
 * Describes what is wrong with this process's key; null when it matches, undefined when no fingerprint is registered.
 */
export async function keyFault(ctx: KeyContext): Promise<string | null | undefined> {
  const registered = await readFingerprint(ctx)
  if (registered === undefined) return undefined
  const key = findKey(ctx)
  return key && keyFingerprint(key) === registered ? null : keyMismatchMessage(ctx)
}

/**
 * Registers this process's key in place of the former one. Secrets encrypted with another key have to be entered again.
 */
export async function registerKey(ctx: KeyContext): Promise<void> {
  await installation.writeFact(ctx.db, FINGERPRINT_FACT, keyFingerprint(ensureKey(ctx)))
}

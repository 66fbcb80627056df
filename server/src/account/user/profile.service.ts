import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Actor, type BaseContext, type Context, transact } from '../../platform/context/context.ts'
import { isFresh } from '../../platform/foundation/clock.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import * as accounts from './account.store.ts'
import { checkCode, consumeCode } from './code.service.ts'
import { guessKeys, withAttemptLimit } from './login-attempts.ts'
import { sendMessage } from './message.job.ts'
import { hashPassword, requireStrongPassword, verifyPassword } from './passwords.ts'
import { openSession } from './session.service.ts'
import * as sessions from './session.store.ts'
import { endTokens } from './token.service.ts'

type User = typeof api.user

/** Returns the view of an account for its owner. */
export function toUser(row: accounts.AccountRow): OutputOf<User['current']> {
  return {
    id: row.id,
    account: row.account,
    nick_name: row.nick_name,
    avatar_url: row.avatar_url,
    email: row.email,
    phone: row.phone,
    organization: row.organization,
    subject_codes: JSON.parse(row.subject_codes),
    is_admin: row.is_admin === 1,
    is_checker: row.is_checker === 1,
    has_password: row.password_hash !== null,
    delete_at: row.delete_at,
  }
}

/**
 * Returns a person as the actor of background work, which has no session (`session_id` is ''); null when the account is
 * gone or disabled.
 */
export async function findActor(ctx: Pick<BaseContext, 'db'>, id: string): Promise<Actor | null> {
  const row = await accounts.findAccount(ctx.db, id)
  if (row?.status !== 'active') return null
  return { id, is_admin: row.is_admin === 1, organization: row.organization, session_id: '' }
}

/** Returns whether an account, active or not, has the role 核对员, which allows to check batches of manuscripts. */
export async function isChecker(ctx: Pick<BaseContext, 'db'>, user_id: string): Promise<boolean> {
  return (await accounts.findAccount(ctx.db, user_id))?.is_checker === 1
}

/** Returns the caller's own account. */
export async function getCurrentUser(ctx: Context) {
  return toUser(await requireOwnAccount(ctx))
}

/**
 * Returns the caller's row. Their session is live, so only a deletion meanwhile can remove it.
 *
 * @throws AppError `login.required`.
 */
async function requireOwnAccount(ctx: Context): Promise<accounts.AccountRow> {
  const row = await accounts.findAccount(ctx.db, ctx.actor.id)
  if (!row) throw new AppError('login.required')
  return row
}

/** Updates the caller's name, organization and subjects. */
export async function updateProfile(ctx: Context, input: ParsedInputOf<User['updateProfile']>) {
  await accounts.updateAccount(ctx.db, ctx.actor.id, {
    nick_name: input.nick_name,
    organization: input.organization ?? null,
    subject_codes: JSON.stringify(input.subject_codes),
    updated_at: ctx.now().toISOString(),
  })
  return getCurrentUser(ctx)
}

/**
 * Changes the password, or sets the first one. Ends every session, opens a new one for the caller, and revokes every
 * access token unless they are to be kept.
 *
 * @throws AppError those of `requirePassword` and of `requireStrongPassword`.
 */
export async function changePassword(ctx: Context, input: ParsedInputOf<User['changePassword']>) {
  const account = await requirePassword(ctx, input.old_password, 'old_password')
  requireStrongPassword(input.password, [account.account])
  const password_hash = await hashPassword(input.password, ctx.client.network)
  return transact(ctx, async (ctx) => {
    await accounts.updateAccount(ctx.db, ctx.actor.id, { password_hash, updated_at: ctx.now().toISOString() })
    await sessions.removeSessionsOfUser(ctx.db, ctx.actor.id)
    await openSession(ctx, ctx.actor.id)
    return { tokens_ended: input.keep_tokens ? 0 : await endTokens(ctx, ctx.actor.id) }
  })
}

/** How long after a single sign-on its session proves the person's identity. */
const FRESH_SESSION_MS = 10 * 60_000

/**
 * Returns the caller's row if they prove their identity: by the password, or, for an account without one, by a single
 * sign-on that began the session within the last ten minutes.
 *
 * @param path the field of the input that is blamed for a wrong password.
 * @throws AppError `account.wrong_password`, `account.sign_on_again`, `login.throttled`.
 */
export async function requirePassword(
  ctx: Context,
  password = '',
  path = 'password',
): Promise<accounts.AccountRow> {
  const account = await requireOwnAccount(ctx)
  if (account.password_hash === null) {
    const session = await sessions.findSession(ctx.db, ctx.actor.session_id)
    if (session && isFresh(Date.parse(session.created_at), ctx.now().getTime(), FRESH_SESSION_MS))
      return account
    throw new AppError('account.sign_on_again')
  }
  return withAttemptLimit(ctx, guessKeys.own(account.id), async () => {
    if (await verifyPassword(password, account.password_hash, ctx.client.network)) return account
    throw new AppError('account.wrong_password', { path })
  })
}

/** How long an account that is to be deleted can be restored. */
const REMOVAL_DELAY_MS = 30 * 24 * 60 * 60_000

/**
 * Marks the account for deletion in 30 days and ends all its sessions; after another log-in it can be restored. Returns
 * the path to which the browser goes next.
 *
 * @throws AppError `account.last_operator`, those of `requirePassword` and of `requireAccountMayLeave`.
 */
export async function removeAccount(
  ctx: Context,
  { password }: ParsedInputOf<User['remove']>,
): Promise<string> {
  await requirePassword(ctx, password)
  await transact(ctx, async (ctx) => {
    if (ctx.actor.is_admin && (await accounts.countOperators(ctx.db)) <= 1)
      throw new AppError('account.last_operator')
    await ctx.requireAccountMayLeave?.(ctx, ctx.actor.id)
    const delete_at = new Date(ctx.now().getTime() + REMOVAL_DELAY_MS).toISOString()
    await accounts.updateAccount(ctx.db, ctx.actor.id, { delete_at, updated_at: ctx.now().toISOString() })
    await sessions.removeSessionsOfUser(ctx.db, ctx.actor.id)
  })
  ctx.cookie.clear()
  return '/login'
}

/** Withdraws the caller's request to delete the account. */
export async function restoreAccount(ctx: Context) {
  await accounts.updateAccount(ctx.db, ctx.actor.id, { delete_at: null, updated_at: ctx.now().toISOString() })
  return getCurrentUser(ctx)
}

/**
 * Sets the caller's e-mail address or phone number. A message is sent to the one it replaces, so that its owner
 * notices. The password is required because a new password can be set through the address.
 *
 * @throws AppError `input.invalid` at `code`, or at `target` when an account, also the caller's own, has it; `login.throttled`; those of
 *   `requirePassword`.
 */
export async function setContact(
  ctx: Context,
  { target, code, password }: ParsedInputOf<typeof api.user.setContact>,
) {
  await requirePassword(ctx, password)
  const code_id = await checkCode(ctx, target, 'contact', code)
  return transact(ctx, async (ctx) => {
    await consumeCode(ctx, code_id, target, 'contact')
    if (await accounts.findAccountByLogin(ctx.db, target))
      throw invalidInput('target', '这个地址已经属于一个账号')
    const before = await getCurrentUser(ctx)
    const kind = target.includes('@') ? 'email' : 'phone'
    await accounts.updateAccount(ctx.db, ctx.actor.id, {
      [kind]: target,
      updated_at: ctx.now().toISOString(),
    })
    const replaced = before[kind]
    if (replaced) await enqueue(ctx, sendMessage, { to: replaced, ...replacedMessage(ctx.config.SITE_TITLE) })
    return getCurrentUser(ctx)
  })
}

const replacedMessage = (site: string) => ({
  subject: `${site} 联系方式已更换`,
  text: '您的账号已改用另一个邮箱或手机号，这个地址不再用于登录和接收提醒。如果不是您本人操作，请立即修改密码并联系管理员。',
})

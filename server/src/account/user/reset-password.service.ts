import type { api, ParsedInputOf } from '@scinav/contract'
import { type PublicContext, transact } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import * as accounts from './account.store.ts'
import { checkCode, consumeCode } from './code.service.ts'
import { guessKeys } from './login-attempts.ts'
import * as failures from './login-failure.store.ts'
import { hashPassword, requireStrongPassword } from './passwords.ts'
import * as sessions from './session.store.ts'
import { signOnName } from './sign-on.service.ts'
import * as sso from './sso.store.ts'
import { endTokens } from './token.service.ts'

/**
 * Sets a new password with a code. Ends every session, revokes every access token, and removes the linked sign-ons on
 * request. Sign-ons that remain are returned by name, since somebody else may have linked them.
 *
 * @throws AppError `input.invalid` at `password` or `code`; `login.throttled`.
 */
export async function resetPassword(
  ctx: PublicContext,
  input: ParsedInputOf<(typeof api.user)['resetPassword']>,
) {
  requireStrongPassword(input.password, [])
  const code_id = await checkCode(ctx, input.target, 'reset', input.code)
  const password_hash = await hashPassword(input.password, ctx.client.network)
  return transact(ctx, async (ctx) => {
    await consumeCode(ctx, code_id, input.target, 'reset')
    const account = await accounts.findAccountByLogin(ctx.db, input.target)
    if (!account) throw invalidInput('code', '验证码不正确')
    await accounts.updateAccount(ctx.db, account.id, { password_hash, updated_at: ctx.now().toISOString() })
    await sessions.removeSessionsOfUser(ctx.db, account.id)
    await failures.removeFailuresByKeyPrefix(ctx.db, guessKeys.account(account.id))
    if (input.end_sign_ons) await sso.removeIdentitiesOfUser(ctx.db, account.id)
    const remaining = await sso.listIdentitiesOfUser(ctx.db, account.id)
    const sign_ons = remaining.map(({ provider }) => signOnName(ctx, provider))
    return { tokens_ended: await endTokens(ctx, account.id), sign_ons }
  })
}

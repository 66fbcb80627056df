import type { api, ParsedInputOf } from '@scinav/contract'
import { type BaseContext, type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as accounts from './account.store.ts'
import { requirePassword } from './profile.service.ts'
import * as sso from './sso.store.ts'

/** Returns the display name of a sign-on; one that is no longer configured is named by its protocol. */
export const signOnName = ({ providers }: Pick<BaseContext, 'providers'>, id: 'oidc' | 'cas'): string =>
  providers.sso.find((provider) => provider.id === id)?.name ?? id.toUpperCase()

/**
 * Lists the configured sign-ons (single sign-on by OIDC or CAS), and linked ones that are no longer configured;
 * `linked_at` is null for a sign-on that the caller has not linked.
 */
export async function listSignOns(ctx: Context) {
  const linked = await sso.listIdentitiesOfUser(ctx.db, ctx.actor.id)
  const ids = new Set([...ctx.providers.sso.map(({ id }) => id), ...linked.map(({ provider }) => provider)])
  return [...ids].map((provider) => ({
    provider,
    name: signOnName(ctx, provider),
    linked_at: linked.find((identity) => identity.provider === provider)?.created_at ?? null,
  }))
}

/**
 * Unlinks a sign-on from the account. One that is no longer configured does not count as a way to log in.
 *
 * @throws AppError `sign_on.not_found`, `sign_on.last`, and those of `requirePassword`.
 */
export async function unlinkSignOn(
  ctx: Context,
  { provider, password }: ParsedInputOf<typeof api.user.unlinkSignOn>,
) {
  await requirePassword(ctx, password)
  return transact(ctx, async (ctx) => {
    const account = await accounts.findAccount(ctx.db, ctx.actor.id)
    const linked = await sso.listIdentitiesOfUser(ctx.db, ctx.actor.id)
    if (!linked.some((identity) => identity.provider === provider)) throw new AppError('sign_on.not_found')
    const remaining = ctx.providers.sso.filter(
      ({ id }) => id !== provider && linked.some((identity) => identity.provider === id),
    )
    if (!account?.password_hash && remaining.length === 0) throw new AppError('sign_on.last')
    await sso.removeIdentity(ctx.db, ctx.actor.id, provider)
    return null
  })
}

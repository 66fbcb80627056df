import { hash, randomBytes } from 'node:crypto'
import {
  ACCESS_TOKEN_PREFIX,
  type api,
  type OutputOf,
  type ParsedInputOf,
  type TokenScope,
} from '@scinav/contract'
import { type Actor, type BaseContext, type Context, transact } from '../../platform/context/context.ts'
import { isFresh, latestPlausible } from '../../platform/foundation/clock.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { unlessDiskFails } from '../../platform/foundation/fault.ts'
import * as tokens from './token.store.ts'

type Tokens = typeof api.tokens
type TokenView = OutputOf<Tokens['list']>[number]

/** Tokens per person. */
const MAX_TOKENS = 20
/** Stands for the last use of a token that was never used. */
const NEVER = '1970-01-01'
const DAY_MS = 24 * 60 * 60_000
/** A token that expires later than this from now was created with a wrong clock and counts as expired. */
const MAX_TOKEN_DAYS = 366
/** How exactly the last use of a token is recorded. */
const LAST_USE_RESOLUTION_MS = 60_000
/** Characters by which a person recognizes a token in the list. */
const HINT_CHARS = ACCESS_TOKEN_PREFIX.length + 4
const TOKEN_BYTES = 32

const tokenHash = (token: string) => hash('sha256', token, 'hex')

const isExpired = ({ expires_at }: { expires_at: string | null }, now: Date) =>
  expires_at !== null &&
  (expires_at <= now.toISOString() || expires_at > latestPlausible(now, MAX_TOKEN_DAYS * DAY_MS))

/** Returns the view of a token for its owner, without its hash. */
function toToken({ token_hash: _hash, user_id: _user, ...row }: tokens.TokenRow, now: Date): TokenView {
  return { ...row, expired: isExpired(row, now) }
}

/** Lists the caller's access tokens, newest first. */
export async function listTokens(ctx: Context): Promise<TokenView[]> {
  return (await tokens.listTokensOfUser(ctx.db, ctx.actor.id)).map((row) => toToken(row, ctx.now()))
}

/**
 * Creates a token of 256 random bits. Only its hash is stored, so this reply is the only place that shows it.
 *
 * @throws AppError `token.too_many`.
 */
export async function createToken(
  ctx: Context,
  { name, scope, expires_in_days }: ParsedInputOf<Tokens['create']>,
) {
  const token = ACCESS_TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
  const now = ctx.now()
  const row: tokens.TokenRow = {
    id: ctx.newId(),
    user_id: ctx.actor.id,
    name,
    scope,
    token_hash: tokenHash(token),
    hint: token.slice(0, HINT_CHARS),
    created_at: now.toISOString(),
    expires_at: expires_in_days && new Date(now.getTime() + expires_in_days * DAY_MS).toISOString(),
    last_used_at: null,
  }
  await transact(ctx, async (ctx) => {
    if ((await tokens.listTokensOfUser(ctx.db, ctx.actor.id)).length >= MAX_TOKENS)
      throw new AppError('token.too_many')
    await tokens.insertToken(ctx.db, row)
  })
  return { ...toToken(row, now), token }
}

/**
 * Revokes an access token of the caller.
 *
 * @throws AppError `token.not_found`.
 */
export async function removeToken(ctx: Context, { token_id }: ParsedInputOf<Tokens['remove']>) {
  if (!(await tokens.removeToken(ctx.db, ctx.actor.id, token_id))) throw new AppError('token.not_found')
  return null
}

/** Revokes all tokens of a person, whose password may have been known to somebody else; returns how many. */
export const endTokens = (ctx: Pick<BaseContext, 'db'>, user_id: string): Promise<number> =>
  tokens.removeTokensOfUser(ctx.db, user_id)

/**
 * Returns the person of a token, never as an operator; null when the token is unknown or expired, or the account is
 * disabled or marked for deletion. The token's id takes the place of a session's. Checked with every request, so that a
 * revoked token is void at once.
 *
 * @param scope the scope of the call; undefined for a call that no token opens.
 * @throws AppError `token.out_of_scope` for a valid token of another scope.
 */
export async function authenticateBearer(
  ctx: BaseContext,
  token: string,
  scope: TokenScope | undefined,
): Promise<Actor | null> {
  if (!token.startsWith(ACCESS_TOKEN_PREFIX)) return null
  const now = ctx.now()
  const row = await tokens.findTokenByHash(ctx.db, tokenHash(token))
  if (!row || isExpired(row, now)) return null
  if (row.scope !== scope) throw new AppError('token.out_of_scope')
  if (!isFresh(Date.parse(row.last_used_at ?? NEVER), now.getTime(), LAST_USE_RESOLUTION_MS))
    await unlessDiskFails(tokens.updateLastUsed(ctx.db, row.token_id, now.toISOString()))
  return { id: row.id, is_admin: false, organization: row.organization, session_id: row.token_id }
}

/** Returns the ids of those of these tokens that are live and belong to active accounts. */
export async function filterLiveTokens(
  ctx: Pick<BaseContext, 'db' | 'now'>,
  ids: string[],
): Promise<string[]> {
  const now = ctx.now()
  const rows = await tokens.findActiveTokens(ctx.db, ids)
  return rows.filter((row) => !isExpired(row, now)).map(({ id }) => id)
}

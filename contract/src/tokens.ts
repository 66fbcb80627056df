// Calls about personal access tokens, with which programs act for a signed-in user within the scope of the token.
import { z } from 'zod'
import { type Endpoints, tokenScopes } from './endpoint.ts'
import { id, noInput, noOutput, time } from './shapes.ts'

/** Begins every access token, so that scanners for leaked secrets recognize it. */
export const ACCESS_TOKEN_PREFIX = 'scinav_'

/** Limited lifetimes of a token, in days. */
const tokenDays = [30, 90, 365] as const

/** The lifetime of a token in days; null: it does not expire. */
const tokenLifetime = z
  .union(
    tokenDays.map((count) => z.literal(count)),
    { error: '有效期是 30、90、365 天或不限' },
  )
  .nullable()

/** A personal access token as its owner sees it, without its secret text, which only `create` returns. */
const token = z.object({
  id,
  name: z.string(),
  scope: z.enum(tokenScopes),
  /** The first characters of the secret text, to distinguish the token from others. */
  hint: z.string(),
  created_at: time,
  /** Null: the token does not expire. */
  expires_at: time.nullable(),
  /** Whether it had expired when the response was made; it then gives no access, but remains in the list. */
  expired: z.boolean(),
  /** To the minute. Null: the token was never used. */
  last_used_at: time.nullable(),
})

/**
 * Calls about the caller's own access tokens; no call reaches those of others. `extra` says that a call is not in the
 * product's specification.
 */
export const tokensApi = {
  list: {
    method: 'GET',
    path: '/api/user/tokens',
    access: 'user',
    summary: "The caller's access tokens, newest first",
    input: noInput,
    output: z.array(token),
    extra: true,
  },
  /**
   * Fails with `token.too_many` when the caller already has 20 tokens, expired ones included; revoking one makes room.
   */
  create: {
    method: 'POST',
    path: '/api/user/tokens',
    access: 'user',
    summary: 'A new access token, shown this once; at most 20',
    input: z.object({
      name: z.string().trim().min(1, '请填写名称').max(60, '名称最长 60 字'),
      scope: z.enum(tokenScopes).default('mcp'),
      expires_in_days: tokenLifetime.default(90),
    }),
    /** `token` is the secret text, which cannot be retrieved later. */
    output: token.extend({ token: z.string() }),
    extra: true,
  },
  /** Fails with `token.not_found` when the caller has no such token. */
  remove: {
    method: 'DELETE',
    path: '/api/user/tokens',
    access: 'user',
    summary: 'Revokes an access token at once',
    input: z.object({ token_id: id }),
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints

import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, noInput, noOutput, time } from './shapes.ts'

/** Lifetimes of a token in days; null means unlimited. */
const tokenDays = [30, 90, 365] as const

const tokenLifetime = z.union(
  tokenDays.map((count) => z.literal(count)),
  { error: '有效期是 30、90、365 天或不限' },
)

/** A personal access token as its owner sees it; the token itself is shown once, when it is created. */
const token = z.object({
  id,
  name: z.string(),
  /** What the token gives access to: the product's MCP server. */
  scope: z.literal('mcp'),
  /** The first characters of the token, to distinguish it from others. */
  hint: z.string(),
  created_at: time,
  /** Null: the token does not expire. */
  expires_at: time.nullable(),
  expired: z.boolean(),
  last_used_at: time.nullable(),
})

/** Calls about the caller's access tokens. */
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
  create: {
    method: 'POST',
    path: '/api/user/tokens',
    access: 'user',
    summary: 'A new access token, shown this once; at most 20',
    input: z.object({
      name: z.string().trim().min(1, '请填写名称').max(60, '名称最长 60 字'),
      scope: z.literal('mcp').default('mcp'),
      expires_in_days: tokenLifetime.nullable().default(90),
    }),
    output: token.extend({ token: z.string() }),
    extra: true,
  },
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

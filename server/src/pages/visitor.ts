import type { FastifyRequest } from 'fastify'
import { authenticate } from '../account/user/index.ts'
import type { Actor, BaseContext } from '../platform/context/context.ts'
import { readSessionToken } from '../platform/http/session.ts'

/** Returns the person who opens one of the server's own pages; null without a session. */
export async function findVisitor(base: BaseContext, request: FastifyRequest): Promise<Actor | null> {
  const token = readSessionToken(request, base.config.PUBLIC_URL)
  return token ? authenticate(base, token) : null
}

const MAX_PATH_CHARS = 2_000
/** Matches a hash route, such as `#/search?q=a`; browsers read a backslash as a slash. */
const HASH_ROUTE = /^#\/[^\\]*$/

/**
 * Returns a hash route of our own as the way back, percent-encoded, or '' for anything else. The encoding is required
 * in a response header, which may not contain a decoded Chinese query.
 */
export function returnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_PATH_CHARS || !HASH_ROUTE.test(value)) return ''
  const { hash } = new URL(value, 'http://localhost')
  return hash.length <= MAX_PATH_CHARS ? hash : ''
}

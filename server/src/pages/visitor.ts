import type { FastifyRequest } from 'fastify'
import { authenticate } from '../account/user/index.ts'
import type { Actor, BaseContext } from '../platform/context/context.ts'
import { readSessionToken } from '../platform/http/session.ts'

/** Returns the person who opens one of the server's own pages; null without a valid session. */
export async function findVisitor(base: BaseContext, request: FastifyRequest): Promise<Actor | null> {
  const token = readSessionToken(request, base.config.PUBLIC_URL)
  return token ? authenticate(base, token) : null
}

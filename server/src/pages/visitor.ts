import type { FastifyRequest } from 'fastify'
import type { Actor, BaseContext } from '../context/context.ts'
import { sentToken } from '../http/session.ts'
import { authenticate } from '../user/index.ts'

/** Who opens one of the server's own pages; null for a stranger. */
export async function visitor(base: BaseContext, request: FastifyRequest): Promise<Actor | null> {
  const token = sentToken(request, base.config.PUBLIC_URL)
  return token ? authenticate(base, token) : null
}

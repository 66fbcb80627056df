import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BaseContext, PublicContext } from '../context.ts'
import { clientOf, sessionCookie } from './session.ts'

/** What a service may use for one request. `closing` ends its streams when the server shuts down. */
export function requestContext(
  base: BaseContext,
  request: FastifyRequest,
  reply: FastifyReply,
  closing?: AbortSignal,
): PublicContext {
  const gone = new AbortController()
  reply.raw.on('close', () => gone.abort())
  return {
    ...base,
    log: request.log as BaseContext['log'],
    client: clientOf(request),
    cookie: sessionCookie(request, reply, base.config.PUBLIC_URL),
    stream: {
      after: lastEvent(request),
      signal: closing ? AbortSignal.any([gone.signal, closing]) : gone.signal,
    },
    actor: request.actor,
  }
}

/** Where a reader left off: its `Last-Event-ID`, or `?after=`. */
function lastEvent(request: FastifyRequest): number {
  const after = Number(request.headers['last-event-id'] ?? (request.query as { after?: string }).after)
  return Number.isSafeInteger(after) && after > 0 ? after : 0
}

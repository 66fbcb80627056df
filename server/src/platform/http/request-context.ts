import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BaseContext, PublicContext } from '../context/context.ts'
import { createSessionCookie, identifyClient } from './session.ts'

/** Builds the context of one request for a service; `signal` ends its stream. */
export function requestContext(
  base: BaseContext,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal = NEVER_ABORTED,
): PublicContext {
  return {
    ...base,
    get log() {
      return replaceGetter(this, 'log', base.log.child({ request_id: request.id }))
    },
    get client() {
      return replaceGetter(this, 'client', identifyClient(request))
    },
    get cookie() {
      return replaceGetter(this, 'cookie', createSessionCookie(request, reply, base.config.PUBLIC_URL))
    },
    stream: { after: lastEventSeq(request), signal },
    actor: request.actor,
    arrived_at: request.started_at,
  }
}

/** Replaces a getter by its value. Most requests need none of these, so they are computed on demand. */
function replaceGetter<K extends keyof PublicContext>(ctx: object, key: K, value: PublicContext[K]) {
  Object.defineProperty(ctx, key, { value, enumerable: true })
  return value
}

/** A signal for requests that nothing aborts. */
export const NEVER_ABORTED = new AbortController().signal

/**
 * Calls a listener when the connection of a reply closes, or at once when it has closed already: a reader may leave
 * while the request waits for the database.
 */
export function onConnectionClose({ raw }: FastifyReply, listener: () => void): void {
  if (raw.closed) listener()
  else raw.on('close', listener)
}

/** Returns a signal that is aborted when the reader disconnects or the server shuts down. */
export function streamSignal(reply: FastifyReply, closing: AbortSignal): AbortSignal {
  const disconnected = new AbortController()
  onConnectionClose(reply, () => disconnected.abort())
  return AbortSignal.any([disconnected.signal, closing])
}

/** Returns the position of a reader: its `Last-Event-ID`, or `?after=`; 0 when neither is valid. */
function lastEventSeq(request: FastifyRequest): number {
  const after = Number(request.headers['last-event-id'] ?? (request.query as { after?: string }).after)
  return Number.isSafeInteger(after) && after > 0 ? after : 0
}

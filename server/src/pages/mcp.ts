import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticateBearer } from '../account/user/index.ts'
import { serveRequest, type ToolMaker } from '../chat/mcp/index.ts'
import type { Actor, BaseContext, Context } from '../platform/context/context.ts'
import { LOOPBACK_HOSTS, networkKey } from '../platform/foundation/addresses.ts'
import { AppError } from '../platform/foundation/errors.ts'
import { createFixedWindow } from '../platform/http/limits.ts'
import { NEVER_ABORTED, requestContext, streamSignal } from '../platform/http/request-context.ts'
import { readBearerToken } from '../platform/http/session.ts'

const PATH = '/mcp'
/** Calls per minute of one account. */
const MAX_CALLS_PER_ACCOUNT = 120
/**
 * Calls per minute and address: guessing a token is hopeless, but should not be free either; a campus may share one
 * address.
 */
const MAX_CALLS_PER_ADDRESS = 3_000

/**
 * Serves the product as an MCP server, for programs with an access token, not for browsers. Cookies are ignored, so no
 * site can act with a person's session.
 *
 * @param toolMakers of features that depend on the others, in addition to those of `serveRequest`.
 */
export function serveMcp(base: BaseContext, toolMakers: ToolMaker[]) {
  const scale = base.config.RATE_LIMIT_SCALE
  const { counters } = base.providers
  const countAccountCall = createFixedWindow(MAX_CALLS_PER_ACCOUNT * scale, counters, 'mcp account')
  const countAddressCall = createFixedWindow(MAX_CALLS_PER_ADDRESS * scale, counters, 'mcp address')

  /** @throws AppError when the limits are reached, the page is foreign, or the token is not valid. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('cache-control', 'no-store')
    countAddressCall(networkKey(request.ip), performance.now())
    requireOwnOrigin(request, base.config.PUBLIC_URL)
    request.actor = await requireBearer(base, request, reply)
    countAccountCall(request.actor.id, performance.now())
  }

  return (app: FastifyInstance): void => {
    app.post(PATH, { onRequest: admit }, async (request, reply) => {
      // A call that waits for a research ends when its caller disconnects.
      const disconnected = streamSignal(reply, NEVER_ABORTED)
      const ctx: Context = {
        ...requestContext(base, request, reply, disconnected),
        actor: requireActor(request),
      }
      return serveRequest(ctx, asFetchRequest(request), request.body, toolMakers)
    })
    // There is no session to end and no stream to listen to.
    for (const method of ['GET', 'DELETE'] as const)
      app.route({
        method,
        url: PATH,
        onRequest: admit,
        handler: async (_request, reply) => reply.code(405).header('allow', 'POST').send(),
      })
  }
}

/**
 * Checks the `Origin` header. A page whose foreign host name resolves to this machine (DNS rebinding) sends that name.
 *
 * @throws AppError `request.foreign_origin`.
 */
function requireOwnOrigin({ headers }: FastifyRequest, publicUrl: string | undefined): void {
  const { origin } = headers
  if (origin === undefined) return
  const isOwn = publicUrl
    ? URL.canParse(origin) && new URL(publicUrl).origin === origin
    : URL.canParse(origin) && LOOPBACK_HOSTS.has(new URL(origin).hostname)
  if (!isOwn) throw new AppError('request.foreign_origin')
}

/** The header that asks for a token (RFC 6750). */
const CHALLENGE = 'Bearer realm="SciNav MCP"'

/**
 * Returns the account of the access token.
 *
 * @throws AppError `token.refused` without a valid one, `token.out_of_scope` for one that is not for MCP.
 */
async function requireBearer(
  base: BaseContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  const token = readBearerToken(request)
  const actor = token ? await authenticateBearer(base, token, 'mcp') : null
  if (actor) return actor
  reply.header('www-authenticate', token ? `${CHALLENGE}, error="invalid_token"` : CHALLENGE)
  throw new AppError('token.refused')
}

/** Returns the account that `admit` has found. */
function requireActor({ actor }: FastifyRequest): Actor {
  if (!actor) throw new AppError('token.refused')
  return actor
}

/** Returns the method and the headers of a call as the MCP library expects them; it gets the parsed body by itself. */
function asFetchRequest(request: FastifyRequest): Request {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Request(`http://localhost${PATH}`, { method: 'POST', headers })
}

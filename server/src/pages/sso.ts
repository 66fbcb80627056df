import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { finishSso, startSso } from '../account/user/index.ts'
import type { BaseContext, PublicContext } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import { requestContext } from '../platform/http/request-context.ts'
import { identifyClient } from '../platform/http/session.ts'
import { safeReturnHash } from './return-hash.ts'
import { findVisitor } from './visitor.ts'

/** How long a sign-on may take, s; as long as the server keeps its state valid. */
const COOKIE_MAX_AGE_S = 600

/** Parameters of the paths. */
interface Params {
  provider: string
}

/** Serves the redirect to the institution's sign-on and the return from it. Failures end on the log-in page. */
export function serveSso(base: BaseContext) {
  return (app: FastifyInstance): void => {
    app.get<{ Params: Params }>('/sso/:provider/start', async (request, reply) => {
      const query = request.query as { return?: unknown; link?: unknown }
      const back = safeReturnHash(query.return)
      const link = typeof query.link === 'string' ? query.link : ''
      const { name, options } = stateCookie(base, request)
      return redirectOrLogin(base, request, reply, async () => {
        const ctx = await visitorContext(base, request, reply)
        const { url, state } = await startSso(ctx, { ...signOnTarget(base, request), back, link })
        reply.setCookie(name, state, { ...options, maxAge: COOKIE_MAX_AGE_S })
        return url
      })
    })
    app.get<{ Params: Params }>('/sso/:provider/callback', async (request, reply) => {
      const { name, options } = stateCookie(base, request)
      const state = request.cookies[name] ?? ''
      reply.clearCookie(name, options)
      return redirectOrLogin(base, request, reply, async () => {
        const ctx = await visitorContext(base, request, reply)
        const { provider_id, callback } = signOnTarget(base, request)
        return finishSso(ctx, { provider_id, callback, returned: new URL(request.url, callback), state })
      })
    })
  }
}

/**
 * Returns the context of a visitor's request. The context takes its actor from the request, where for pages, unlike
 * calls of the contract, nothing has set it yet.
 */
async function visitorContext(
  base: BaseContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PublicContext> {
  request.actor = await findVisitor(base, request)
  return requestContext(base, request, reply)
}

/**
 * Returns the name and options of the state cookie. With `SameSite=Strict` the browser would not send it on the return
 * from another site. The `__Host-` prefix keeps a sibling host from planting a state of its own, but requires https and
 * the path `/`.
 */
function stateCookie(base: BaseContext, request: FastifyRequest) {
  const secure = request.protocol === 'https' || base.config.PUBLIC_URL?.startsWith('https:') === true
  const options = { path: secure ? '/' : '/sso', httpOnly: true, sameSite: 'lax', secure } as const
  return { name: secure ? '__Host-sso_state' : 'sso_state', options }
}

/**
 * Returns the provider and our own address for the institution: the public one, or this machine's own name.
 *
 * @throws AppError `login.sso_failed` when there is none.
 */
function signOnTarget(base: BaseContext, request: FastifyRequest) {
  const provider_id = (request.params as Params).provider
  const origin =
    base.config.PUBLIC_URL ?? (identifyClient(request).is_local ? `http://${request.headers.host}` : null)
  if (!origin) {
    base.log.warn('single sign-on from another machine needs PUBLIC_URL')
    throw new AppError('login.sso_failed')
  }
  return { provider_id, callback: `${origin}/sso/${provider_id}/callback` }
}

/** The codes of the log-in page, see `ERROR_MESSAGES` there, by the `state` of the errors that `finishSso` throws. */
const CODE_BY_STATE: ReadonlyMap<unknown, string> = new Map([
  // The clocks of the institution and of this server differ too much.
  ['clocks', 'clocks'],
  // Another account has the person's e-mail address.
  ['known', 'known'],
  // The browser did not bring back the state cookie.
  ['missing', 'cookie'],
])

/** Returns the code that tells the log-in page why a sign-on failed; null for errors of another kind. */
function loginErrorCode({ id, details }: AppError): string | null {
  if (id === 'account.disabled') return 'disabled'
  if (id !== 'login.sso_failed') return null
  return CODE_BY_STATE.get(details.state) ?? 'sso'
}

/** Redirects to the address that `work` returns, or to the log-in page when the sign-on fails. */
async function redirectOrLogin(
  base: BaseContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<string>,
) {
  reply.header('cache-control', 'no-store')
  try {
    return reply.redirect(await work())
  } catch (error) {
    const code = error instanceof AppError ? loginErrorCode(error) : null
    if (!(error instanceof AppError) || !code) throw error
    base.log.info({ route: request.routeOptions.url, problem: code }, 'a sign-on ended on the log-in page')
    const back = safeReturnHash(error.details.return)
    const returnParam = back && `&return=${encodeURIComponent(back)}`
    return reply.redirect(`/login?error=${code}${returnParam}`)
  }
}

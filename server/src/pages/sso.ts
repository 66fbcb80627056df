import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BaseContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { requestContext } from '../http/request-context.ts'
import { clientOf } from '../http/session.ts'
import { finishSso, startSso } from '../user/sso.service.ts'
import { wayBack } from './way-back.ts'

const COOKIE = 'sso_state'
const COOKIE_S = 600

interface Params {
  provider: string
}

/** Leaves for the institution's sign-on and takes the browser back in. Failures end on the log-in page. */
export function serveSso(base: BaseContext) {
  return (app: FastifyInstance): void => {
    app.get<{ Params: Params }>('/sso/:provider/start', async (request, reply) => {
      const back = wayBack((request.query as { return?: string }).return)
      return orLogin(base, request, reply, async () => {
        const ctx = requestContext(base, request, reply)
        const { url, state } = await startSso(ctx, { ...place(base, request), back })
        reply.setCookie(COOKIE, state, { ...cookie(base, request), maxAge: COOKIE_S })
        return url
      })
    })
    app.get<{ Params: Params }>('/sso/:provider/callback', async (request, reply) => {
      const state = request.cookies[COOKIE] ?? ''
      reply.clearCookie(COOKIE, cookie(base, request))
      return orLogin(base, request, reply, async () => {
        const ctx = requestContext(base, request, reply)
        const { provider_id, callback } = place(base, request)
        return finishSso(ctx, { provider_id, callback, returned: new URL(request.url, callback), state })
      })
    })
  }
}

/** `strict` would be lost on the way back from another site; the cookie is bound to /sso instead. */
function cookie(base: BaseContext, request: FastifyRequest) {
  const secure = request.protocol === 'https' || base.config.PUBLIC_URL?.startsWith('https:') === true
  return { path: '/sso', httpOnly: true, sameSite: 'lax', secure } as const
}

/** Our own address for the institution: the public one, or this machine's own name. */
function place(base: BaseContext, request: FastifyRequest) {
  const provider_id = (request.params as Params).provider
  const origin =
    base.config.PUBLIC_URL ?? (clientOf(request).is_local ? `http://${request.headers.host}` : null)
  if (!origin) throw new AppError('login.sso_failed')
  return { provider_id, callback: `${origin}/sso/${provider_id}/callback` }
}

const SHOWN: Partial<Record<AppError['id'], string>> = {
  'account.disabled': 'disabled',
  'login.sso_failed': 'sso',
}

async function orLogin(
  base: BaseContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<string>,
) {
  reply.header('cache-control', 'no-store')
  try {
    return reply.redirect(await work())
  } catch (error) {
    const shown = error instanceof AppError ? SHOWN[error.id] : undefined
    if (!shown) throw error
    base.log.info({ route: request.routeOptions.url, problem: shown }, 'a sign-on ended on the log-in page')
    return reply.redirect(`/login?error=${shown}`)
  }
}

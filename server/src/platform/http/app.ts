import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { leaveMs } from '../config/config.ts'
import type { BaseContext } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import { type AccessGate, serveCalls } from './calls.ts'
import { answerBrokenRequest, MIN_COMPRESSED_CHARS, sendFailure } from './envelope.ts'
import { addSecurityHeaders, securityHeaders } from './headers.ts'
import type { Route } from './implement.ts'
import { acceptJsonOnly } from './input.ts'
import { createLimits } from './limits.ts'
import { createLoadLimits } from './load-limits.ts'
import type { GaugeSource } from './metrics.ts'
import { serveOpenApi } from './openapi.ts'
import { createDiskWatch, serveProbes } from './probes.ts'
import { recordRequests } from './request-log.ts'
import { createSessionWatch } from './session-watch.ts'
import { enableGracefulShutdown } from './shutdown.ts'

/** The parts from which the HTTP server is built. */
export interface AppParts extends AccessGate {
  base: BaseContext
  routes: Route[]
  /** Pages outside `/api`: log-in, single sign-on, the web application's files. */
  pages: ((app: FastifyInstance) => Promise<void> | void)[]
  /** Ends the runs of this process, which streams follow, at shutdown. */
  endRuns?: () => Promise<unknown>
  /** Additional metrics for `/metrics`. */
  gauges?: GaugeSource[]
}

/** Limit of a body, bytes; calls that need more state their own. */
const BODY_LIMIT = 1024 * 1024
/** Longest parameter in a path, characters. */
const MAX_PARAMETER_CHARS = 300
/** Quality of Brotli, 0–11: the higher ones take more time than the bytes they save. */
const BROTLI_QUALITY = 4
/** Types that are compressed; an event stream has to arrive event by event. */
const COMPRESSED_TYPE = /^(?:text\/(?!event-stream)|application\/(?:json|javascript))/
/** Pages that are rendered for each request, unlike files: they have a rate limit. */
const DYNAMIC_PAGE = /^\/(?:share|login|sso|agreement|privacy)(?:\/|$)/

/** Builds the HTTP server; the caller starts listening. A worker's server has probes and metrics only. */
export async function buildApp({
  base,
  routes,
  pages,
  gauges = [],
  endRuns = async () => {},
  ...gate
}: AppParts): Promise<FastifyInstance> {
  const app = createFastify(base)
  const disk = createDiskWatch(base)
  app.setErrorHandler((error, request, reply) => {
    disk.noteFailure(error)
    return sendFailure(base.log, error as AppError, request, reply)
  })
  addSecurityHeaders(app, base.config.PUBLIC_URL)
  recordRequests(app, base, gauges)
  const { closing, isLeaving } = enableGracefulShutdown(app, { leave_ms: leaveMs(base.config), endRuns })
  acceptJsonOnly(app)
  await app.register(cookie)
  const limits = createLimits(base.config.RATE_LIMIT_SCALE, base.providers.counters)
  const load = createLoadLimits(base.config.RATE_LIMIT_SCALE)
  const sessions = createSessionWatch((ids) => gate.liveSessions(base, ids))
  serveProbes(app, base, { disk, isLeaving })
  const isWorker = base.config.ROLE === 'worker'
  if (!isWorker) {
    await app.register(async (scope) => {
      await addCompression(scope, { always: false })
      serveCalls(scope, routes, { base, limits, load, sessions, closing, ...gate })
    })
    await app.register(async (scope) => {
      scope.addHook('onRequest', async (request) => {
        if (DYNAMIC_PAGE.test(request.routeOptions.url ?? '')) limits.checkPage(request)
      })
      await addCompression(scope, { always: true })
      serveOpenApi(scope, routes)
      for (const page of pages) await scope.register(async (inner) => page(inner))
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (isWorker || request.url.startsWith('/api')) throw new AppError('request.unknown')
    return reply.redirect('/#/error?err_code=404')
  })
  return app
}

/** Creates the framework's server without any routes. */
function createFastify({ config, log, newId }: BaseContext): FastifyInstance {
  return Fastify({
    // Fastify's own logging costs a logger and two listeners per request; `recordRequests` writes the line.
    logger: false,
    genReqId: createRequestIds(newId()),
    requestIdHeader: false,
    trustProxy: parseTrustProxy(config.TRUST_PROXY),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARS },
    // Every request that was accepted is answered, see `enableGracefulShutdown`.
    return503OnClosing: false,
    // Requests that reach no route, so that no hook has set their headers.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(config.PUBLIC_URL)).header('x-request-id', request.id)
      sendFailure(log, error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  })
}

/** Compresses every reply of a scope, or only those that a route requests, since the hook costs time for each. */
async function addCompression(scope: FastifyInstance, { always }: { always: boolean }): Promise<void> {
  await scope.register(compress, {
    global: always,
    globalDecompression: false,
    threshold: MIN_COMPRESSED_CHARS,
    customTypes: COMPRESSED_TYPE,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
}

/** Creates a generator of request ids: the start of the server and a number. */
function createRequestIds(start: string): () => string {
  let count = 0
  return () => {
    count += 1
    return `${start}-${count.toString(36)}`
  }
}

/** Parses `TRUST_PROXY`: `true`, a number of proxies, or a list of their addresses, for Fastify's `trustProxy`. */
function parseTrustProxy(
  setting: string | undefined,
): boolean | string | ((address: string, hop: number) => boolean) {
  if (!setting || setting === 'false') return false
  if (setting === 'true') return true
  return /^\d+$/.test(setting) ? (_address, hop) => hop < Number(setting) : setting
}

import { ACCESS_TOKEN_PREFIX, type Endpoint, type TokenScope } from '@scinav/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, BaseContext, Context, PublicContext } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import { type FileReply, isFileReply, isSerializedPage, type StreamReply } from '../foundation/replies.ts'
import { sendJson, sendSerialized, successEnvelope } from './envelope.ts'
import { sendStream } from './event-stream.ts'
import { sendFile } from './file-reply.ts'
import { runOnce } from './idempotency.ts'
import type { Route } from './implement.ts'
import { readInput } from './input.ts'
import type { RequestLimits } from './limits.ts'
import type { LoadLimits, Release } from './load-limits.ts'
import { onConnectionClose, requestContext, streamSignal } from './request-context.ts'
import { pageBytes } from './serialized-page.ts'
import { readBearerToken, readSessionToken } from './session.ts'
import type { SessionWatch } from './session-watch.ts'
import { acceptBytesOnly, acceptFormsOnly, requestBytes, requestForm } from './upload.ts'

/** What the calls need to know about people; the composition root provides it. */
export interface AccessGate {
  /** Returns the person of a session token; null when the token is invalid. */
  authenticate: (ctx: BaseContext, token: string) => Promise<Actor | null>
  /**
   * Returns the person of an access token for calls of this scope; null when the token is invalid.
   *
   * @throws AppError `token.out_of_scope`.
   */
  authenticateToken: (ctx: BaseContext, token: string, scope: TokenScope | undefined) => Promise<Actor | null>
  /** Returns those of the sessions and access tokens that have not ended. */
  liveSessions: (ctx: BaseContext, session_ids: string[]) => Promise<ReadonlySet<string>>
  /** Returns whether a menu is closed to a person, or to everybody without a session (null). */
  isMenuClosed: (ctx: BaseContext, actor: Actor | null, menu: string) => Promise<boolean>
}

interface CallParts extends AccessGate {
  base: BaseContext
  limits: RequestLimits
  load: LoadLimits
  sessions: SessionWatch
  /** Aborted when the server begins to shut down. */
  closing: AbortSignal
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
}

/** Serves every route. A call is refused in this order: header, session, limit, input, guard. */
export function serveCalls(app: FastifyInstance, routes: Route[], parts: CallParts): void {
  app.decorateRequest('actor', null)
  const routesWith = (kind: 'upload' | 'form') => routes.filter(({ endpoint }) => endpoint[kind])
  for (const route of routes)
    if (!route.endpoint.upload && !route.endpoint.form) serveRoute(app, route, parts)
  // Bodies of bytes and of forms have parsers of their own, in a scope each.
  app.register(async (scope) => {
    acceptBytesOnly(scope)
    for (const route of routesWith('upload')) serveRoute(scope, route, parts)
  })
  app.register(async (scope) => {
    await acceptFormsOnly(scope)
    for (const route of routesWith('form')) serveRoute(scope, route, parts)
  })
}

/** Registers a call: its parameters in braces become those of the router, `/papers/{id}` becomes `/papers/:id`. */
function serveRoute(app: FastifyInstance, route: Route, parts: CallParts): void {
  const { method, path, body_limit, output } = route.endpoint
  const parseOutput = (result: unknown) => output.parse(result)
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(body_limit ? { bodyLimit: body_limit } : {}),
    onRequest: async (request) => admitRequest(route, request, parts),
    handler: async (request, reply) => handleCall(route, request, reply, { ...parts, parseOutput }),
  })
}

/** Checks header, session or access token, and rate limit, before the body is read. */
async function admitRequest({ endpoint }: Route, request: FastifyRequest, parts: CallParts): Promise<void> {
  request.call = endpoint.path
  const bearer = readBearerToken(request)
  // A reverse proxy may add a token of its own, which is none of ours.
  request.actor = bearer?.startsWith(ACCESS_TOKEN_PREFIX)
    ? await requireTokenOwner(bearer, endpoint, parts)
    : await findSessionOwner(endpoint, request, parts)
  parts.limits.check(request, request.actor?.id ?? null)
}

/**
 * Returns the person of an access token; the cookie of the request is ignored. It needs no header against CSRF: another
 * site can send no `Authorization` without a preflight, which is never answered.
 *
 * @throws AppError `token.refused` or `token.out_of_scope`.
 */
async function requireTokenOwner(token: string, endpoint: Endpoint, parts: CallParts): Promise<Actor> {
  const actor = await parts.authenticateToken(parts.base, token, endpoint.token_scope)
  if (!actor) throw new AppError('token.refused')
  return actor
}

/**
 * Returns the person of the session; null without one, for calls that are public.
 *
 * @throws AppError `login.required`, and those of `requireOwnFrontEnd`.
 */
async function findSessionOwner(
  endpoint: Endpoint,
  request: FastifyRequest,
  parts: CallParts,
): Promise<Actor | null> {
  if (endpoint.method !== 'GET' || endpoint.writes) requireOwnFrontEnd(request)
  const token = readSessionToken(request, parts.base.config.PUBLIC_URL)
  const actor = token ? await parts.authenticate(parts.base, token) : null
  if (endpoint.access !== 'public' && !actor) throw new AppError('login.required')
  return actor
}

/**
 * CSRF defence: a cross-site form cannot send this header, and the server never answers a preflight.
 *
 * @throws AppError `request.header_missing` or `request.foreign_origin`.
 */
function requireOwnFrontEnd(request: FastifyRequest): void {
  if (request.headers['x-login-type'] !== 'front') throw new AppError('request.header_missing')
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('request.foreign_origin')
}

/** The parts of a call with the parser of its output, which throws when a service returns something else. */
type HandlerParts = CallParts & { parseOutput: (output: unknown) => unknown }

/**
 * Checks the input and the rights, runs the service and sends its reply. The slots of the call are released when the
 * reply is sent or fails, those of a stream when its connection closes; releasing them twice has no effect.
 */
async function handleCall(route: Route, request: FastifyRequest, reply: FastifyReply, parts: HandlerParts) {
  const { endpoint } = route
  const input = readInput(endpoint, request)
  if (endpoint.menu && (await parts.isMenuClosed(parts.base, request.actor, endpoint.menu)))
    throw new AppError('menu.stopped')
  if (endpoint.access === 'operator' && !request.actor?.is_admin) throw new AppError('operator.required')
  const isStream = endpoint.reply === 'stream'
  const signal = isStream || endpoint.expensive ? readerSignal(request, reply, parts) : undefined
  const ctx = requestContext(parts.base, request, reply, signal)
  const release = await acquireSlots(route, ctx, parts.load)
  try {
    const result = await runRoute(route, ctx, input, request)
    if (endpoint.reply !== 'stream') return await sendReply(route, result, reply, parts)
    onConnectionClose(reply, release)
    return sendStream(reply, result as StreamReply<unknown>, ctx.stream.signal)
  } catch (error) {
    release()
    throw error
  } finally {
    if (!isStream) release()
  }
}

/**
 * Takes the slots of a call within the limits of its account; returns the function that releases them.
 *
 * @throws AppError when the account has too many calls in progress.
 */
async function acquireSlots(
  { endpoint }: Route,
  { actor, stream: { signal } }: PublicContext,
  load: LoadLimits,
): Promise<Release> {
  const slots: Release[] = []
  const release = () => {
    for (const releaseSlot of slots) releaseSlot()
  }
  if (actor && endpoint.reply === 'stream') slots.push(load.acquireStream(actor.id))
  try {
    if (actor && endpoint.expensive) slots.push(await load.acquireCall(actor.id, signal))
  } catch (error) {
    release()
    throw error
  }
  return release
}

/** Sends a result as its endpoint declares: as a file, or in the envelope after its output was checked. */
async function sendReply(
  { endpoint }: Route,
  result: unknown,
  reply: FastifyReply,
  { parseOutput }: HandlerParts,
) {
  if (endpoint.reply === 'file') return sendFile(reply, result as FileReply)
  if (endpoint.reply === 'json-or-file' && isFileReply(result)) return sendFile(reply, result)
  await arrivedRequestsRead()
  reply.header('cache-control', 'no-store')
  if (isSerializedPage(result))
    return sendSerialized(reply, pageBytes(result, parseOutput, endpoint.success_code))
  return sendJson(reply, successEnvelope(parseOutput(result), endpoint.success_code))
}

/** Returns a signal that is aborted when the reader disconnects or logs out, or when the server shuts down. */
function readerSignal({ actor }: FastifyRequest, reply: FastifyReply, parts: CallParts): AbortSignal {
  const disconnected = streamSignal(reply, parts.closing)
  if (!actor) return disconnected
  const session = parts.sessions.watch(actor.session_id)
  onConnectionClose(reply, session.release)
  return AbortSignal.any([disconnected, session.signal])
}

/** A key that a program chooses, such as a UUID. */
const IDEMPOTENCY_KEY = /^[\w.:-]{8,128}$/

/**
 * Runs the service of a call. A write with an `Idempotency-Key` runs once per key.
 *
 * @throws AppError `input.invalid` for a malformed key; those of the service and of `runOnce`.
 */
function runRoute(
  { endpoint, run }: Route,
  ctx: PublicContext,
  input: object,
  request: FastifyRequest,
): Promise<unknown> {
  if (endpoint.upload) return run(ctx, input, requestBytes(request))
  if (endpoint.form) return run(ctx, input, requestForm(request, endpoint.form))
  const key = request.headers['idempotency-key']
  if (!endpoint.creates || typeof key !== 'string' || !ctx.actor) return run(ctx, input)
  if (!IDEMPOTENCY_KEY.test(key))
    throw new AppError('input.invalid', {
      issues: [{ path: 'Idempotency-Key', message: '应为 8–128 个字符' }],
    })
  // A stream cannot be stored as a result: its service joins the one that the key began.
  if (endpoint.reply === 'stream') return run({ ...ctx, stream: { ...ctx.stream, key } }, input)
  const signedIn: Context = { ...ctx, actor: ctx.actor }
  return runOnce(signedIn, { key, call: `${endpoint.method} ${endpoint.path}`, input }, (ctx) =>
    run(ctx, input),
  )
}

let pendingCheckPhase: Promise<void> | undefined

/**
 * Resolves when every request that has already arrived was read: `setImmediate` runs after the event loop has read its
 * sockets. Replies written after that go out together and wake a client of many calls once instead of once each, which
 * saves much of the CPU of small calls; a single reply waits for nothing.
 */
function arrivedRequestsRead(): Promise<void> {
  pendingCheckPhase ??= new Promise((resolve) => {
    setImmediate(() => {
      pendingCheckPhase = undefined
      resolve()
    })
  })
  return pendingCheckPhase
}

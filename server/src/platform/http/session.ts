import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client, SessionCookie } from '../context/context.ts'
import { LOOPBACK_HOSTS, networkKey } from '../foundation/addresses.ts'

/** Returns whether a request came by https, according to its protocol or to the configured public address. */
function isSecure(request: FastifyRequest, publicUrl: string | undefined): boolean {
  return request.protocol === 'https' || publicUrl?.startsWith('https:') === true
}

/** Returns the name of the session cookie. A `__Host-` cookie cannot be set by a sibling host, but requires https. */
function cookieName(secure: boolean): string {
  return secure ? '__Host-session' : 'session'
}

/** Returns the session token that the browser sent; undefined without one. */
export function readSessionToken(request: FastifyRequest, publicUrl: string | undefined): string | undefined {
  return request.cookies[cookieName(isSecure(request, publicUrl))]
}

/** Matches a header such as `Bearer scinav_abc`; the group is the token. */
const BEARER_HEADER = /^Bearer ([\w~+/.-]{1,200})=*$/i

/** Returns the bearer token of the `Authorization` header; undefined without one. */
export const readBearerToken = ({ headers }: FastifyRequest): string | undefined =>
  BEARER_HEADER.exec(headers.authorization ?? '')?.[1]

/** Creates the access to the session cookie: HttpOnly, SameSite=Lax, Secure on https. */
export function createSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
): SessionCookie {
  const secure = isSecure(request, publicUrl)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    set: (token, expires) => void reply.setCookie(cookieName(secure), token, { ...options, expires }),
    clear: () => void reply.clearCookie(cookieName(secure), options),
  }
}

/** Addresses from which this machine connects to itself, the last one on a socket for both families. */
const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** Maximum length that is stored of the name of a browser. */
const MAX_USER_AGENT_CHARS = 400

/**
 * Identifies the origin of a request. A proxy on this machine also connects from loopback, so a request with a proxy's
 * header, or with another host name, does not count as local.
 */
export function identifyClient(request: FastifyRequest): Client {
  const peer = request.socket.remoteAddress ?? ''
  const hasProxyHeader = PROXY_HEADERS.some((name) => request.headers[name] !== undefined)
  return {
    // Missing once the connection has been closed.
    ip: request.ip ?? '',
    network: networkKey(request.ip),
    user_agent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_CHARS),
    is_local:
      LOOPBACK_ADDRESSES.has(peer) &&
      !hasProxyHeader &&
      LOOPBACK_HOSTS.has(hostName(request.headers.host ?? '')),
  }
}

/** Returns the host name of a `Host` header, without its port. */
function hostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}

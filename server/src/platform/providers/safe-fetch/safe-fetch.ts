import { lookup } from 'node:dns/promises'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isPublicAddress } from './address.ts'
import { buildResponse, FetchFault, type FetchHop } from './body.ts'

export { FetchFault } from './body.ts'

/** The platform's fetch, restricted to a method, headers, a body of text or bytes, and a signal. */
export type SafeFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** The target of a connection: the name, and the only addresses it may use. */
export interface ConnectionTarget {
  host: string
  port: number
  secure: boolean
  addresses: ResolvedAddress[]
}

interface ResolvedAddress {
  address: string
  family: number
}

/** Limits of a safe fetch, and the origins it may reach inside the network. */
export interface SafeFetchOptions {
  /** Origins (`http://127.0.0.1:8080`) that the operator configured: they may lie inside the network. */
  allow?: readonly string[]
  /** Upper bound of a response in bytes, compressed and decompressed. */
  max_bytes?: number
  /** From the first DNS lookup to the last byte, ms. */
  timeout_ms?: number
  max_redirects?: number
  /** For tests: how a name is resolved, and how a connection is opened. */
  resolve?: (host: string) => Promise<ResolvedAddress[]>
  open?: (target: ConnectionTarget) => Socket
}

/** Limits of a request that states none: the size of the response, its duration, the redirects followed. */
const DEFAULT_MAX_BYTES = 20 * 1024 * 1024
const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_REDIRECTS = 5
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])
/** Headers that may be sent to another site after a redirect. */
const SAFE_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

/**
 * Creates a fetch for addresses from people: only http and https, only to the public internet or to what the operator
 * allowed, checked again at every redirect.
 *
 * It connects to the very addresses it checked, so a name that changes in between (DNS rebinding) gains nothing.
 * Responses are limited to `max_bytes`; the whole exchange ends after `timeout_ms`. Every call resolves the name again:
 * an address that was valid when it was saved is checked when it is used.
 *
 * @throws FetchFault with a reason and a Chinese message, also while the body is read.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const settings = {
    allow: new Set(options.allow?.map((address) => new URL(address).origin)),
    max_bytes: options.max_bytes ?? DEFAULT_MAX_BYTES,
    timeout_ms: options.timeout_ms ?? DEFAULT_TIMEOUT_MS,
    max_redirects: options.max_redirects ?? DEFAULT_MAX_REDIRECTS,
    resolve: options.resolve ?? lookUpHost,
    open: options.open ?? openSocket,
  }
  return async (address, init = {}) => {
    const timeout = AbortSignal.timeout(settings.timeout_ms)
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    let hop = firstHop(address, init)
    for (let redirects = 0; ; redirects += 1) {
      const response = await sendHop(hop, settings, signal).catch((error) => {
        throw toFetchFault(error, signal)
      })
      const next = nextHop(hop, response)
      if (!next) return response
      await response.body?.cancel()
      if (redirects === settings.max_redirects) throw new FetchFault('redirects')
      hop = next
    }
  }
}

type FetchSettings = Required<Omit<SafeFetchOptions, 'allow'>> & { allow: ReadonlySet<string> }

const lookUpHost = (host: string): Promise<ResolvedAddress[]> =>
  lookup(host, { all: true, order: 'ipv4first' })

/** Opens a connection to the given addresses only. TLS still verifies the name. */
function openSocket({ host, port, secure, addresses }: ConnectionTarget): Socket {
  const pinned: LookupFunction = (_name, { all }, done) => {
    const [first] = addresses
    if (all) return done(null, addresses)
    return first ? done(null, first.address, first.family) : done(new Error('no address'), '', 0)
  }
  if (!secure) return connect({ host, port, lookup: pinned })
  return connectTls({ host, port, lookup: pinned, servername: isIP(host) ? '' : host })
}

/** Returns the first request of a fetch; throws FetchFault `address` for an invalid address. */
function firstHop(address: string | URL, init: RequestInit): FetchHop {
  if (!URL.canParse(String(address))) throw new FetchFault('address')
  const { body = null } = init
  if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('safeFetch sends text or bytes')
  const headers = Object.fromEntries(new Headers(init.headers))
  return { url: new URL(String(address)), method: init.method ?? 'GET', headers, body }
}

/** Returns the request of a redirect; null for a final response. Another site gets neither keys nor cookies. */
function nextHop(hop: FetchHop, response: Response): FetchHop | null {
  const location = response.headers.get('location')
  if (!REDIRECT_STATUSES.has(response.status) || location === null) return null
  if (!URL.canParse(location, hop.url.href)) throw new FetchFault('address')
  const url = new URL(location, hop.url)
  const safeHeaders = Object.entries(hop.headers).filter(([name]) => SAFE_HEADERS.has(name))
  const headers = url.origin === hop.url.origin ? hop.headers : Object.fromEntries(safeHeaders)
  // As browsers do: 303 always becomes a GET, and so does a POST after 301 or 302.
  const becomesGet = response.status === 303 || (response.status < 303 && hop.method === 'POST')
  return becomesGet ? { url, headers, method: 'GET', body: null } : { ...hop, url, headers }
}

/** Sends one request; resolves when the head of its response has arrived. */
async function sendHop(hop: FetchHop, settings: FetchSettings, signal: AbortSignal): Promise<Response> {
  signal.throwIfAborted()
  const target = await resolveTarget(hop.url, settings, signal)
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const outgoing = (target.secure ? secureRequest : plainRequest)(hop.url, {
    method: hop.method,
    headers: { ...hop.headers, host: hop.url.host, 'accept-encoding': 'gzip, deflate, br' },
    // Without an agent every request opens its own connection, here and nowhere else.
    createConnection: () => settings.open(target),
    signal,
  })
  outgoing.on('response', (incoming) => {
    try {
      resolve(buildResponse(hop, incoming, settings.max_bytes, (error) => toFetchFault(error, signal)))
    } catch (error) {
      outgoing.destroy()
      reject(error)
    }
  })
  outgoing.on('error', reject)
  outgoing.end(hop.body)
  return promise
}

/**
 * Returns the addresses of a target.
 *
 * @throws FetchFault when one of them may not be reached.
 */
async function resolveTarget(
  url: URL,
  settings: FetchSettings,
  signal: AbortSignal,
): Promise<ConnectionTarget> {
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:') throw new FetchFault('scheme')
  if (url.username || url.password) throw new FetchFault('address')
  // An IPv6 address has brackets in a URL.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (secure ? 443 : 80)
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await resolveHost(host, settings, signal)
  if (addresses.length === 0) throw new FetchFault('name')
  if (!settings.allow.has(url.origin) && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new FetchFault('private')
  return { host, port, secure, addresses }
}

/** Resolves a name. A lookup cannot be cancelled, but the caller stops waiting when `signal` is aborted. */
async function resolveHost(
  host: string,
  { resolve }: FetchSettings,
  signal: AbortSignal,
): Promise<ResolvedAddress[]> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([resolve(host), aborted.promise])
  } catch (error) {
    if (signal.aborted) throw error
    throw new FetchFault('name', { cause: error })
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Converts an error into a FetchFault; the caller's own abort reason is kept. */
function toFetchFault(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof FetchFault) return error
  if (!signal.aborted) return new FetchFault('network', { cause: error })
  return signal.reason?.name === 'TimeoutError' ? new FetchFault('timeout', { cause: error }) : signal.reason
}

// Sends requests to a node of OpenSearch and reads its responses.
import { request as requestPlain } from 'node:http'
import { Agent, request as requestSecure } from 'node:https'
import { SearchUnavailable } from '../engine.ts'
import { SearchTooLong } from '../ranking/deadline.ts'

/** Thrown when OpenSearch understood a request and rejected it. */
export class OpenSearchRefused extends Error {
  readonly status: number
  readonly type: string

  constructor(status: number, type: string, reason: string) {
    super(`OpenSearch ${status} ${type}: ${reason}`)
    this.status = status
    this.type = type
  }
}

/** A method of a request. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'

/** A node of the cluster, with the user and password of its URL as a header. */
export interface ClusterNode {
  url: URL
  agent: Agent | undefined
  authorization: string | undefined
}

/** Parses the URL of a node; user and password move from it into the header. */
export function parseNode(text: string, ca: string | undefined): ClusterNode {
  const url = new URL(text)
  const [user, password] = [url.username, url.password].map(decodeURIComponent)
  const authorization = user ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : undefined
  url.username = ''
  url.password = ''
  const agent = url.protocol === 'https:' ? new Agent({ keepAlive: true, ...(ca && { ca }) }) : undefined
  return { url, agent, authorization }
}

/** A request to one node. */
export interface NodeRequest {
  method: HttpMethod
  path: string
  /** Empty for a request without a body. */
  body: string
  /** Media type of the body. */
  type: string
  timeout_ms: number
  /** Asks after a while whether the node is alive, and gives up if not; a probe has no such check. */
  check?: { after_ms: number; isAlive: () => Promise<boolean> }
}

/** The response of a node. */
interface NodeResponse {
  /** HTTP status. */
  status: number
  text: string
}

/**
 * Sends a request to one node.
 *
 * @throws SearchUnavailable when there is no answer.
 * @throws SearchTooLong when the node is alive but has not answered in time.
 */
export function sendRequest(
  { url, agent, authorization }: ClusterNode,
  input: NodeRequest,
): Promise<NodeResponse> {
  const { method, path, body, type, timeout_ms, check } = input
  const { promise, resolve, reject } = Promise.withResolvers<NodeResponse>()
  const isSecure = url.protocol === 'https:'
  const prefix = url.pathname.replace(/\/$/, '')
  const options = {
    method,
    // A URL writes IPv6 addresses in brackets.
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || (isSecure ? 443 : 80),
    path: prefix + path,
    headers: {
      ...(authorization && { authorization }),
      ...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    },
  }
  const request = isSecure ? requestSecure({ ...options, agent }) : requestPlain(options)
  const fail = (error: Error) => {
    reject(error)
    request.destroy()
  }
  const isProbe = check === undefined
  const timeout = setTimeout(() => {
    fail(isProbe ? new SearchUnavailable('no answer') : new SearchTooLong('OpenSearch took too long'))
  }, timeout_ms)
  const livenessTimer =
    check &&
    setTimeout(async () => {
      if (!(await check.isAlive())) fail(new SearchUnavailable('no answer, and no response to a probe'))
    }, check.after_ms)
  request.on('error', (error) => reject(new SearchUnavailable(error.message, { cause: error })))
  request.on('response', (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', (error) => reject(new SearchUnavailable(error.message, { cause: error })))
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
    )
  })
  request.end(body)
  return promise.finally(() => {
    clearTimeout(timeout)
    clearTimeout(livenessTimer)
  })
}

/** Statuses by which a node reports that it is temporarily unable to answer. */
const UNAVAILABLE_STATUSES = new Set([429, 502, 503, 504])

/**
 * Parses a response.
 *
 * @throws SearchUnavailable when the node is temporarily unable to answer.
 * @throws OpenSearchRefused for any other error.
 */
export function readResponse<Answer>(method: HttpMethod, { status, text }: NodeResponse): Answer {
  if (status < 400) return (method === 'HEAD' ? {} : JSON.parse(text)) as Answer
  const fault = readFault(text)
  if (UNAVAILABLE_STATUSES.has(status))
    throw new SearchUnavailable(`OpenSearch ${status} ${fault.type}: ${fault.reason}`)
  throw new OpenSearchRefused(status, fault.type, fault.reason)
}

/** Body of an error response. */
interface FaultBody {
  error?: { type?: string; reason?: string; root_cause?: { type?: string; reason?: string }[] } | string
}

/** Maximum length of an unstructured error text that is reported. */
const MAX_REASON_CHARS = 500

/** Returns type and reason of an error response, of the root cause where it is named. */
function readFault(text: string): { type: string; reason: string } {
  try {
    const { error } = JSON.parse(text) as FaultBody
    if (typeof error !== 'object') return { type: 'error', reason: String(error ?? text) }
    const cause = error.root_cause?.[0]
    const reason = [error.reason, cause?.reason].filter(Boolean).join('; ')
    return { type: cause?.type ?? error.type ?? 'error', reason }
  } catch {
    // The body is no JSON, such as the error page of a proxy.
    return { type: 'error', reason: text.slice(0, MAX_REASON_CHARS) }
  }
}

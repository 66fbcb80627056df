import { request as requestPlain } from 'node:http'
import { Agent, request as requestSecure } from 'node:https'
import { SearchUnavailable } from '../engine.ts'
import { SearchTooLong } from '../ranking/deadline.ts'

/** How to reach an OpenSearch cluster. */
export interface OpenSearchConnection {
  /** Node URLs, with user and password where needed. When a node is unavailable another one is used. */
  urls: string[]
  /**
   * PEM certificate of the authority that signed the nodes' certificates; by default the authorities that Node trusts.
   */
  ca?: string | undefined
}

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
type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'

/** HTTP client of one OpenSearch cluster. */
export interface OpenSearchClient {
  /**
   * Sends a request and resolves to the JSON of the response, which is not validated, or to {} for a HEAD request; an
   * array body is sent as newline-delimited JSON.
   *
   * @throws SearchUnavailable when no node answers or the cluster is overloaded.
   * @throws OpenSearchRefused when the request is rejected.
   * @throws SearchTooLong when a node that is alive has not answered within `timeout_ms`.
   */
  ask: <Answer>(
    method: HttpMethod,
    path: string,
    body?: object | object[],
    timeout_ms?: number,
  ) => Promise<Answer>
  /** Closes the connections. */
  end: () => void
}

/** Time limit of a request that states none. */
const REQUEST_TIMEOUT_MS = 5_000
/** Delay after which all nodes are probed while a request is still unanswered, and time limit of a probe. */
const PROBE_AFTER_MS = 800
const PROBE_TIMEOUT_MS = 1_000
/** How long a node that did not respond to a probe is skipped. */
const NODE_BACKOFF_MS = 3_000

/**
 * Creates a client that fails over between the nodes of one cluster. A node that has not answered for a while is
 * probed: one that is alive gets the full time limit, another one is given up and the request goes to the next node.
 */
export function createClient({ urls, ca }: OpenSearchConnection): OpenSearchClient {
  const nodes = urls.map((url) => parseNode(url, ca))
  /** Index of the node that answered last. */
  let preferred = 0
  /** A probe of all nodes that is in progress. */
  let probing: Promise<unknown> | undefined
  /** Nodes that did not respond to a probe, with the time of the probe. */
  const silentSince = new Map<ClusterNode, number>()
  const isSilent = (node: ClusterNode) =>
    performance.now() - (silentSince.get(node) ?? Number.NEGATIVE_INFINITY) < NODE_BACKOFF_MS

  /** Tries the nodes in turn until one of them answers. */
  async function ask<Answer>(
    method: HttpMethod,
    path: string,
    body?: object | object[],
    timeout_ms = REQUEST_TIMEOUT_MS,
  ): Promise<Answer> {
    const request = { method, path, ...encodeBody(body), timeout_ms }
    let lastError: unknown = new SearchUnavailable('no address of OpenSearch')
    let remaining = nodesInOrder()
    while (true) {
      const [node] = remaining
      if (!node) throw lastError
      try {
        const check = { after_ms: PROBE_AFTER_MS, isAlive: () => respondsToProbe(node) }
        const response = await sendRequest(node, { ...request, check })
        preferred = nodes.indexOf(node)
        return readResponse<Answer>(method, response)
      } catch (error) {
        if (!(error instanceof SearchUnavailable)) throw error
        lastError = error
        // While this node was silent the other nodes were probed too: skip those that are silent.
        remaining = remaining.filter((other) => other !== node && !isSilent(other))
      }
    }
  }

  /**
   * Returns the nodes in the order in which they are tried: the one that answered last comes first, and silent nodes
   * are skipped. When all are silent, only the first is tried.
   */
  function nodesInOrder(): ClusterNode[] {
    const ordered = [...nodes.slice(preferred), ...nodes.slice(0, preferred)]
    const responsive = ordered.filter((node) => !isSilent(node))
    return responsive.length > 0 ? responsive : ordered.slice(0, 1)
  }

  /**
   * Probes whether a node responds. All nodes are probed at once, so that when none responds the waits do not add up.
   */
  async function respondsToProbe(node: ClusterNode): Promise<boolean> {
    probing ??= Promise.all(nodes.map(probe)).finally(() => {
      probing = undefined
    })
    await probing
    return !isSilent(node)
  }

  /** Asks a node for a sign of life and records whether it gives one. */
  async function probe(node: ClusterNode): Promise<void> {
    try {
      await sendRequest(node, { method: 'HEAD', path: '/', body: '', type: '', timeout_ms: PROBE_TIMEOUT_MS })
      silentSince.delete(node)
    } catch {
      silentSince.set(node, performance.now())
    }
  }

  return {
    ask,
    end: () => {
      for (const { agent } of nodes) agent?.destroy()
    },
  }
}

/** Encodes a body as JSON, or an array as lines of JSON. */
function encodeBody(content: object | object[] | undefined): Pick<NodeRequest, 'body' | 'type'> {
  if (content === undefined) return { body: '', type: '' }
  if (Array.isArray(content)) return { body: toJsonLines(content), type: 'application/x-ndjson' }
  return { body: JSON.stringify(content), type: 'application/json' }
}

/** Returns objects as JSON, each on a line that ends with a line break. */
const toJsonLines = (body: object[]) => `${body.map((line) => JSON.stringify(line)).join('\n')}\n`

/** A node of the cluster, with the user and password of its URL as a header. */
interface ClusterNode {
  url: URL
  agent: Agent | undefined
  authorization: string | undefined
}

/** Parses the URL of a node; user and password move from it into the header. */
function parseNode(text: string, ca: string | undefined): ClusterNode {
  const url = new URL(text)
  const [user, password] = [url.username, url.password].map(decodeURIComponent)
  const authorization = user ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : undefined
  url.username = ''
  url.password = ''
  const agent = url.protocol === 'https:' ? new Agent({ keepAlive: true, ...(ca && { ca }) }) : undefined
  return { url, agent, authorization }
}

/** A request to one node. */
interface NodeRequest {
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
function sendRequest({ url, agent, authorization }: ClusterNode, input: NodeRequest): Promise<NodeResponse> {
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

/** Body of an error response. */
interface FaultBody {
  error?: { type?: string; reason?: string; root_cause?: { type?: string; reason?: string }[] } | string
}

/** Statuses by which a node reports that it is temporarily unable to answer. */
const UNAVAILABLE_STATUSES = new Set([429, 502, 503, 504])

/**
 * Parses a response.
 *
 * @throws SearchUnavailable when the node is temporarily unable to answer.
 * @throws OpenSearchRefused for any other error.
 */
function readResponse<Answer>(method: HttpMethod, { status, text }: NodeResponse): Answer {
  if (status < 400) return (method === 'HEAD' ? {} : JSON.parse(text)) as Answer
  const fault = readFault(text)
  if (UNAVAILABLE_STATUSES.has(status))
    throw new SearchUnavailable(`OpenSearch ${status} ${fault.type}: ${fault.reason}`)
  throw new OpenSearchRefused(status, fault.type, fault.reason)
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

/** Returns whether an error states that an index or document does not exist (status 404). */
export const isMissing = (error: unknown): boolean =>
  error instanceof OpenSearchRefused && error.status === 404

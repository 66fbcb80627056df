import { SearchUnavailable } from '../engine.ts'
import {
  type ClusterNode,
  type HttpMethod,
  type NodeRequest,
  OpenSearchRefused,
  parseNode,
  readResponse,
  sendRequest,
} from './request.ts'

/** How to reach an OpenSearch cluster. */
export interface OpenSearchConnection {
  /** Node URLs, with user and password where needed. When a node is unavailable another one is used. */
  urls: string[]
  /**
   * PEM certificate of the authority that signed the nodes' certificates; by default the authorities that Node trusts.
   */
  ca?: string | undefined
}

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

/** Returns whether an error states that an index or document does not exist (status 404). */
export const isMissing = (error: unknown): boolean =>
  error instanceof OpenSearchRefused && error.status === 404

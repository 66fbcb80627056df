import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  type CallToolResult,
  CallToolResultSchema,
  ErrorCode,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { createSafeFetch } from '../safe-fetch/safe-fetch.ts'
import { toMcpFault } from './fault.ts'
import { listTools } from './listing.ts'
import { NO_VALIDATOR } from './no-validator.ts'
import { type McpConnector, McpFault, type McpSession, type McpTarget } from './port.ts'
import { visibleText } from './visible-text.ts'

/** Limits of a connection to a tool server. */
export interface McpLimits {
  /** From the first byte to the last tool of the list, ms. */
  start_ms: number
  /** Of one tool call, ms. */
  call_ms: number
  /** Of one response. */
  max_bytes: number
  max_tools: number
}

const DEFAULT_LIMITS: McpLimits = {
  start_ms: 10_000,
  call_ms: 60_000,
  max_bytes: 1024 * 1024,
  max_tools: 100,
}
/** How long the server is waited for when a session ends, ms. */
const CLOSE_TIMEOUT_MS = 2_000

/** Creates connections to tool servers, which may be slow, broken or hostile. */
export function createMcpConnector(limits: Partial<McpLimits> = {}): McpConnector {
  return { open: (target) => openSession(target, { ...DEFAULT_LIMITS, ...limits }) }
}

/**
 * Connects to a server and lists its tools.
 *
 * @throws McpFault when that fails, or takes too long.
 */
async function openSession(target: McpTarget, limits: McpLimits): Promise<McpSession> {
  const connection = createConnectionState()
  const transport = createTransport(target, limits, connection.reportBroken)
  const client = new Client(
    { name: 'scinav', version: '0.1.0' },
    // The cast is for a generic function in its types; ours accepts no schema.
    { capabilities: {}, jsonSchemaValidator: NO_VALIDATOR as never },
  )
  client.onclose = connection.reportClosed
  const close = () => closeQuietly(client, transport)
  const start = async () => {
    // `withTimeout` below enforces the limit and reports the time. The package's own timeout, which must come later,
    // ends the request that is then still pending.
    await client.connect(transport, { timeout: 2 * limits.start_ms })
    return listTools(client, limits.max_tools)
  }
  try {
    const listed = await withTimeout(limits.start_ms, Promise.race([start(), connection.untilBroken]))
    return { ...listed, isBroken: connection.isBroken, close, call: createCall(client, limits, connection) }
  } catch (error) {
    close()
    throw toMcpFault(error)
  }
}

/** What is known of a connection apart from its responses. */
interface ConnectionState {
  /**
   * To be called when the connection has become unusable: ends what waits for it, where the package would often only
   * wait.
   */
  reportBroken: (error: unknown) => void
  /** To be called when it has been closed: nothing has to be ended, since the package itself rejects pending calls. */
  reportClosed: () => void
  /** Rejects with the reported error when the connection breaks; never resolves. */
  untilBroken: Promise<never>
  /** Returns whether it is unusable, broken or closed. */
  isBroken: () => boolean
}

/** Creates the state of a new connection. */
function createConnectionState(): ConnectionState {
  const { promise, reject } = Promise.withResolvers<never>()
  let isBroken = false
  // Callers that wait observe the rejection; without any, it must not count as unhandled.
  promise.catch(() => {})
  const reportBroken = (error: unknown) => {
    isBroken = true
    reject(error)
  }
  const reportClosed = () => {
    isBroken = true
  }
  return { reportBroken, reportClosed, untilBroken: promise, isBroken: () => isBroken }
}

/** Creates the transport to a server: a local program, or HTTP through the safe fetch, without redirects. */
function createTransport(
  target: McpTarget,
  limits: McpLimits,
  reportBroken: ConnectionState['reportBroken'],
): Transport {
  if (target.transport === 'stdio') {
    const { command, args, env } = target
    return new StdioClientTransport({ command, args, env, stderr: 'ignore', maxBufferSize: limits.max_bytes })
  }
  const { url, headers, inside } = target
  const fetch = createSafeFetch({
    allow: inside ? [url] : [],
    max_bytes: limits.max_bytes,
    timeout_ms: Math.max(limits.start_ms, limits.call_ms),
    max_redirects: 0,
  })
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
    },
    fetch: async (address, init) => {
      // A GET would open a stream of server notifications, which stays open and is never needed.
      if (init?.method === 'GET') return new Response(null, { status: 405 })
      return watchResponse(await fetch(address, init), reportBroken)
    },
  })
  // The package's types do not support exactOptionalPropertyTypes.
  return transport as Transport
}

/** Wraps a response so that a broken transfer is reported. */
function watchResponse(response: Response, reportBroken: ConnectionState['reportBroken']): Response {
  if (!response.body) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          reportBroken(error)
          controller.error(error)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: response.status, headers: response.headers })
}

/** Creates the function that calls a tool and returns its text; throws an McpFault, or the reason of its signal. */
function createCall(client: Client, { call_ms }: McpLimits, connection: ConnectionState): McpSession['call'] {
  return async (name, args, signal) => {
    const request = {
      method: 'tools/call' as const,
      params: { name, arguments: (args ?? {}) as Record<string, unknown> },
    }
    const answer = client.request(request, CallToolResultSchema, { signal, timeout: call_ms })
    // The race may be over when this rejects.
    answer.catch(() => {})
    try {
      return readResult(await Promise.race([answer, connection.untilBroken]))
    } catch (error) {
      signal.throwIfAborted()
      if (!isServerRefusal(error)) connection.reportBroken(error)
      throw toMcpFault(error)
    }
  }
}

/**
 * Returns the text of a result.
 *
 * @throws McpFault with the tool's own message when it failed.
 */
function readResult(result: CallToolResult): string {
  const text = resultText(result)
  if (result.isError) throw new McpFault(text || '工具报告失败，没有说明原因')
  return text
}

/** Codes of errors that the package raises itself. */
const OWN_ERROR_CODES = new Set<number>([ErrorCode.RequestTimeout, ErrorCode.ConnectionClosed])

/**
 * Returns whether the server itself refused in an orderly way, by an error of the protocol or a failed tool (the fault
 * of `readResult`), so that the session remains usable.
 */
const isServerRefusal = (error: unknown) =>
  error instanceof McpFault || (error instanceof McpError && !OWN_ERROR_CODES.has(error.code))

/**
 * Returns the result of work that ends in time.
 *
 * @throws McpFault when it does not; the work goes on.
 */
async function withTimeout<T>(timeout_ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const fault = new McpFault(`对方没有在 ${Math.ceil(timeout_ms / 1000)} 秒内答复`)
  const timer = setTimeout(() => late.reject(fault), timeout_ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Closes the session, also on the server if that is quick. */
function closeQuietly(client: Client, transport: Transport): void {
  const goodbye =
    transport instanceof StreamableHTTPClientTransport ? transport.terminateSession() : Promise.resolve()
  const end = () => {
    clearTimeout(timer)
    client.close()
  }
  const timer = setTimeout(end, CLOSE_TIMEOUT_MS)
  timer.unref()
  goodbye.then(end, end)
}

/** Maximum length of the result of a tool; the rest is cut off. */
const MAX_RESULT_CHARS = 1_000_000

/**
 * Returns a tool's result as text for a model: its texts, or else its structured data; other content is replaced by a
 * note.
 */
function resultText({ content, structuredContent }: CallToolResult): string {
  const parts = content.map((part) => {
    if (part.type === 'text') return part.text
    if (part.type === 'resource' && 'text' in part.resource) return part.resource.text
    if (part.type === 'resource_link') return `[${part.name}] ${part.uri}`
    return `[${part.type}：已省略]`
  })
  const text = parts.length > 0 || !structuredContent ? parts.join('\n') : JSON.stringify(structuredContent)
  return visibleText(text, MAX_RESULT_CHARS)
}

import { type Endpoint, type InputOf, type OutputOf, problemCode } from '@scinav/contract'
import { takeEarlyReply } from './early-replies.ts'
import { goToLogin } from './login-redirect.ts'
import { wireRequest } from './request.ts'

/** Timeout of one call, in milliseconds (specification §9). */
export const CALL_TIMEOUT_MS = 60_000

/** The envelope's code of a success, where the endpoint states no other. */
const SUCCESS = 200
/** The envelope's code of a response that requires a log-in. */
const LOGIN_REQUIRED = problemCode('login.required')

/** One input field that the server rejects, with the reason. */
export interface Issue {
  path: string
  message: string
}

/** The `code` of a failure without a response: the network failed, the time ran out, or the call was cancelled. */
export const NO_RESPONSE = 0

/** A failed call. */
export interface Failure {
  success: false
  /** For the user. */
  message: string
  /** The code of the response's envelope, or `NO_RESPONSE`. */
  code: number
  /** A problem key of the contract, or one of `network`, `timeout`, `cancelled` and `answer`. */
  problem: string
  issues?: Issue[]
  /** Identifies the request in the log of the server. */
  request_id?: string
  /** Seconds to wait before a retry. */
  retry_after?: number
  /** The host and model that would receive the text and that the user has not agreed to yet. */
  outside?: { host: string; model: string }
}

/** A successful call with the envelope's data and code. */
export interface Success<Data> {
  success: true
  code: number
  data: Data
}

/** The result of a call; calls never reject. */
export type Answer<Data> = Success<Data> | Failure

/** How a call is made. */
export interface CallOptions {
  /** Cancels the call, which then fails with the problem `cancelled`. */
  signal?: AbortSignal
  /** Repeated writes with the same key take effect once. */
  idempotencyKey?: string
  /** Lets the request complete while the page unloads. */
  keepalive?: boolean
}

/**
 * Calls one endpoint. Never rejects: every failure resolves to an answer with `success: false` and a message for the
 * user. When the response requires a log-in, the browser is also redirected to the log-in page.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<Answer<OutputOf<E>>> {
  const { url, ...init } = wireRequest(endpoint, input)
  if (options.idempotencyKey) init.headers['Idempotency-Key'] = options.idempotencyKey
  const limit = AbortSignal.timeout(CALL_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit
  try {
    const { keepalive = false } = options
    const early = init.method === 'GET' ? takeEarlyReply(url) : undefined
    const response = await (early ?? fetch(url, { ...init, credentials: 'include', signal, keepalive }))
    return readAnswer(endpoint, response.status, await response.json())
  } catch (error) {
    return failureOf(error, limit.aborted)
  }
}

/**
 * Converts a response body to a success or a failure, and redirects to the log-in page when the response requires it.
 */
export function readAnswer<E extends Endpoint>(
  endpoint: E,
  status: number,
  body: unknown,
): Answer<OutputOf<E>> {
  if (!isEnvelope(body)) return brokenAnswer(status)
  if (body.code === (endpoint.success_code ?? SUCCESS) && status < 400)
    // The server validates every response against this same schema before it sends it.
    return { success: true, code: body.code, data: body.data as OutputOf<E> }
  if (status === 401 && body.code === LOGIN_REQUIRED && typeof body.data === 'string') goToLogin(body.data)
  return { success: false, message: body.message || '请求没有完成', code: body.code, ...detailsOf(body.data) }
}

/** What a failure may state besides code and message. */
type Details = Omit<Failure, 'success' | 'message' | 'code'>

/** Reads the details of a failure from the data of its envelope. */
function detailsOf(data: unknown): Details {
  // A failure with a string has the address of the log-in page as its data.
  if (typeof data === 'string') return { problem: 'login.required' }
  // The data of a failure always has this shape; absent fields stay absent.
  const details = (data ?? {}) as Partial<Failure> & { host?: string; model?: string }
  const { host, model } = details
  return {
    problem: details.problem ?? 'answer',
    ...(details.issues && { issues: details.issues }),
    ...(details.request_id && { request_id: details.request_id }),
    ...(details.retry_after !== undefined && { retry_after: details.retry_after }),
    ...(host !== undefined && model !== undefined && { outside: { host, model } }),
  }
}

/** Returns whether a response body is the envelope of the API. */
function isEnvelope(body: unknown): body is { code: number; data: unknown; message: string } {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number'
}

/** Returns the failure for a body that is not an envelope, such as a proxy's error page or a truncated response. */
function brokenAnswer(status: number): Failure {
  return { success: false, message: '服务器的答复无法识别，请稍后重试', code: status, problem: 'answer' }
}

/** Converts what `fetch` or the parsing of its body threw to a failure. */
function failureOf(error: unknown, timedOut: boolean): Failure {
  if (timedOut) return localFailure('timeout', '服务器 60 秒内没有答复')
  if (error instanceof DOMException && error.name === 'AbortError') return localFailure('cancelled', '已取消')
  if (error instanceof SyntaxError) return brokenAnswer(NO_RESPONSE)
  return localFailure('network', '没有连上服务器，请检查网络')
}

/** Creates the failure of a call that got no response. */
export const localFailure = (problem: 'network' | 'timeout' | 'cancelled', message: string): Failure => ({
  success: false,
  code: NO_RESPONSE,
  problem,
  message,
})

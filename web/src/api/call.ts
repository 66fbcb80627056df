import { type Endpoint, type InputOf, type OutputOf, problemCode } from '@scinav/contract'
import { goToLogin } from './login-redirect.ts'
import { wireRequest } from './request.ts'

/** The longest a call may take, in milliseconds (specification §9). */
export const CALL_TIMEOUT_MS = 60_000

const SUCCESS = 200
const LOGIN_REQUIRED = problemCode('login.required')

/** One field the server refused, and why. */
export interface Issue {
  path: string
  message: string
}

/** A call that did not succeed. `code` is 0 when no answer came. */
export interface Failure {
  success: false
  message: string
  code: number
  /** A key of the contract's problems, or `network`, `timeout`, `cancelled`, `answer`. */
  problem: string
  issues?: Issue[]
  request_id?: string
  /** Seconds. */
  retry_after?: number
  /** Whom a text would go to; the person has not agreed to that yet. */
  outside?: { host: string; model: string }
}

export interface Success<Data> {
  success: true
  code: number
  data: Data
}

export type Answer<Data> = Success<Data> | Failure

export interface CallOptions {
  signal?: AbortSignal
  /** Repeats of a write under one key count once. */
  idempotencyKey?: string
  /** Goes out even while the page is being left. */
  keepalive?: boolean
}

/**
 * Calls one endpoint. Never rejects: every failure is an answer with `success: false` and a sentence
 * for the person. An answer that asks for a log-in also sends the browser there.
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
    const response = await fetch(url, { ...init, credentials: 'include', signal, keepalive })
    return readAnswer(endpoint, response.status, await response.json())
  } catch (error) {
    return failureOf(error, limit.aborted)
  }
}

/** Turns an answer's body into success or failure, and follows a request to log in. */
export function readAnswer<E extends Endpoint>(
  endpoint: E,
  status: number,
  body: unknown,
): Answer<OutputOf<E>> {
  if (!isEnvelope(body)) return brokenAnswer(status)
  if (body.code === (endpoint.success_code ?? SUCCESS) && status < 400)
    // The server parses every answer by this very shape before it sends it.
    return { success: true, code: body.code, data: body.data as OutputOf<E> }
  if (status === 401 && body.code === LOGIN_REQUIRED && typeof body.data === 'string') goToLogin(body.data)
  return { success: false, message: body.message || '请求没有完成', code: body.code, ...detailsOf(body.data) }
}

type Details = Omit<Failure, 'success' | 'message' | 'code'>

function detailsOf(data: unknown): Details {
  if (typeof data === 'string') return { problem: 'login.required' }
  // Failures always carry this shape; whatever is missing stays missing.
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

function isEnvelope(body: unknown): body is { code: number; data: unknown; message: string } {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number'
}

/** A body that is no envelope: a proxy's error page, or a cut answer. */
function brokenAnswer(status: number): Failure {
  return { success: false, message: '服务器的答复无法识别，请稍后重试', code: status, problem: 'answer' }
}

function failureOf(error: unknown, timedOut: boolean): Failure {
  if (timedOut) return { success: false, message: '服务器 60 秒内没有答复', code: 0, problem: 'timeout' }
  if (error instanceof DOMException && error.name === 'AbortError')
    return { success: false, message: '已取消', code: 0, problem: 'cancelled' }
  if (error instanceof SyntaxError) return brokenAnswer(0)
  return { success: false, message: '没有连上服务器，请检查网络', code: 0, problem: 'network' }
}

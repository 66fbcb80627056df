import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ProblemId, problemCode, problemIssue, problemMessage, problems } from '@scinav/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { AppError, DatabaseUnavailable } from '../foundation/errors.ts'
import { diskFault } from '../foundation/fault.ts'

/** The shape of every JSON reply. */
interface Envelope {
  /** 200, or another code of the contract; not always the HTTP status. */
  code: number
  data: unknown
  /** For people, in Chinese; '' on success. */
  message: string
}

/** Builds the envelope of a successful reply. */
export function successEnvelope(data: unknown, code = 200): Envelope {
  return { code, data, message: '' }
}

/** Smallest reply that is compressed, in characters or bytes. */
export const MIN_COMPRESSED_CHARS = 1_024

/** Sends a reply, compressed when that pays; the plugin's own hook costs too much for every small reply. */
export function sendJson(reply: FastifyReply, body: Envelope): FastifyReply {
  return sendSerialized(reply, JSON.stringify(body))
}

/** Sends a reply that is JSON already; otherwise like `sendJson`. */
export function sendSerialized(reply: FastifyReply, text: string | Buffer): FastifyReply {
  reply.type('application/json; charset=utf-8')
  if (text.length < MIN_COMPRESSED_CHARS) return reply.send(text)
  reply.compress(text)
  return reply
}

/** Address of the log-in page, sent to a caller without a session. */
const LOGIN_URL = '/login'

/** Answers a failure in the envelope. Expected failures have their own message; others are logged under a request id. */
export function sendFailure(
  log: Logger,
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // The reader disconnected during a compressed reply; nobody can receive the failure.
  if ((error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.destroyed)
    return reply
  const expected = error instanceof AppError ? error : fromFastify(error)
  if (expected) return sendProblem(reply, expected.id, expected.details)
  log.error({ request_id: request.id, err: error }, 'a request failed')
  if (error instanceof DatabaseUnavailable)
    return sendProblem(reply, 'database.away', { request_id: request.id })
  const fault = diskFault(error)
  if (fault) return sendProblem(reply, fault, { request_id: request.id })
  return sendProblem(reply, 'server.failed', { request_id: request.id })
}

/** Builds the envelope of a failure; a 400 names the field and what is wrong with it. */
function failureEnvelope(id: ProblemId, { path, ...details }: Record<string, unknown> = {}): Envelope {
  const issue = problemIssue(id)
  const issues = issue && { issues: [{ ...issue, ...(path !== undefined && { path }) }] }
  const data = { problem: id, ...issues, ...details }
  return {
    code: problemCode(id),
    data: id === 'login.required' ? LOGIN_URL : data,
    message: problemMessage(id, details),
  }
}

/** Sends the envelope of a problem with its status; `retry_after` also becomes a header. */
function sendProblem(reply: FastifyReply, id: ProblemId, details: Record<string, unknown>): FastifyReply {
  const { status } = problems[id]
  // The sender may still be sending the rest of the body.
  if (id === 'request.too_large') reply.header('connection', 'close')
  if (typeof details.retry_after === 'number') reply.header('retry-after', Math.ceil(details.retry_after))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(failureEnvelope(id, details))
}

const PROBLEM_BY_FASTIFY_CODE: Record<string, ProblemId> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.wrong_type',
  FST_ERR_BAD_URL: 'request.bad_address',
  FST_ERR_MAX_PARAM_LENGTH: 'request.address_too_long',
}

/** Converts a refusal of Fastify itself; returns null for any other error. */
function fromFastify(error: FastifyError): AppError | null {
  const problem = PROBLEM_BY_FASTIFY_CODE[error.code]
  if (problem) return new AppError(problem)
  const isRefusal = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return isRefusal
    ? new AppError('input.invalid', { issues: [{ path: '', message: '请求的内容无法解析' }] })
    : null
}

/** Problems by the codes of Node's HTTP parser and server. */
const PROBLEM_BY_CODE: Record<string, ProblemId> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timed_out',
}

/** Answers bytes that are not a valid HTTP request, in the usual envelope, and closes their connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const id = PROBLEM_BY_CODE[error.code ?? ''] ?? 'request.malformed'
    const body = JSON.stringify(failureEnvelope(id))
    const { status } = problems[id]
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'content-type: application/json; charset=utf-8',
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}

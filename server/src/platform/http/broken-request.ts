import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ProblemId, problems } from '@scinav/contract'
import { failureEnvelope } from './envelope.ts'

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

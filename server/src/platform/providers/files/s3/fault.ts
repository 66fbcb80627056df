import { AppError } from '../../../foundation/errors.ts'

interface FaultDetails {
  /** The HTTP status; 0 without a response. */
  status: number
  /** The store's own code (`NoSuchBucket`), or the network's (`ECONNREFUSED`). */
  reason: string
  /** Whether the same request may succeed when it is repeated. */
  isTransient: boolean
}

/**
 * A failure of the store or of the connection to it. People read that files are unavailable; the log has the details.
 */
export class StoreFault extends AppError {
  readonly status: number
  readonly reason: string
  readonly isTransient: boolean

  constructor({ status, reason, isTransient }: FaultDetails, cause?: unknown) {
    super('storage.unavailable')
    this.status = status
    this.reason = reason
    this.isTransient = isTransient
    this.cause = cause
  }
}

/** Converts a network error, such as no response or an incomplete one; a StoreFault is returned as it is. */
export function connectionFault(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } }
  const reason = [cause?.code, code, name].find((word) => typeof word === 'string' && word !== '')
  return new StoreFault({ status: 0, reason: String(reason ?? 'Error'), isTransient: true }, error)
}

const MAX_REASON_CHARS = 64

/**
 * Converts an error response; its document names the code.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
export function responseFault(status: number, body: string): StoreFault {
  const start = body.indexOf('<Code>')
  const end = body.indexOf('</Code>', start)
  const code = start < 0 || end < 0 ? '' : body.slice(start + '<Code>'.length, end).slice(0, MAX_REASON_CHARS)
  const isTransient = status >= 500 || status === 429 || status === 408 || code === 'RequestTimeout'
  return new StoreFault({ status, reason: code || `HTTP ${status}`, isTransient })
}

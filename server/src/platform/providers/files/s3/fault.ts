import { AppError } from '../../../foundation/errors.ts'

interface FaultDetails {
  /** The status of the answer; 0 where none came. */
  status: number
  /** The store's own word for it (`NoSuchBucket`), or the network's (`ECONNREFUSED`). */
  reason: string
  /** Trying again may help. */
  passing: boolean
}

/** What the store, or the way to it, said no to. People read that files cannot be had now; the log has the rest. */
export class StoreFault extends AppError {
  readonly status: number
  readonly reason: string
  readonly passing: boolean

  constructor({ status, reason, passing }: FaultDetails, cause?: unknown) {
    super('storage.unavailable')
    this.status = status
    this.reason = reason
    this.passing = passing
    this.cause = cause
  }
}

/** Of the network: nothing came, or not all of it. */
export function connectionFault(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } }
  const known = [cause?.code, code, name].find((word) => typeof word === 'string' && word !== '')
  return new StoreFault({ status: 0, reason: String(known ?? 'Error'), passing: true }, error)
}

const MAX_REASON_CHARS = 64

/** Of the store: an error document says which one. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export function responseFault(status: number, body: string): StoreFault {
  const start = body.indexOf('<Code>')
  const end = body.indexOf('</Code>', start)
  const said = start < 0 || end < 0 ? '' : body.slice(start + '<Code>'.length, end).slice(0, MAX_REASON_CHARS)
  const passing = status >= 500 || status === 429 || status === 408 || said === 'RequestTimeout'
  return new StoreFault({ status, reason: said || `HTTP ${status}`, passing })
}

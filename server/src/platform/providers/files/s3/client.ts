import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { FileStoreLocation } from '../../../config/config-files.ts'
import { connectionFault, responseFault, type StoreFault } from './fault.ts'
import { escapeUri, sha256Hex, signHeaders } from './signature.ts'

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The name of an object, without the prefix; omitted for the bucket itself. */
  name?: string
  query?: Record<string, string>
  /** Names in lower case. */
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

interface S3Response {
  /** 2xx, or 404 when an object to be read or deleted does not exist. */
  status: number
  headers: Headers
}

/** A client of one bucket. Requests are retried while that may help, and throw StoreFault when they fail. */
export interface S3Client {
  /** Sends a request with a short response. */
  send: (request: S3Request) => Promise<S3Response & { text: string }>
  /**
   * Sends a request with a response of any length, in chunks, to be read to the end or abandoned. Only its
   * beginning is retried: when the response breaks off later, reading throws StoreFault.
   */
  stream: (request: S3Request) => Promise<S3Response & { chunks: AsyncGenerator<Uint8Array> }>
  /** The prefix of all object names in the bucket: '' or ending in a slash. */
  prefix: string
}

/** Timeouts and retries of S3 requests. */
export interface S3Timeouts {
  /** Maximum number of attempts. */
  tries: number
  /** Pause before the second attempt, ms; it then grows by `PAUSE_GROWTH`. */
  wait_ms: number
  /** How long until a response begins, ms, in addition to the time for sending the body. */
  answer_ms: number
  /** Longest gap between two chunks of a response, ms. */
  silence_ms: number
}

const DEFAULT_TIMEOUTS: S3Timeouts = { tries: 3, wait_ms: 300, answer_ms: 20_000, silence_ms: 30_000 }
/** Each pause is this many times as long as the one before. */
const PAUSE_GROWTH = 4
/** Slowest upload rate to expect, bytes per millisecond: a request with a body may take longer accordingly. */
const MIN_BYTES_PER_MS = 64

interface S3ClientOptions {
  location: FileStoreLocation
  /** Folder below the configured prefix; '' for all of it. */
  folder?: string
  now: () => Date
  log: Logger
  timeouts?: Partial<S3Timeouts>
}

/** Creates a client of the bucket at `location`, whose requests are signed and retried. */
export function createS3Client({ location, folder = '', now, log, timeouts }: S3ClientOptions): S3Client {
  const limits = { ...DEFAULT_TIMEOUTS, ...timeouts }
  const prefix = [location.prefix, folder].map((path) => (path === '' ? '' : `${path}/`)).join('')

  /** Sends a request once. */
  async function attempt({ method, name, query = {}, headers = {}, body }: S3Request) {
    const url = objectUrl(location, name === undefined ? '' : prefix + name, query)
    const signed = signHeaders({ method, url, headers, sha256: sha256Hex(body ?? '') }, location, now())
    const stop = new AbortController()
    const timer = setTimeout(
      () => stop.abort(timeoutError()),
      limits.answer_ms + (body?.length ?? 0) / MIN_BYTES_PER_MS,
    )
    const init = {
      method,
      // With compression, the received length would differ from that of the object.
      headers: { ...signed, 'accept-encoding': 'identity' },
      body: body ?? null,
      // A redirect is not followed and counts as a failure.
      redirect: 'manual',
      signal: stop.signal,
    } as const
    const response = await fetch(url, init).finally(() => clearTimeout(timer))
    const chunks = readChunks(response, stop, limits.silence_ms)
    const { status } = response
    // Reading or deleting an object that does not exist is no failure.
    const mayBeMissing = name !== undefined && method !== 'PUT' && method !== 'POST'
    if (!response.ok && !(status === 404 && mayBeMissing)) throw responseFault(status, await readText(chunks))
    return { status, headers: response.headers, chunks }
  }

  /** Sends a request, and repeats it after growing pauses while that may help. */
  async function withRetries<Result>(
    request: S3Request,
    read: (response: Awaited<ReturnType<typeof attempt>>) => Promise<Result>,
  ): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await read(await attempt(request))
      } catch (error) {
        const fault = connectionFault(error)
        if (!fault.isTransient || tries >= limits.tries) throw logFault(fault, request)
      }
      await pause(limits.wait_ms * PAUSE_GROWTH ** (tries - 1))
    }
  }

  /** Logs the details of a fault for operators and returns it; the message that people see has none of them. */
  function logFault(fault: StoreFault, { method, name }: S3Request): StoreFault {
    const { status, reason, cause } = fault
    log.warn({ err: cause, method, object: name, status, reason }, 'the store of files does not do as asked')
    return fault
  }

  return {
    send: (request) =>
      withRetries(request, async ({ status, headers, chunks }) => ({
        status,
        headers,
        text: await readText(chunks),
      })),
    stream: (request) => withRetries(request, async (response) => response),
    prefix,
  }
}

/**
 * Returns the address of an object, or of the bucket when `key` is '', escaped as signatures require. By `addressing`
 * the bucket is in the host name (`https://bucket.endpoint/key`) or in the path (`https://endpoint/bucket/key`).
 */
export function objectUrl(
  { endpoint, bucket, addressing }: Pick<FileStoreLocation, 'endpoint' | 'bucket' | 'addressing'>,
  key: string,
  query: Record<string, string> = {},
): URL {
  const url = new URL(endpoint)
  const path = key.split('/').map(escapeUri).join('/')
  const base = url.pathname.replace(/\/$/, '')
  if (addressing === 'host') url.hostname = `${bucket}.${url.hostname}`
  const inBucket = addressing === 'host' ? '' : `/${bucket}`
  url.pathname = key === '' && inBucket !== '' ? base + inBucket : `${base}${inBucket}/${path}`
  url.search = Object.entries(query)
    .map(([name, value]) => `${escapeUri(name)}=${escapeUri(value)}`)
    .join('&')
  return url
}

const timeoutError = () => new DOMException('the store of files does not answer', 'TimeoutError')

/** Yields the chunks of a body; a gap of `silence_ms` between two of them aborts the request. */
async function* readChunks(
  { body }: Response,
  stop: AbortController,
  silence_ms: number,
): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  let isDone = false
  try {
    while (!isDone) {
      const timer = setTimeout(() => stop.abort(timeoutError()), silence_ms)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      isDone = done
      if (!done) yield value
    }
  } catch (error) {
    throw connectionFault(error)
  } finally {
    // An abandoned response is aborted.
    if (!isDone) stop.abort()
  }
}

/** Reads all chunks as UTF-8. */
async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const chunk of chunks) pieces.push(chunk)
  return Buffer.concat(pieces).toString('utf8')
}

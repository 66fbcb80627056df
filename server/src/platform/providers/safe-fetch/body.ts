import type { IncomingMessage } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** One request of a chain of redirects. */
export interface FetchHop {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | null
}

const FETCH_FAULT_MESSAGES = {
  address: '地址无法识别',
  scheme: '只能访问 http 或 https 地址',
  private: '地址指向内部网络，不能访问',
  name: '找不到这个地址的服务器',
  redirects: '地址转向的次数过多',
  too_large: '对方返回的内容过大',
  timeout: '对方没有在规定时间内答复',
  network: '连接失败或中途断开',
} as const

/** Why a fetch was refused or given up; the message is Chinese. */
export class FetchFault extends Error {
  readonly reason: keyof typeof FETCH_FAULT_MESSAGES

  constructor(reason: keyof typeof FETCH_FAULT_MESSAGES, options?: ErrorOptions) {
    super(FETCH_FAULT_MESSAGES[reason], options)
    this.reason = reason
  }
}

/** Statuses whose responses have no body by definition (RFC 9110). */
const BODILESS_STATUSES = new Set([204, 205, 304])

/**
 * Builds the platform's Response: its body is decompressed, read on demand, and limited to `max_bytes` both before and
 * after decompression.
 *
 * @throws FetchFault `too_large` when the declared length exceeds the limit.
 */
export function buildResponse(
  hop: FetchHop,
  incoming: IncomingMessage,
  max_bytes: number,
  toFault: (error: unknown) => unknown,
): Response {
  const status = incoming.statusCode ?? 502
  if (Number(incoming.headers['content-length'] ?? 0) > max_bytes) throw new FetchFault('too_large')
  const hasNoBody = BODILESS_STATUSES.has(status) || hop.method === 'HEAD'
  if (hasNoBody) incoming.resume()
  const body = hasNoBody ? null : toWebStream(incoming, readLimited(incoming, max_bytes, toFault))
  const response = new Response(body, { status, headers: toHeaders(incoming) })
  Object.defineProperty(response, 'url', { value: hop.url.href })
  return response
}

/** Reads on demand; cancelling also closes the connection, even before the first byte. */
function toWebStream(
  incoming: IncomingMessage,
  parts: AsyncGenerator<Uint8Array>,
): ReadableStream<Uint8Array> {
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void incoming.destroy(),
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

/** Returns the headers of a response without those that describe the compressed body. */
function toHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    // The body is decompressed already.
    if (name === 'content-encoding' || name === 'content-length') continue
    for (const value of values ?? []) headers.append(name, value)
  }
  return headers
}

/** Yields the decompressed body, of which neither form may exceed the limit; closes the connection at the end. */
async function* readLimited(
  incoming: IncomingMessage,
  max_bytes: number,
  toFault: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* limitBytes(decompress(incoming, limitBytes(incoming, max_bytes)), max_bytes)
  } catch (error) {
    throw toFault(error)
  } finally {
    incoming.destroy()
  }
}

/** Throws FetchFault `too_large` when there are more bytes. */
async function* limitBytes(source: AsyncIterable<Uint8Array>, max_bytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > max_bytes) throw new FetchFault('too_large')
    yield chunk
  }
}

/** Decompresses a body as its header states; an unknown encoding passes unchanged. */
function decompress(
  { headers }: IncomingMessage,
  source: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  switch (headers['content-encoding']?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return pipeThrough(source, createGunzip())
    case 'deflate':
      return pipeThrough(source, createInflate())
    case 'br':
      return pipeThrough(source, createBrotliDecompress())
    default:
      return source
  }
}

/** Feeds the decompressor no faster than its output is read: a decompression bomb never expands beyond the limit. */
async function* pipeThrough(source: AsyncIterable<Uint8Array>, unpacker: Duplex): AsyncGenerator<Uint8Array> {
  // A failure of either side ends the other and is thrown from the loop; the callback has nothing to add.
  yield* pipeline(source, unpacker, () => {})
}

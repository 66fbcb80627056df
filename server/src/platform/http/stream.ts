import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { AppError } from '../foundation/errors.ts'
import type { ByteRange, FileReply, StreamReply } from '../foundation/replies.ts'

const PING_INTERVAL_MS = 15_000
/**
 * How much is buffered for a slow reader in addition to one list of events, bytes; no more events are requested until
 * it is read.
 */
const MAX_BUFFERED_BYTES = 32 * 1024

/** An event as written, with a name if its shape has one. */
interface EventFrame {
  seq: number
  name?: string
  data: unknown
}

/** Sends server-sent events: `id` is the number of the event, `data` its JSON. */
export function sendStream(reply: FastifyReply, events: StreamReply<unknown>, signal: AbortSignal) {
  reply.header('content-type', 'text/event-stream; charset=utf-8')
  reply.header('cache-control', 'no-store')
  reply.header('x-accel-buffering', 'no')
  // The stream ends with its connection instead of using chunks: a list of events is then one write of bytes that all
  // readers share, where chunked encoding would need four. The last event shows a reader whether anything is missing.
  reply.header('connection', 'close')
  reply.raw.removeHeader('transfer-encoding')
  return reply.send(frameStream(events, signal))
}

/** Writes frames on demand until `signal`, with a comment as a ping whenever nothing was sent for 15 s. */
function frameStream(events: StreamReply<unknown>, signal: AbortSignal): Readable {
  const source = events[Symbol.asyncIterator]()
  let isPulling = false
  let isWanted = false
  let hasEnded = false

  function end(): void {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(ping)
    signal.removeEventListener('abort', end)
    if (!stream.destroyed) stream.push(null)
    source.return?.().catch(() => {})
  }

  async function sendNext(): Promise<void> {
    const { done, value } = await source.next()
    if (done) end()
    if (hasEnded) return
    ping.refresh()
    // `push` itself, or anything until the next turn of the event loop, may request more.
    isWanted = false
    if (stream.push(serializeEvents(value))) isWanted = true
  }

  async function pull(): Promise<void> {
    isWanted = true
    if (isPulling) return
    isPulling = true
    try {
      while (isWanted && !hasEnded) await sendNext()
    } catch (error) {
      stream.destroy(error as Error)
    } finally {
      isPulling = false
    }
  }

  const stream = new Readable({
    highWaterMark: MAX_BUFFERED_BYTES,
    read: () => void pull(),
    destroy: (error, done) => {
      end()
      done(error)
    },
  })
  const ping = setTimeout(() => {
    if (stream.readableLength === 0) stream.push(': ping\n\n')
    ping.refresh()
  }, PING_INTERVAL_MS)
  ping.unref()
  stream.push(': open\n\n')
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
  return stream
}

const serializedEvents = new WeakMap<object, Buffer>()

/** Serializes events that came together; the result is cached for all their readers. */
function serializeEvents(events: EventFrame | readonly EventFrame[]): Buffer {
  const known = serializedEvents.get(events)
  if (known) return known
  const bytes = Buffer.from([events].flat().map(formatFrame).join(''))
  serializedEvents.set(events, bytes)
  return bytes
}

function formatFrame({ seq, name, data }: EventFrame): string {
  return `id: ${seq}\n${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`
}

/** Policy for a file that a browser displays nevertheless: nothing in it runs or loads. */
const FILE_SECURITY_POLICY = "default-src 'none'; sandbox"

/** Sends a file, or the requested range of it, as an attachment under its own name. */
export function sendFile(reply: FastifyReply, file: FileReply) {
  const range = file.etag ? requestedRange(reply, file, file.etag) : undefined
  reply.header('content-type', file.mime)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  reply.header('content-security-policy', FILE_SECURITY_POLICY)
  if (file.headers) reply.headers(file.headers)
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
  reply.header('cache-control', 'private, no-store')
  return reply.send(file.stream(range))
}

const SINGLE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Returns the requested byte range (RFC 9110, 14.2); undefined, which means the whole file, when several ranges are
 * requested or they refer to another version of the file.
 *
 * @throws AppError `request.bad_range` when it lies outside of the file.
 */
function requestedRange(reply: FastifyReply, { size }: FileReply, etag: string): ByteRange | undefined {
  const { range, 'if-range': version } = reply.request.headers
  reply.header('accept-ranges', 'bytes').header('etag', `"${etag}"`)
  const [, first = '', last = ''] = SINGLE_RANGE.exec(range ?? '') ?? []
  if (first + last === '' || (version !== undefined && version !== `"${etag}"`)) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end) {
    reply.header('content-range', `bytes */${size}`)
    throw new AppError('request.bad_range')
  }
  reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return { start, end }
}

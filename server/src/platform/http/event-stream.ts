import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { StreamReply } from '../foundation/replies.ts'

/** Silence after which a comment is sent, ms: proxies close connections that are silent for longer. */
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

/**
 * Sends server-sent events (WHATWG HTML, 9.2): `id` is the number of the event, `data` its JSON. The stream ends with its
 * events, or when the signal is aborted.
 */
export function sendStream(
  reply: FastifyReply,
  events: StreamReply<unknown>,
  signal: AbortSignal,
): FastifyReply {
  reply.header('content-type', 'text/event-stream; charset=utf-8')
  reply.header('cache-control', 'no-store')
  // Tells nginx to pass events on at once.
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
  /** Whether `pull` is running, and whether the reader wants more. */
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
  const cached = serializedEvents.get(events)
  if (cached) return cached
  const bytes = Buffer.from([events].flat().map(formatFrame).join(''))
  serializedEvents.set(events, bytes)
  return bytes
}

function formatFrame({ seq, name, data }: EventFrame): string {
  return `id: ${seq}\n${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`
}

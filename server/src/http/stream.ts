import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileReply, StreamEvent } from '../replies.ts'

const PING_MS = 15_000

/** Sends events as server-sent events: `id` is the event's number, `data` its JSON. */
export function sendStream(
  reply: FastifyReply,
  events: AsyncIterable<StreamEvent<unknown>>,
  signal: AbortSignal,
) {
  reply.header('content-type', 'text/event-stream; charset=utf-8')
  reply.header('cache-control', 'no-store')
  reply.header('x-accel-buffering', 'no')
  return reply.send(Readable.from(frames(events, signal)))
}

/** Frames with a comment as a ping whenever nothing has happened for 15 s, until `signal`. */
async function* frames(events: AsyncIterable<StreamEvent<unknown>>, signal: AbortSignal) {
  const source = events[Symbol.asyncIterator]()
  yield ': open\n\n'
  let next = source.next()
  try {
    while (!signal.aborted) {
      const result = await Promise.race([next, quiet(signal)])
      if (result === 'quiet') {
        yield ': ping\n\n'
        continue
      }
      if (result.done) return
      yield `id: ${result.value.seq}\ndata: ${JSON.stringify(result.value.data)}\n\n`
      next = source.next()
    }
  } finally {
    await source.return?.()
  }
}

function quiet(signal: AbortSignal): Promise<'quiet'> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve('quiet')
    }
    const timer = setTimeout(end, PING_MS)
    timer.unref()
    signal.addEventListener('abort', end)
  })
}

/** Sends a file as an attachment under its own name. */
export function sendFile(reply: FastifyReply, file: FileReply) {
  reply.header('content-type', file.mime)
  reply.header('content-length', file.size)
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
  reply.header('cache-control', 'private, no-store')
  return reply.send(file.stream())
}

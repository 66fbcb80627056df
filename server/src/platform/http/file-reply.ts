import type { FastifyReply } from 'fastify'
import { AppError } from '../foundation/errors.ts'
import type { ByteRange, FileReply } from '../foundation/replies.ts'

/** Policy for a file that a browser displays nevertheless: nothing in it runs or loads. */
const FILE_SECURITY_POLICY = "default-src 'none'; sandbox"

/** Sends a file, or the requested range of it, as an attachment under its own name. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  const { etag, size } = file
  const range = etag && size !== null ? requestedRange(reply, size, etag) : undefined
  reply.header('content-type', file.mime)
  const length = range ? range.end - range.start + 1 : size
  if (length !== null) reply.header('content-length', length)
  reply.header('content-security-policy', FILE_SECURITY_POLICY)
  if (file.headers) reply.headers(file.headers)
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
  reply.header('cache-control', 'private, no-store')
  return reply.send(file.stream(range))
}

/** One range: `bytes=0-99`, `bytes=100-`, or the last bytes, `bytes=-100`. */
const SINGLE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Returns the requested byte range (RFC 9110, 14.2); undefined, which means the whole file, when several ranges are
 * requested or they refer to another version of the file.
 *
 * @throws AppError `request.bad_range` when it lies outside of the file.
 */
function requestedRange(reply: FastifyReply, size: number, etag: string): ByteRange | undefined {
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

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../foundation/errors.ts'

/** In this scope bytes alone are read, and handed on unread: `bytesOf` counts them. */
export function readBytesOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
}

/**
 * The bytes of an upload, fetched while somebody reads them.
 *
 * @throws AppError `request.wrong_type` without a body, `request.too_large` where its length is announced
 * as too much; reading throws the latter where it turns out so, and `input.invalid` where it breaks off.
 */
export function bytesOf(request: FastifyRequest): Readable {
  const { body } = request
  const limit = request.routeOptions.bodyLimit
  if (!(body instanceof Readable)) throw new AppError('request.wrong_type')
  if (Number(request.headers['content-length']) > limit) throw new AppError('request.too_large')
  return Readable.from(counted(body, limit), { objectMode: false })
}

async function* counted(payload: Readable, limit: number): AsyncGenerator<Uint8Array> {
  let count = 0
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      count += chunk.length
      if (count > limit) throw new AppError('request.too_large')
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalid('', '传输中断了，请从已收到的位置继续')
  } finally {
    // What a refused upload still sends goes nowhere; unread, it would hold up the connection.
    payload.resume()
  }
}

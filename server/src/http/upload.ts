import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../foundation/errors.ts'
import type { Form, FormFile } from '../foundation/form.ts'

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

/** In this scope forms alone are read, and their files handed on unread: `formOf` counts them. */
export async function readFormsOnly(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart)
}

/**
 * The files of a form.
 *
 * @throws AppError `request.wrong_type` without a form, `request.too_large` where more is announced than may come;
 * reading throws the latter where it turns out so, also where there are more files than `files`.
 */
export function formOf(request: FastifyRequest, { files }: { files: number }): Form {
  const most = request.routeOptions.bodyLimit
  if (!request.isMultipart()) throw new AppError('request.wrong_type')
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length > most) throw new AppError('request.too_large')
  const limits = { files, fileSize: most, fields: 20, fieldSize: 1_024, parts: files + 20, headerPairs: 50 }
  return { length: Number.isNaN(length) ? null : length, files: filesOf(request, limits) }
}

async function* filesOf(request: FastifyRequest, limits: object): AsyncGenerator<FormFile> {
  try {
    for await (const part of request.parts({ limits }))
      if (part.type === 'file') yield { name: part.filename, bytes: part.file }
  } catch (error) {
    const { statusCode } = error as { statusCode?: number }
    if (statusCode === 413) throw new AppError('request.too_large')
    throw error
  } finally {
    // What a refused form still sends goes nowhere; unread, it would hold up the connection.
    request.raw.unpipe()
    request.raw.resume()
  }
}

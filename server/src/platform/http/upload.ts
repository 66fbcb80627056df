import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { Endpoint } from '@scinav/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalidInput } from '../foundation/errors.ts'
import type { Form, FormFile } from '../foundation/form.ts'

/** In this scope bytes alone are read, and handed on unread: `bytesOf` counts them. */
export function acceptBytesOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
}

/**
 * The bytes of an upload, fetched while somebody reads them.
 *
 * @throws AppError `request.wrong_type` without a body, `request.too_large` where its length is announced
 * as too much; reading throws the latter where it turns out so, and `input.invalid` where it breaks off.
 */
export function requestBytes(request: FastifyRequest): Readable {
  const { body } = request
  const limit = request.routeOptions.bodyLimit
  if (!(body instanceof Readable)) throw new AppError('request.wrong_type')
  if (Number(request.headers['content-length']) > limit) throw new AppError('request.too_large')
  return Readable.from(limitBytes(body, limit), { objectMode: false })
}

async function* limitBytes(payload: Readable, limit: number): AsyncGenerator<Uint8Array> {
  let count = 0
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      count += chunk.length
      if (count > limit) throw new AppError('request.too_large')
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalidInput('', '传输中断了，请从已收到的位置继续')
  } finally {
    // What a refused upload still sends goes nowhere; unread, it would hold up the connection.
    payload.resume()
  }
}

/** In this scope forms alone are read, and their files handed on unread: `formOf` counts them. */
export async function acceptFormsOnly(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart)
}

type FormRules = NonNullable<Endpoint['form']>

/** Fields beyond those that a call knows: programs add some of their own. */
const MAX_EXTRA_FIELDS = 20
/** A name that has its way before it. */
const MAX_FIELD_BYTES = 4_096

/**
 * The files of a form, and its fields.
 *
 * @throws AppError `request.wrong_type` without a form, `request.too_large` where more is announced than may come;
 * reading throws the latter where it turns out so, also where there are more files than `files`.
 */
export function requestForm(request: FastifyRequest, { files, fields: names = [] }: FormRules): Form {
  const most = request.routeOptions.bodyLimit
  if (!request.isMultipart()) throw new AppError('request.wrong_type')
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length > most) throw new AppError('request.too_large')
  const most_fields = MAX_EXTRA_FIELDS + names.length * files
  const limits = {
    files,
    fileSize: most,
    fields: most_fields,
    fieldSize: MAX_FIELD_BYTES,
    parts: files + most_fields,
    headerPairs: 50,
  }
  const fields = new Map<string, string[]>()
  const keep = (name: string, value: unknown) => {
    const known = name.replace(/\[\]$/, '')
    if (names.includes(known)) fields.set(known, [...(fields.get(known) ?? []), String(value)])
  }
  return { length: Number.isNaN(length) ? null : length, files: formFiles(request, limits, keep), fields }
}

/** What browsers escape in the name of a file, and nothing else (HTML, multipart/form-data encoding algorithm). */
const unescapeFileName = (name: string): string =>
  name.replace(/%(?:22|0D|0A)/gi, (escaped) => (escaped.endsWith('22') ? '"' : ' '))

async function* formFiles(
  request: FastifyRequest,
  limits: object,
  keep: (name: string, value: unknown) => void,
): AsyncGenerator<FormFile> {
  try {
    for await (const part of request.parts({ limits }))
      if (part.type === 'file') yield { name: unescapeFileName(part.filename), bytes: part.file }
      else if (!part.valueTruncated) keep(part.fieldname, part.value)
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

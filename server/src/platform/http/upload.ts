import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { Endpoint } from '@scinav/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalidInput } from '../foundation/errors.ts'
import type { Form, FormFile } from '../foundation/form.ts'

/** Accepts raw bytes only in this scope and passes them on unread; `requestBytes` counts them. */
export function acceptBytesOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
}

/**
 * Returns the bytes of an upload, received while they are read.
 *
 * @throws AppError `request.wrong_type` without a body, `request.too_large` when its declared length exceeds the limit;
 *   reading throws the latter when the limit is exceeded, and `input.invalid` when the transfer breaks off.
 */
export function requestBytes(request: FastifyRequest): Readable {
  const { body } = request
  const limit = request.routeOptions.bodyLimit
  if (!(body instanceof Readable)) throw new AppError('request.wrong_type')
  if (Number(request.headers['content-length']) > limit) throw new AppError('request.too_large')
  return Readable.from(limitBytes(body, limit), { objectMode: false })
}

/** Yields the bytes of a body; throws when there are more than `limit` or the connection breaks. */
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
    // The rest of a refused upload is discarded; unread, it would block the connection.
    payload.resume()
  }
}

/** Accepts multipart forms only in this scope and passes their files on unread; `requestForm` bounds them. */
export async function acceptFormsOnly(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart)
}

type FormRules = NonNullable<Endpoint['form']>

/** Allowance for fields that a call does not know: programs add some of their own. */
const MAX_EXTRA_FIELDS = 20
const MAX_HEADERS_PER_PART = 50
/** Longest field value, bytes: a file name with its path. */
const MAX_FIELD_BYTES = 4_096

/**
 * Returns the files and fields of a form.
 *
 * @throws AppError `request.wrong_type` without a form, `request.too_large` when its declared length exceeds the limit;
 *   reading throws the latter when the limit or the number of files is exceeded.
 */
export function requestForm(request: FastifyRequest, { files, fields: names = [] }: FormRules): Form {
  const max_bytes = request.routeOptions.bodyLimit
  if (!request.isMultipart()) throw new AppError('request.wrong_type')
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length > max_bytes) throw new AppError('request.too_large')
  const max_fields = MAX_EXTRA_FIELDS + names.length * files
  const limits = {
    files,
    fileSize: max_bytes,
    fields: max_fields,
    fieldSize: MAX_FIELD_BYTES,
    parts: files + max_fields,
    headerPairs: MAX_HEADERS_PER_PART,
  }
  const fields = new Map<string, string[]>()
  const addField = (part_name: string, value: unknown) => {
    // A list may be written as `ids[]`.
    const name = part_name.replace(/\[\]$/, '')
    if (names.includes(name)) fields.set(name, [...(fields.get(name) ?? []), String(value)])
  }
  return { length: Number.isNaN(length) ? null : length, files: formFiles(request, limits, addField), fields }
}

/** Undoes the escapes of browsers in a file name, and no others (HTML, multipart/form-data encoding algorithm). */
const unescapeFileName = (name: string): string =>
  name.replace(/%(?:22|0D|0A)/gi, (escaped) => (escaped.endsWith('22') ? '"' : ' '))

/** Yields the files of a form one after another, and passes the fields between them to `addField`. */
async function* formFiles(
  request: FastifyRequest,
  limits: object,
  addField: (name: string, value: unknown) => void,
): AsyncGenerator<FormFile> {
  try {
    for await (const part of request.parts({ limits }))
      if (part.type === 'file') yield { name: unescapeFileName(part.filename), bytes: part.file }
      else if (!part.valueTruncated) addField(part.fieldname, part.value)
  } catch (error) {
    const { statusCode } = error as { statusCode?: number }
    if (statusCode === 413) throw new AppError('request.too_large')
    throw error
  } finally {
    // The rest of a refused form is discarded; unread, it would block the connection.
    request.raw.unpipe()
    request.raw.resume()
  }
}

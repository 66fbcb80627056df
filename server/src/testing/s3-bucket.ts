import type { IncomingHttpHeaders } from 'node:http'
import { sha256Hex } from '../platform/providers/files/s3/signature.ts'

/** A request for an object, or for the bucket itself when the key is empty. */
export interface S3Request {
  method: string
  key: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The response to a request. */
export interface S3Response {
  status: number
  headers: Record<string, string>
  body: Buffer
}

interface StoredObject {
  bytes: Buffer
  etag: string
  meta: Record<string, string>
  at: Date
}

interface MultipartUpload {
  key: string
  meta: Record<string, string>
  parts: Map<number, { bytes: Buffer; etag: string }>
  at: Date
}

/** Objects per page of a listing, small so that there are several pages. */
const PAGE_SIZE = 3

interface BucketState {
  objects: Map<string, StoredObject>
  uploads: Map<string, MultipartUpload>
  /** Number of uploads ever started. */
  count: number
}

/** Creates an S3 bucket in memory. */
export function createS3Bucket() {
  const held: BucketState = { objects: new Map(), uploads: new Map(), count: 0 }
  return {
    objects: held.objects,
    uploads: held.uploads,
    act: (act: S3Request) => handleRequest(held, act),
    refusal: errorResponse,
  }
}

function handleRequest(held: BucketState, act: S3Request): S3Response {
  const { method, key, query } = act
  if (key === '') return handleBucketRequest(held, act)
  if (query.uploadId !== undefined) return handleUploadRequest(held, act, query.uploadId)
  if (method === 'POST') return beginUpload(held, act)
  if (method === 'PUT') return putObject(held, act)
  if (method !== 'DELETE') return getObject(held, act)
  held.objects.delete(key)
  return emptyResponse(204)
}

function handleBucketRequest(held: BucketState, { method, query }: S3Request): S3Response {
  if (method === 'HEAD') return emptyResponse(200)
  if (method !== 'GET') return errorResponse(405, 'MethodNotAllowed')
  return 'uploads' in query ? listUploads(held, query) : listObjects(held, query)
}

function putObject({ objects }: BucketState, { key, headers, body }: S3Request): S3Response {
  const etag = etagOf(body)
  objects.set(key, { bytes: body, etag, meta: metaOf(headers), at: new Date() })
  return emptyResponse(200, { etag })
}

function getObject({ objects }: BucketState, { key, headers }: S3Request): S3Response {
  const found = objects.get(key)
  if (!found) return errorResponse(404, 'NoSuchKey')
  if (headers['if-match'] !== undefined && headers['if-match'] !== found.etag)
    return errorResponse(412, 'PreconditionFailed')
  const about = { ...found.meta, etag: found.etag }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  if (first === undefined) return { status: 200, headers: about, body: found.bytes }
  return { status: 206, headers: about, body: found.bytes.subarray(Number(first), Number(last) + 1) }
}

function beginUpload(held: BucketState, { key, headers }: S3Request): S3Response {
  held.count += 1
  const id = `upload-${String(held.count).padStart(6, '0')}`
  held.uploads.set(id, { key, meta: metaOf(headers), parts: new Map(), at: new Date() })
  return xmlResponse(
    200,
    `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  )
}

function handleUploadRequest(
  held: BucketState,
  { method, key, query, body }: S3Request,
  id: string,
): S3Response {
  const begun = held.uploads.get(id)
  if (begun?.key !== key) return errorResponse(404, 'NoSuchUpload')
  if (method === 'PUT') {
    const etag = etagOf(body)
    begun.parts.set(Number(query.partNumber), { bytes: body, etag })
    return emptyResponse(200, { etag })
  }
  if (method === 'POST') return completeUpload(held, begun, id, body.toString())
  held.uploads.delete(id)
  return emptyResponse(204)
}

function completeUpload(
  { objects, uploads }: BucketState,
  { key, meta, parts, at }: MultipartUpload,
  id: string,
  order: string,
) {
  const named = [...order.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
  const pieces = named.flatMap(([, number, etag = '']) => {
    const part = parts.get(Number(number))
    return part?.etag === etag.replaceAll('&quot;', '"') ? [part.bytes] : []
  })
  if (pieces.length === 0 || pieces.length !== named.length) return xmlResponse(200, errorXml('InvalidPart'))
  const bytes = Buffer.concat(pieces)
  objects.set(key, { bytes, meta, at, etag: etagOf(bytes) })
  uploads.delete(id)
  return xmlResponse(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
}

type S3Query = Record<string, string>

function listObjects(
  { objects }: BucketState,
  { prefix = '', 'continuation-token': after = '' }: S3Query,
): S3Response {
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  const rest = keys.filter((key) => key > Buffer.from(after, 'base64url').toString())
  const some = rest.slice(0, PAGE_SIZE)
  const next = rest.length > PAGE_SIZE ? tokenElement(some.at(-1) ?? '') : ''
  const each = some.map(
    (key) =>
      `<Contents><Key>${encodeKey(key)}</Key>${timeElement('LastModified', objects.get(key))}</Contents>`,
  )
  return xmlResponse(
    200,
    `<ListBucketResult>${URL_ENCODED_ELEMENT}${each.join('')}${next}</ListBucketResult>`,
  )
}

function listUploads(
  { uploads }: BucketState,
  { prefix = '', 'upload-id-marker': after = '' }: S3Query,
): S3Response {
  const all = [...uploads].filter(([id, { key }]) => key.startsWith(prefix) && id > after)
  const some = all.slice(0, PAGE_SIZE)
  const each = some.map(
    ([id, begun]) =>
      `<Upload><Key>${encodeKey(begun.key)}</Key><UploadId>${id}</UploadId>${timeElement('Initiated', begun)}</Upload>`,
  )
  const last = some.at(-1)
  const next = all.length > PAGE_SIZE && last ? markerElements(last) : '<IsTruncated>false</IsTruncated>'
  const inner = `${URL_ENCODED_ELEMENT}${each.join('')}${next}`
  return xmlResponse(200, `<ListMultipartUploadsResult>${inner}</ListMultipartUploadsResult>`)
}

const URL_ENCODED_ELEMENT = '<EncodingType>url</EncodingType>'

/** Encodes a key as a form does: a space becomes a plus. */
const encodeKey = (key: string) => encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/')

const timeElement = (name: string, of: { at: Date } | undefined) =>
  `<${name}>${of?.at.toISOString()}</${name}>`

const tokenElement = (key: string) =>
  `<NextContinuationToken>${Buffer.from(key).toString('base64url')}</NextContinuationToken>`

const markerElements = ([id, { key }]: [string, MultipartUpload]) =>
  `<IsTruncated>true</IsTruncated><NextKeyMarker>${encodeKey(key)}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>`

const etagOf = (bytes: Buffer) => `"${sha256Hex(bytes).slice(0, 32)}"`

const metaOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith('x-amz-meta-') || name === 'content-type')
      .map(([name, value]) => [name, String(value)]),
  )

const errorXml = (code: string) => `<?xml version="1.0"?>\n<Error><Code>${code}</Code></Error>`

function xmlResponse(status: number, text: string): S3Response {
  return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(text) }
}

const emptyResponse = (status: number, headers: Record<string, string> = {}): S3Response => ({
  status,
  headers,
  body: Buffer.alloc(0),
})

const errorResponse = (status: number, code: string): S3Response => xmlResponse(status, errorXml(code))

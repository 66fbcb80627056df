import type { IncomingHttpHeaders } from 'node:http'
import { sha256Of } from '../platform/providers/files/s3/signature.ts'

/** A request for an object, or for the bucket itself where the key is empty. */
export interface S3Act {
  method: string
  key: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface S3Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

interface Stored {
  bytes: Buffer
  etag: string
  meta: Record<string, string>
  at: Date
}

interface Begun {
  key: string
  meta: Record<string, string>
  parts: Map<number, { bytes: Buffer; etag: string }>
  at: Date
}

/** Objects of a page of a list, so that there are several pages soon. */
const PAGE = 3

interface Held {
  objects: Map<string, Stored>
  uploads: Map<string, Begun>
  /** Of uploads that were ever begun. */
  count: number
}

/** What a bucket of S3 does, in memory. */
export function s3Bucket() {
  const held: Held = { objects: new Map(), uploads: new Map(), count: 0 }
  return { objects: held.objects, uploads: held.uploads, act: (act: S3Act) => actOn(held, act), refusal }
}

function actOn(held: Held, act: S3Act): S3Answer {
  const { method, key, query } = act
  if (key === '') return ofBucket(held, act)
  if (query.uploadId !== undefined) return ofUpload(held, act, query.uploadId)
  if (method === 'POST') return begin(held, act)
  if (method === 'PUT') return put(held, act)
  if (method !== 'DELETE') return get(held, act)
  held.objects.delete(key)
  return empty(204)
}

function ofBucket(held: Held, { method, query }: S3Act): S3Answer {
  if (method === 'HEAD') return empty(200)
  if (method !== 'GET') return refusal(405, 'MethodNotAllowed')
  return 'uploads' in query ? listUploads(held, query) : listObjects(held, query)
}

function put({ objects }: Held, { key, headers, body }: S3Act): S3Answer {
  const etag = etagOf(body)
  objects.set(key, { bytes: body, etag, meta: metaOf(headers), at: new Date() })
  return empty(200, { etag })
}

function get({ objects }: Held, { key, headers }: S3Act): S3Answer {
  const found = objects.get(key)
  if (!found) return refusal(404, 'NoSuchKey')
  if (headers['if-match'] !== undefined && headers['if-match'] !== found.etag)
    return refusal(412, 'PreconditionFailed')
  const about = { ...found.meta, etag: found.etag }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  if (first === undefined) return { status: 200, headers: about, body: found.bytes }
  return { status: 206, headers: about, body: found.bytes.subarray(Number(first), Number(last) + 1) }
}

function begin(held: Held, { key, headers }: S3Act): S3Answer {
  held.count += 1
  const id = `upload-${String(held.count).padStart(6, '0')}`
  held.uploads.set(id, { key, meta: metaOf(headers), parts: new Map(), at: new Date() })
  return xml(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
}

function ofUpload(held: Held, { method, key, query, body }: S3Act, id: string): S3Answer {
  const begun = held.uploads.get(id)
  if (begun?.key !== key) return refusal(404, 'NoSuchUpload')
  if (method === 'PUT') {
    const etag = etagOf(body)
    begun.parts.set(Number(query.partNumber), { bytes: body, etag })
    return empty(200, { etag })
  }
  if (method === 'POST') return complete(held, begun, id, body.toString())
  held.uploads.delete(id)
  return empty(204)
}

function complete({ objects, uploads }: Held, { key, meta, parts, at }: Begun, id: string, order: string) {
  const named = [...order.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
  const pieces = named.flatMap(([, number, etag = '']) => {
    const part = parts.get(Number(number))
    return part?.etag === etag.replaceAll('&quot;', '"') ? [part.bytes] : []
  })
  if (pieces.length === 0 || pieces.length !== named.length) return xml(200, errorXml('InvalidPart'))
  const bytes = Buffer.concat(pieces)
  objects.set(key, { bytes, meta, at, etag: etagOf(bytes) })
  uploads.delete(id)
  return xml(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
}

type Query = Record<string, string>

function listObjects({ objects }: Held, { prefix = '', 'continuation-token': after = '' }: Query): S3Answer {
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  const rest = keys.filter((key) => key > Buffer.from(after, 'base64url').toString())
  const some = rest.slice(0, PAGE)
  const next = rest.length > PAGE ? token(some.at(-1) ?? '') : ''
  const each = some.map(
    (key) => `<Contents><Key>${listed(key)}</Key>${time('LastModified', objects.get(key))}</Contents>`,
  )
  return xml(200, `<ListBucketResult>${URL_ENCODED}${each.join('')}${next}</ListBucketResult>`)
}

function listUploads({ uploads }: Held, { prefix = '', 'upload-id-marker': after = '' }: Query): S3Answer {
  const all = [...uploads].filter(([id, { key }]) => key.startsWith(prefix) && id > after)
  const some = all.slice(0, PAGE)
  const each = some.map(
    ([id, begun]) =>
      `<Upload><Key>${listed(begun.key)}</Key><UploadId>${id}</UploadId>${time('Initiated', begun)}</Upload>`,
  )
  const last = some.at(-1)
  const next = all.length > PAGE && last ? markers(last) : '<IsTruncated>false</IsTruncated>'
  const inner = `${URL_ENCODED}${each.join('')}${next}`
  return xml(200, `<ListMultipartUploadsResult>${inner}</ListMultipartUploadsResult>`)
}

const URL_ENCODED = '<EncodingType>url</EncodingType>'

/** As forms are written: a space is a plus. */
const listed = (key: string) => encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/')

const time = (name: string, of: { at: Date } | undefined) => `<${name}>${of?.at.toISOString()}</${name}>`

const token = (key: string) =>
  `<NextContinuationToken>${Buffer.from(key).toString('base64url')}</NextContinuationToken>`

const markers = ([id, { key }]: [string, Begun]) =>
  `<IsTruncated>true</IsTruncated><NextKeyMarker>${listed(key)}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>`

const etagOf = (bytes: Buffer) => `"${sha256Of(bytes).slice(0, 32)}"`

const metaOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith('x-amz-meta-') || name === 'content-type')
      .map(([name, value]) => [name, String(value)]),
  )

const errorXml = (code: string) => `<?xml version="1.0"?>\n<Error><Code>${code}</Code></Error>`

function xml(status: number, text: string): S3Answer {
  return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(text) }
}

const empty = (status: number, headers: Record<string, string> = {}): S3Answer => ({
  status,
  headers,
  body: Buffer.alloc(0),
})

const refusal = (status: number, code: string): S3Answer => xml(status, errorXml(code))

import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { StoreFault } from './fault.ts'

const XML_PARSER = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => name === 'Contents' || name === 'Upload',
})

const dateShape = z.string().transform((text) => new Date(text))
/** Names are URL-encoded, so that every character is valid in XML; stores that do not support it omit the field. */
const ENCODING_FIELD = { EncodingType: z.string().optional() }

const objectListShape = z.object({
  ListBucketResult: z.object({
    ...ENCODING_FIELD,
    Contents: z.array(z.object({ Key: z.string(), LastModified: dateShape })).default([]),
    /** Where the next page begins; absent on the last one. */
    NextContinuationToken: z.string().optional(),
  }),
})

const uploadListShape = z.object({
  ListMultipartUploadsResult: z.object({
    ...ENCODING_FIELD,
    Upload: z.array(z.object({ Key: z.string(), UploadId: z.string(), Initiated: dateShape })).default([]),
    IsTruncated: z.enum(['true', 'false']).default('false'),
    NextKeyMarker: z.string().optional(),
    NextUploadIdMarker: z.string().optional(),
  }),
})

const uploadStartedShape = z.object({
  InitiateMultipartUploadResult: z.object({ UploadId: z.string().min(1) }),
})

/**
 * Parses and validates a document.
 *
 * @throws StoreFault when it is not S3's.
 */
function parseXml<Shape extends z.ZodType>(shape: Shape, xml: string): z.output<Shape> {
  try {
    return shape.parse(XML_PARSER.parse(xml))
  } catch (error) {
    throw new StoreFault({ status: 200, reason: 'NotS3', isTransient: false }, error)
  }
}

const decodeName = (name: string, { EncodingType }: { EncodingType?: string | undefined }): string =>
  EncodingType === 'url' ? decodeURIComponent(name.replaceAll('+', ' ')) : name

/** Parses a page of objects; `next` is the query of the next page, null on the last one. */
export function parseObjects(xml: string) {
  const { Contents, NextContinuationToken, ...encoding } = parseXml(objectListShape, xml).ListBucketResult
  const list = Contents.map(({ Key, LastModified }) => ({
    key: decodeName(Key, encoding),
    stored_at: LastModified,
  }))
  return { list, next: NextContinuationToken ? { 'continuation-token': NextContinuationToken } : null }
}

/** Parses a page of unfinished multipart uploads; `next` is the query of the next page, null on the last one. */
export function parseUploads(xml: string) {
  const { Upload, IsTruncated, NextKeyMarker, NextUploadIdMarker, ...encoding } = parseXml(
    uploadListShape,
    xml,
  ).ListMultipartUploadsResult
  const list = Upload.map(({ Key, UploadId, Initiated }) => ({
    key: decodeName(Key, encoding),
    uploadId: UploadId,
    begun_at: Initiated,
  }))
  const next =
    IsTruncated === 'true' && NextKeyMarker !== undefined
      ? { 'key-marker': decodeName(NextKeyMarker, encoding), 'upload-id-marker': NextUploadIdMarker ?? '' }
      : null
  return { list, next }
}

/**
 * Parses the id of a multipart upload that was started.
 *
 * @throws StoreFault
 */
export const parseUploadId = (xml: string): string =>
  parseXml(uploadStartedShape, xml).InitiateMultipartUploadResult.UploadId

/** Writes the list of parts, in order, that completes an upload. */
export function partsXml(etags: string[]): string {
  const parts = etags.map(
    (etag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
  )
  const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
  return `<CompleteMultipartUpload xmlns="${namespace}">${parts.join('')}</CompleteMultipartUpload>`
}

/**
 * Returns whether a document is an error: the completion of an upload is answered with 200 before its outcome is known.
 */
export const isErrorDocument = (xml: string): boolean => /^\s*(?:<\?xml[^>]*>\s*)?<Error>/.test(xml)

import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { StoreFault } from './fault.ts'

const XML_PARSER = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => name === 'Contents' || name === 'Upload',
})

const dateShape = z.string().transform((text) => new Date(text))
/** Names come as in an address, so that every sign can stand in a document; stores that do not know how leave it out. */
const ENCODING_FIELD = { EncodingType: z.string().optional() }

const objectListShape = z.object({
  ListBucketResult: z.object({
    ...ENCODING_FIELD,
    Contents: z.array(z.object({ Key: z.string(), LastModified: dateShape })).default([]),
    /** Where to go on; not there at the end. */
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

/** @throws StoreFault for what no S3 store says. */
function parseXml<Shape extends z.ZodType>(shape: Shape, xml: string): z.output<Shape> {
  try {
    return shape.parse(XML_PARSER.parse(xml))
  } catch (error) {
    throw new StoreFault({ status: 200, reason: 'NotS3', passing: false }, error)
  }
}

const decodeName = (name: string, { EncodingType }: { EncodingType?: string | undefined }): string =>
  EncodingType === 'url' ? decodeURIComponent(name.replaceAll('+', ' ')) : name

/** A page of objects, and where the next one begins. */
export function parseObjects(xml: string) {
  const { Contents, NextContinuationToken, ...how } = parseXml(objectListShape, xml).ListBucketResult
  const list = Contents.map(({ Key, LastModified }) => ({ key: decodeName(Key, how), came_at: LastModified }))
  return { list, next: NextContinuationToken ? { 'continuation-token': NextContinuationToken } : null }
}

/** A page of what was begun in parts and is no object yet, and where the next one begins. */
export function parseUploads(xml: string) {
  const { Upload, IsTruncated, NextKeyMarker, NextUploadIdMarker, ...how } = parseXml(
    uploadListShape,
    xml,
  ).ListMultipartUploadsResult
  const list = Upload.map(({ Key, UploadId, Initiated }) => ({
    key: decodeName(Key, how),
    uploadId: UploadId,
    begun_at: Initiated,
  }))
  const next =
    IsTruncated === 'true' && NextKeyMarker !== undefined
      ? { 'key-marker': decodeName(NextKeyMarker, how), 'upload-id-marker': NextUploadIdMarker ?? '' }
      : null
  return { list, next }
}

export const parseUploadId = (xml: string): string =>
  parseXml(uploadStartedShape, xml).InitiateMultipartUploadResult.UploadId

/** The parts of a whole, in their order. */
export function partsXml(etags: string[]): string {
  const parts = etags.map(
    (etag, at) =>
      `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
  )
  const space = 'http://s3.amazonaws.com/doc/2006-03-01/'
  return `<CompleteMultipartUpload xmlns="${space}">${parts.join('')}</CompleteMultipartUpload>`
}

/** A whole that is put together is answered 200 before it is known whether it can be. */
export const isErrorDocument = (xml: string): boolean => /^\s*(?:<\?xml[^>]*>\s*)?<Error>/.test(xml)

import { z } from 'zod'
import { brokenRules, type SettingFault, webAddressShape } from './shapes.ts'

const SHAPE_MESSAGE = '应是 s3://桶 或 s3://桶/前缀，如 s3://scinav/files'
/** S3's rule: 3–63 lower-case letters, digits, dots, hyphens and underscores, with a letter or digit at both ends. */
const BUCKET_NAME = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/
/** Longest prefix, in UTF-8 bytes; S3 allows 1,024 for a whole key, including our own names. */
const MAX_PREFIX_BYTES = 512

/** A bucket and the common prefix of all our object names, '' or such as `scinav/files`. */
interface BucketLocation {
  bucket: string
  prefix: string
}

/** Matches a part of a prefix that is empty, `.` or `..`, or has a control character or one that URLs reserve. */
const INVALID_PART = /^\.{0,2}$|[\p{Cc}\\?#]/u

/** Parses `s3://bucket/prefix`; returns null for anything else. */
function parseBucket(text: string): BucketLocation | null {
  if (!text.startsWith('s3://')) return null
  const [bucket = '', ...parts] = text.slice('s3://'.length).split('/')
  while (parts.at(-1) === '') parts.pop()
  const prefix = parts.join('/')
  const isValid =
    BUCKET_NAME.test(bucket) &&
    !parts.some((part) => INVALID_PART.test(part)) &&
    Buffer.byteLength(prefix) <= MAX_PREFIX_BYTES
  return isValid ? { bucket, prefix } : null
}

/** Settings of a file store outside the data folder; config.ts reads them with the others. */
export const filesSettings = {
  FILES_URL: z
    .string()
    .transform((text, ctx) => {
      const location = parseBucket(text)
      if (location) return location
      ctx.addIssue({ code: 'custom', message: SHAPE_MESSAGE })
      return z.NEVER
    })
    .optional(),
  FILES_ENDPOINT: webAddressShape.optional(),
  FILES_REGION: z.string().min(1).default('us-east-1'),
  FILES_ACCESS_KEY: z.string().optional(),
  FILES_SECRET_KEY: z.string().optional(),
  /** Whether the bucket is part of the path of an address, or of its host name. */
  FILES_ADDRESSING: z.enum(['path', 'host'], '应是 path 或 host').default('path'),
}

type FilesSettings = z.output<z.ZodObject<typeof filesSettings>>

/** Checks settings that depend on each other, and returns what is wrong. */
export function filesFaults(value: FilesSettings): SettingFault[] {
  const { FILES_URL, FILES_ENDPOINT, FILES_ACCESS_KEY, FILES_SECRET_KEY } = value
  return brokenRules([
    [
      !FILES_URL && Boolean(FILES_ENDPOINT || FILES_ACCESS_KEY || FILES_SECRET_KEY),
      'FILES_URL',
      '设置了 FILES_ENDPOINT、FILES_ACCESS_KEY 或 FILES_SECRET_KEY 时必须填写',
    ],
    [Boolean(FILES_URL) && !FILES_ACCESS_KEY, 'FILES_ACCESS_KEY', '设置了 FILES_URL 时必须填写'],
    [Boolean(FILES_URL) && !FILES_SECRET_KEY, 'FILES_SECRET_KEY', '设置了 FILES_URL 时必须填写'],
  ])
}

/** Location and credentials of an S3 file store. */
export interface FileStoreLocation extends BucketLocation {
  endpoint: string
  region: string
  access_key: string
  secret_key: string
  addressing: 'path' | 'host'
}

/** Returns the file store outside the data folder, or null when files are in the data folder. */
export function fileStoreLocation(value: FilesSettings): FileStoreLocation | null {
  if (!value.FILES_URL) return null
  const region = value.FILES_REGION
  return {
    ...value.FILES_URL,
    region,
    endpoint: value.FILES_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    access_key: value.FILES_ACCESS_KEY ?? '',
    secret_key: value.FILES_SECRET_KEY ?? '',
    addressing: value.FILES_ADDRESSING,
  }
}

import { createHash, createHmac } from 'node:crypto'

/** The credentials, and the region that the store is in. */
export interface SigningKeys {
  access_key: string
  secret_key: string
  region: string
}

interface UnsignedRequest {
  method: string
  /** Its path and query are escaped already, see `escapeUri`. */
  url: URL
  /** Names in lower case. */
  headers: Record<string, string>
  /** SHA-256 of the body, hex; the store refuses any other body. */
  sha256: string
}

/** Returns the SHA-256 of bytes or of a text in UTF-8, hex. */
export const sha256Hex = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

/** Percent-encodes the UTF-8 of everything but RFC 3986's unreserved characters, as signatures require. */
export const escapeUri = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Signs the headers of a request: AWS Signature Version 4 for S3, with the payload in one chunk.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signHeaders(
  { method, url, headers, sha256 }: UnsignedRequest,
  { access_key, secret_key, region }: SigningKeys,
  now: Date,
): Record<string, string> {
  // `20260302T080000Z`
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 'YYYYMMDD'.length)
  const signedHeaders: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': sha256,
    'x-amz-date': time,
  }
  const names = Object.keys(signedHeaders).sort()
  const lines = names.map((name) => `${name}:${signedHeaders[name]?.trim()}`)
  const canonical = [method, url.pathname, canonicalQuery(url), ...lines, '', names.join(';'), sha256].join(
    '\n',
  )
  const scope = `${day}/${region}/s3/aws4_request`
  // The key is derived from the secret by one HMAC for each part of the scope.
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret_key}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256Hex(canonical)].join('\n'))
  // `fetch` adds the host itself.
  const { host: _, ...sent } = signedHeaders
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${access_key}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature.toString('hex')}`,
  }
}

/** Returns the query sorted by name, as the signature requires; names are unique. */
const canonicalQuery = ({ searchParams }: URL): string =>
  [...searchParams]
    .map(([name, value]) => [escapeUri(name), escapeUri(value)])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')

import { createHash } from 'node:crypto'
import type { S3Client } from './client.ts'
import { responseFault } from './fault.ts'
import { isErrorDocument, parseUploadId, partsXml } from './xml.ts'

/** Bytes to send. They are read twice, and every read returns the same. */
export interface UploadSource {
  size: number
  read: (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>>
}

/** Metadata of an object: the SHA-256 of its content, hex. */
export const SHA256_HEADER = 'x-amz-meta-sha256'
/** Bytes per request, which are held in memory. S3 allows 10,000 parts of at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024

/**
 * Stores bytes under a name, atomically: in one request, or in parts of `part_bytes` when there are more. The store
 * verifies each part against its signed SHA-256; that of the whole is stored as metadata.
 *
 * @throws StoreFault; a previous object of that name is then unchanged.
 */
export async function uploadObject(
  client: S3Client,
  name: string,
  source: UploadSource,
  part_bytes = PART_BYTES,
): Promise<void> {
  const sha256 = await hashSource(source, part_bytes)
  const headers = { [SHA256_HEADER]: sha256, 'content-type': 'application/octet-stream' }
  if (source.size <= part_bytes)
    await client.send({ method: 'PUT', name, headers, body: await source.read(0, source.size) })
  else await uploadInParts(client, { name, headers, sha256 }, source, part_bytes)
}

async function hashSource({ size, read }: UploadSource, part_bytes: number): Promise<string> {
  const hash = createHash('sha256')
  for (let from = 0; from < size; from += part_bytes)
    hash.update(await read(from, Math.min(part_bytes, size - from)))
  return hash.digest('hex')
}

interface UploadTarget {
  name: string
  headers: Record<string, string>
  sha256: string
}

/** Sends a large object part by part; S3 shows it only when all parts are complete. */
async function uploadInParts(
  client: S3Client,
  target: UploadTarget,
  { size, read }: UploadSource,
  part_bytes: number,
): Promise<void> {
  const { name, headers } = target
  const started = await client.send({ method: 'POST', name, query: { uploads: '' }, headers })
  const uploadId = parseUploadId(started.text)
  try {
    const etags: string[] = []
    for (let from = 0; from < size; from += part_bytes) {
      const body = await read(from, Math.min(part_bytes, size - from))
      const query = { partNumber: String(etags.length + 1), uploadId }
      etags.push((await client.send({ method: 'PUT', name, query, body })).headers.get('etag') ?? '')
    }
    await completeUpload(client, target, uploadId, etags)
  } catch (error) {
    // If aborting fails, the hourly clean-up removes the parts.
    await client.send({ method: 'DELETE', name, query: { uploadId } }).catch(() => {})
    throw error
  }
}

/** Turns the uploaded parts into the object; succeeds as well when an earlier attempt has done so. */
async function completeUpload(
  client: S3Client,
  { name, sha256 }: UploadTarget,
  uploadId: string,
  etags: string[],
): Promise<void> {
  const body = Buffer.from(partsXml(etags))
  try {
    const { text } = await client.send({ method: 'POST', name, query: { uploadId }, body })
    if (isErrorDocument(text)) throw responseFault(200, text)
  } catch (error) {
    // When only the response was lost, a retry finds no parts, but the complete object.
    const object = await client.send({ method: 'HEAD', name })
    if (object.headers.get(SHA256_HEADER) !== sha256) throw error
  }
}

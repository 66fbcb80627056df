import { createHash } from 'node:crypto'
import { AppError } from '../../../foundation/errors.ts'
import type { ByteRange } from '../../../foundation/replies.ts'
import type { S3Client } from './client.ts'
import { StoreFault } from './fault.ts'
import { SHA256_HEADER } from './upload.ts'

/** The metadata of an object at one moment. */
export interface StoredObject {
  name: string
  size: number
  /** Changes with the content. */
  etag: string
  /** Null for an object that another program stored. */
  sha256: string | null
}

/**
 * Finds an object.
 *
 * @returns null when it does not exist.
 * @throws StoreFault, also when the bucket does not exist.
 */
export async function findObject(client: S3Client, name: string): Promise<StoredObject | null> {
  const { status, headers } = await client.send({ method: 'HEAD', name })
  // A HEAD response does not tell whether the object is missing or the whole bucket.
  if (status === 404) return client.send({ method: 'HEAD' }).then(() => null)
  return {
    name,
    size: Number(headers.get('content-length')),
    etag: headers.get('etag') ?? '',
    sha256: headers.get(SHA256_HEADER),
  }
}

/** How often an empty response is requested again. */
const MAX_EMPTY_TRIES = 3

/**
 * Reads an object, or a range of it. A transfer that breaks off resumes where it was. When the whole object is read,
 * its last piece is yielded only after the SHA-256 has been verified.
 *
 * @throws StoreFault; AppError `storage.damaged`.
 */
export async function* readObject(
  client: S3Client,
  found: StoredObject,
  { start, end }: ByteRange = { start: 0, end: found.size - 1 },
): AsyncGenerator<Uint8Array> {
  const isWhole = start === 0 && end === found.size - 1
  const hash = isWhole && found.sha256 ? createHash('sha256') : null
  let last: Uint8Array | undefined
  for await (const piece of readPieces(client, found, { start, end })) {
    if (last) yield last
    hash?.update(piece)
    last = piece
  }
  if (hash && hash.digest('hex') !== found.sha256) throw new AppError('storage.damaged')
  if (last) yield last
}

/** Yields the bytes of a range, requesting the rest whenever the transfer breaks off. */
async function* readPieces(
  client: S3Client,
  found: StoredObject,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = start
  for (let empty_tries = 0; at <= end; empty_tries += 1) {
    const chunks = await requestRange(client, found, { start: at, end })
    try {
      for await (const chunk of chunks) {
        // A store may send more than was requested.
        const piece = chunk.subarray(0, end + 1 - at)
        at += piece.length
        empty_tries = 0
        yield piece
      }
    } catch (error) {
      // A broken transfer is resumed; the consumer may also throw an error of its own.
      if (!(error instanceof StoreFault)) throw error
    }
    if (empty_tries >= MAX_EMPTY_TRIES)
      throw new StoreFault({ status: 0, reason: 'IncompleteBody', isTransient: true })
  }
}

/** Requests exactly these bytes of exactly this version of the object. */
async function requestRange(
  client: S3Client,
  { name, size, etag }: StoredObject,
  { start, end }: ByteRange,
): Promise<AsyncGenerator<Uint8Array>> {
  const isWhole = start === 0 && end === size - 1
  const range: Record<string, string> = isWhole ? {} : { range: `bytes=${start}-${end}` }
  const version: Record<string, string> = etag === '' ? {} : { 'if-match': etag }
  const { status, chunks } = await client.stream({ method: 'GET', name, headers: { ...range, ...version } })
  if (status === (isWhole ? 200 : 206)) return chunks
  // The generator has to be started before it can be returned.
  await chunks.next()
  await chunks.return(undefined)
  throw new StoreFault({ status, reason: status === 404 ? 'NoSuchKey' : 'NoRange', isTransient: false })
}

import { createHash } from 'node:crypto'
import { AppError } from '../../../foundation/errors.ts'
import type { ByteRange } from '../../../foundation/replies.ts'
import type { S3Client } from './client.ts'
import { StoreFault } from './fault.ts'
import { SHA256_HEADER } from './upload.ts'

/** An object as it was when it was asked about. */
export interface StoredObject {
  name: string
  size: number
  /** Changes with the bytes. */
  etag: string
  /** null for what somebody else has put there. */
  sha256: string | null
}

/** @returns null where there is no such object. @throws StoreFault, also where there is no bucket. */
export async function findObject(client: S3Client, name: string): Promise<StoredObject | null> {
  const { status, headers } = await client.ask({ method: 'HEAD', name })
  // Nothing says of what is asked for by its head alone whether the object is missing, or the whole bucket.
  if (status === 404) return client.ask({ method: 'HEAD' }).then(() => null)
  return {
    name,
    size: Number(headers.get('content-length')),
    etag: headers.get('etag') ?? '',
    sha256: headers.get(SHA256_HEADER),
  }
}

/** How often an answer that brings nothing at all is asked for again. */
const MAX_EMPTY_TRIES = 3

/**
 * The bytes of an object, or of a range of it. What breaks off goes on where it was. Of a whole the last piece comes only
 * once all have the SHA-256 with which they were stored.
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
  let held: Uint8Array | undefined
  for await (const piece of readPieces(client, found, { start, end })) {
    if (held) yield held
    hash?.update(piece)
    held = piece
  }
  if (hash && hash.digest('hex') !== found.sha256) throw new AppError('storage.damaged')
  if (held) yield held
}

async function* readPieces(
  client: S3Client,
  found: StoredObject,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = start
  for (let fruitless = 0; at <= end; fruitless += 1) {
    const chunks = await requestRange(client, found, { start: at, end })
    try {
      for await (const chunk of chunks) {
        const wanted = chunk.subarray(0, end + 1 - at)
        at += wanted.length
        fruitless = 0
        yield wanted
      }
    } catch (error) {
      // What broke off goes on; whoever reads may also have an error of their own.
      if (!(error instanceof StoreFault)) throw error
    }
    if (fruitless >= MAX_EMPTY_TRIES)
      throw new StoreFault({ status: 0, reason: 'IncompleteBody', passing: true })
  }
}

/** Those bytes and no others, of that object and of no later one of its name. */
async function requestRange(
  client: S3Client,
  { name, size, etag }: StoredObject,
  { start, end }: ByteRange,
): Promise<AsyncGenerator<Uint8Array>> {
  const isWhole = start === 0 && end === size - 1
  const range: Record<string, string> = isWhole ? {} : { range: `bytes=${start}-${end}` }
  const version: Record<string, string> = etag === '' ? {} : { 'if-match': etag }
  const { status, chunks } = await client.read({ method: 'GET', name, headers: { ...range, ...version } })
  if (status === (isWhole ? 200 : 206)) return chunks
  // What comes instead is begun, so that it can be left.
  await chunks.next()
  await chunks.return(undefined)
  throw new StoreFault({ status, reason: status === 404 ? 'NoSuchKey' : 'NoRange', passing: false })
}

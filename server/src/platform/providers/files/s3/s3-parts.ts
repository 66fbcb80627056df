import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PartStore } from '../part-port.ts'
import type { ScratchSpace } from '../scratch.ts'
import type { S3Client } from './client.ts'
import { readObject } from './download.ts'
import { listObjects } from './s3-store.ts'

interface S3PartStoreOptions {
  client: S3Client
  /** Space for temporary local copies. */
  scratch: ScratchSpace
  /** Largest piece, which is held in memory and sent in one request; tests choose a smaller one than the default. */
  part_bytes?: number
}

/** A stored piece of a file: the object `<name>/<offset>-<length>`. */
interface UploadPiece {
  object: string
  /** Byte offsets in the file; `end` is exclusive. */
  start: number
  end: number
  /** Ms since 1970. */
  stored_at: number
}

/** Default of `part_bytes`. */
const DEFAULT_PART_BYTES = 8 * 1024 * 1024
/** Offsets are padded with zeros, so that names sort as offsets. */
const OFFSET_DIGITS = 15
/** `<name>/000000000000000-8388608`: offset and length. */
const PIECE_NAME = /^[^/]+\/(\d{15})-(\d{1,15})$/

/**
 * Creates a store of file parts in an S3 bucket; any process may receive any part. Each part becomes objects of its
 * own, named by offset and length, so that a late duplicate does not overwrite acknowledged bytes.
 */
export function createS3PartStore({
  client,
  scratch,
  part_bytes = DEFAULT_PART_BYTES,
}: S3PartStoreOptions): PartStore {
  /** Returns the pieces that make up the bytes of a file so far. */
  async function listPieces(name: string): Promise<UploadPiece[]> {
    return longestChain((await listObjects(client, `${name}/`)).flatMap(parsePiece))
  }
  const sizeOf = (pieces: UploadPiece[]) => pieces.at(-1)?.end ?? 0

  async function* contents(pieces: UploadPiece[]): AsyncGenerator<Uint8Array> {
    for (const { object, start, end } of pieces)
      yield* readObject(client, { name: object, size: end - start, etag: '', sha256: null })
  }

  return {
    async write(name, offset, bytes) {
      let end = offset
      for await (const body of splitParts(bytes, part_bytes)) {
        const object = `${name}/${String(end).padStart(OFFSET_DIGITS, '0')}-${body.length}`
        await client.send({ method: 'PUT', name: object, body })
        end += body.length
      }
      return end - offset
    },
    read: (name) =>
      Readable.from(
        deferStream(async () => contents(await listPieces(name))),
        { objectMode: false },
      ),
    size: async (name) => sizeOf(await listPieces(name)),
    async withLocalFile(name, use) {
      const pieces = await listPieces(name)
      if (pieces.length === 0) return null
      return scratch.withFile(async (path) => {
        await pipeline(contents(pieces), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return use(path)
      })
    },
    async remove(name) {
      for (const { name: object } of await listObjects(client, `${name}/`))
        await client.send({ method: 'DELETE', name: object })
    },
    names: async () => [
      ...new Set((await listObjects(client, '')).map(({ name }) => name.split('/', 1)[0] ?? '')),
    ],
    free: scratch.free,
  }
}

/** Begins to read only when the stream is read. */
async function* deferStream(begin: () => Promise<AsyncGenerator<Uint8Array>>): AsyncGenerator<Uint8Array> {
  yield* await begin()
}

/** Parses the name of a piece; [] for any other object. */
function parsePiece({ name, stored_at }: { name: string; stored_at: Date }): UploadPiece[] {
  const [, start, length] = PIECE_NAME.exec(name) ?? []
  if (start === undefined || length === undefined) return []
  return [
    {
      object: name,
      start: Number(start),
      end: Number(start) + Number(length),
      stored_at: stored_at.getTime(),
    },
  ]
}

/**
 * Returns the longest chain of pieces from offset 0, in order and each beginning where the one before ends. Pieces of
 * repeated parts may overlap; of two with the same end the later one counts.
 */
function longestChain(pieces: UploadPiece[]): UploadPiece[] {
  /** The piece that ends at an offset, for every offset that a chain from 0 reaches. */
  const lastPieces = new Map<number, UploadPiece | null>([[0, null]])
  for (const piece of pieces.toSorted((a, b) => a.start - b.start || a.stored_at - b.stored_at)) {
    const other = lastPieces.get(piece.end)
    const isReached = lastPieces.has(piece.start) && piece.end > piece.start
    if (isReached && (!other || other.stored_at <= piece.stored_at)) lastPieces.set(piece.end, piece)
  }
  const chain: UploadPiece[] = []
  const length = Math.max(...lastPieces.keys())
  for (let last = lastPieces.get(length); last; last = lastPieces.get(last.start)) chain.unshift(last)
  return chain
}

/** Splits bytes at fixed positions, so that a repeated part produces the same object names. */
async function* splitParts(
  bytes: AsyncIterable<Uint8Array>,
  part_bytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let pieces: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    pieces.push(chunk)
    length += chunk.length
    while (length >= part_bytes) {
      const all = Buffer.concat(pieces)
      yield all.subarray(0, part_bytes)
      pieces = [all.subarray(part_bytes)]
      length -= part_bytes
    }
  }
  if (length > 0) yield Buffer.concat(pieces)
}

import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PartStore } from '../part-port.ts'
import type { ScratchSpace } from '../scratch.ts'
import type { S3Client } from './client.ts'
import { readObject } from './download.ts'
import { listObjects } from './s3-store.ts'

interface Options {
  client: S3Client
  /** Space for temporary local copies. */
  scratch: ScratchSpace
  /** Bytes per request, which are held in memory. */
  part?: number
}

/** A stored piece of a file: the object `<name>/<offset>-<length>`. */
interface UploadPiece {
  object: string
  start: number
  end: number
  came_at: number
}

const PART_BYTES = 8 * 1024 * 1024
const OFFSET_DIGITS = 15
const PIECE_NAME = /^[^/]+\/(\d{15})-(\d{1,15})$/

/**
 * Creates a store of file parts in an S3 bucket; any process may receive any part. Each part becomes objects of its
 * own, named by offset and length, so that a late duplicate does not overwrite acknowledged bytes.
 */
export function createS3PartStore({ client, scratch, part = PART_BYTES }: Options): PartStore {
  async function whole(name: string): Promise<UploadPiece[]> {
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
      for await (const body of splitParts(bytes, part)) {
        const object = `${name}/${String(end).padStart(OFFSET_DIGITS, '0')}-${body.length}`
        await client.ask({ method: 'PUT', name: object, body })
        end += body.length
      }
      return end - offset
    },
    read: (name) =>
      Readable.from(
        deferStream(async () => contents(await whole(name))),
        { objectMode: false },
      ),
    size: async (name) => sizeOf(await whole(name)),
    async lend(name, use) {
      const pieces = await whole(name)
      if (pieces.length === 0) return null
      return scratch.borrow(async (path) => {
        await pipeline(contents(pieces), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return use(path)
      })
    },
    async remove(name) {
      for (const { name: object } of await listObjects(client, `${name}/`))
        await client.ask({ method: 'DELETE', name: object })
    },
    names: async () => [
      ...new Set((await listObjects(client, '')).map(({ name }) => name.split('/', 1)[0] ?? '')),
    ],
    free: scratch.free,
  }
}

async function* deferStream(begin: () => Promise<AsyncGenerator<Uint8Array>>): AsyncGenerator<Uint8Array> {
  yield* await begin()
}

function parsePiece({ name, came_at }: { name: string; came_at: Date }): UploadPiece[] {
  const [, start, length] = PIECE_NAME.exec(name) ?? []
  if (start === undefined || length === undefined) return []
  return [
    { object: name, start: Number(start), end: Number(start) + Number(length), came_at: came_at.getTime() },
  ]
}

/** Returns the longest chain of pieces from offset 0; of two pieces with the same end the later one counts. */
function longestChain(pieces: UploadPiece[]): UploadPiece[] {
  const before = new Map<number, UploadPiece | null>([[0, null]])
  for (const piece of pieces.toSorted((a, b) => a.start - b.start || a.came_at - b.came_at)) {
    const other = before.get(piece.end)
    const isReached = before.has(piece.start) && piece.end > piece.start
    if (isReached && (!other || other.came_at <= piece.came_at)) before.set(piece.end, piece)
  }
  const chain: UploadPiece[] = []
  for (let last = before.get(Math.max(...before.keys())); last; last = before.get(last.start))
    chain.unshift(last)
  return chain
}

/** Splits bytes at fixed positions, so that a repeated part produces the same object names. */
async function* splitParts(
  bytes: AsyncIterable<Uint8Array>,
  part: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    length += chunk.length
    while (length >= part) {
      const all = Buffer.concat(held)
      yield all.subarray(0, part)
      held = [all.subarray(part)]
      length -= part
    }
  }
  if (length > 0) yield Buffer.concat(held)
}

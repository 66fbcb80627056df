import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PartStore } from '../part-port.ts'
import type { Scratch } from '../scratch.ts'
import type { S3Client } from './client.ts'
import { bytesOf } from './download.ts'
import { listed } from './s3-store.ts'

interface Options {
  client: S3Client
  /** Where files lie while something is done with them that takes a file of this machine. */
  scratch: Scratch
  /** Bytes that travel, and are held in memory, in one go. */
  part?: number
}

/** An object of a file that arrives: `<name>/<where it begins>-<how long it is>`. */
interface Piece {
  object: string
  start: number
  end: number
  came_at: number
}

const PART = 8 * 1024 * 1024
const DIGITS = 15
const PIECE = /^[^/]+\/(\d{15})-(\d{1,15})$/

/**
 * Files that arrive in parts, in a bucket of an S3 store: any process may take any part. What a part brings is an object
 * of its own under its place and its length, so that one that comes late takes nothing away from those that were
 * acknowledged.
 */
export function s3Parts({ client, scratch, part = PART }: Options): PartStore {
  async function whole(name: string): Promise<Piece[]> {
    return chainOf((await listed(client, `${name}/`)).flatMap(pieceOf))
  }
  const sizeOf = (pieces: Piece[]) => pieces.at(-1)?.end ?? 0

  async function* contents(pieces: Piece[]): AsyncGenerator<Uint8Array> {
    for (const { object, start, end } of pieces)
      yield* bytesOf(client, { name: object, size: end - start, etag: '', sha256: null })
  }

  return {
    async write(name, offset, bytes) {
      let end = offset
      for await (const body of inParts(bytes, part)) {
        const object = `${name}/${String(end).padStart(DIGITS, '0')}-${body.length}`
        await client.ask({ method: 'PUT', name: object, body })
        end += body.length
      }
      return end - offset
    },
    read: (name) =>
      Readable.from(
        later(async () => contents(await whole(name))),
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
      for (const { name: object } of await listed(client, `${name}/`))
        await client.ask({ method: 'DELETE', name: object })
    },
    names: async () => [
      ...new Set((await listed(client, '')).map(({ name }) => name.split('/', 1)[0] ?? '')),
    ],
    free: scratch.free,
  }
}

async function* later(begin: () => Promise<AsyncGenerator<Uint8Array>>): AsyncGenerator<Uint8Array> {
  yield* await begin()
}

function pieceOf({ name, came_at }: { name: string; came_at: Date }): Piece[] {
  const [, start, length] = PIECE.exec(name) ?? []
  if (start === undefined || length === undefined) return []
  return [
    { object: name, start: Number(start), end: Number(start) + Number(length), came_at: came_at.getTime() },
  ]
}

/** The longest way from the beginning, piece by piece; of two that end in one place the later one counts. */
function chainOf(pieces: Piece[]): Piece[] {
  const before = new Map<number, Piece | null>([[0, null]])
  for (const piece of pieces.toSorted((a, b) => a.start - b.start || a.came_at - b.came_at)) {
    const other = before.get(piece.end)
    const isReached = before.has(piece.start) && piece.end > piece.start
    if (isReached && (!other || other.came_at <= piece.came_at)) before.set(piece.end, piece)
  }
  const chain: Piece[] = []
  for (let last = before.get(Math.max(...before.keys())); last; last = before.get(last.start))
    chain.unshift(last)
  return chain
}

/** Always cut in the same places, so that a part that comes again has the same names. */
async function* inParts(
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

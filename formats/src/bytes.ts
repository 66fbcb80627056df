import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { detectEncoding, type Encoding } from './encoding.ts'

/** Pieces of a text: UTF-8 without byte order mark. */
export type Utf8Chunks = AsyncIterable<Buffer>

/** The compressed source ends too early or is damaged; everything before it has been read. */
export class DamagedArchive extends Error {}

const HEAD_BYTES = 64 * 1024

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

/** Joins small pieces until there is enough to judge by; later pieces pass through. */
async function* withHead(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] | null = []
  let length = 0
  for await (const piece of source) {
    const chunk = asBuffer(piece)
    if (!waiting) {
      yield chunk
      continue
    }
    waiting.push(chunk)
    length += chunk.length
    if (length < size) continue
    yield Buffer.concat(waiting)
    waiting = null
  }
  if (waiting && length > 0) yield Buffer.concat(waiting)
}

async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: 256 * 1024 })
  // The iteration below sees the same error; the callback only keeps it from being unhandled.
  pipeline(Readable.from(source), unpacked, () => undefined)
  try {
    for await (const chunk of unpacked) yield chunk
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('Z_')) throw new DamagedArchive(code)
    throw error
  }
}

/** Unpacks what begins like gzip, whatever its name; a single layer. */
async function* gunzipIfNeeded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const pieces = withHead(source, 2)
  const first = await pieces.next()
  if (first.done) return
  const all = (async function* () {
    yield first.value
    yield* pieces
  })()
  const compressed = first.value[0] === 0x1f && first.value[1] === 0x8b
  yield* compressed ? gunzip(all) : all
}

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** UTF-8 stays as it is (no copy); everything else is transcoded piece by piece. */
async function* toUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let encoding: Encoding | null = null
  let decoder: TextDecoder | null = null
  let first = true
  for await (const chunk of source) {
    encoding ??= detectEncoding(chunk)
    if (encoding && encoding !== 'utf-8') decoder ??= new TextDecoder(encoding)
    const marked = first && chunk.subarray(0, 3).equals(UTF8_BOM)
    first = false
    if (decoder) yield Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8')
    else yield marked ? chunk.subarray(3) : chunk
  }
  const rest = decoder?.decode()
  if (rest) yield Buffer.from(rest, 'utf8')
}

/**
 * The text of a file as UTF-8, whatever it was packed and written in.
 *
 * @throws DamagedArchive after the last readable piece of a broken gzip file.
 */
export function openText(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  return toUtf8(withHead(gunzipIfNeeded(source), HEAD_BYTES))
}

/** The first 64 KiB of a file's text, to recognise its format by; the source is closed again. */
export async function readHead(source: AsyncIterable<Uint8Array>): Promise<string> {
  try {
    for await (const chunk of openText(source)) return chunk.toString('utf8', 0, HEAD_BYTES)
  } catch (error) {
    if (!(error instanceof DamagedArchive)) throw error
  }
  return ''
}

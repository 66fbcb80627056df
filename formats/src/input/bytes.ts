import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { detectEncoding } from './encoding.ts'
import type { Encoding } from './pair-encoding.ts'

/** Chunks of a text in UTF-8 without byte order mark. */
export type Utf8Chunks = AsyncIterable<Buffer>

/** Thrown when a compressed source is truncated or damaged; everything before the damage has been read. */
export class DamagedArchive extends Error {}
/** Size of the beginning of a text by which its encoding and format are recognized. */
const HEAD_BYTES = 64 * 1024

/**
 * Yields the text of a file as UTF-8, whatever its compression and encoding.
 *
 * @throws DamagedArchive after the last readable chunk of a damaged gzip file.
 */
export function openText(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  return toUtf8(withHead(gunzipIfNeeded(source), HEAD_BYTES))
}

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Passes UTF-8 through without copying and without byte order mark; transcodes any other encoding chunk by chunk. The
 * encoding is detected in the first chunk that is not pure ASCII.
 */
async function* toUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let encoding: Encoding | null = null
  let decoder: TextDecoder | null = null
  let isFirst = true
  for await (const chunk of source) {
    encoding ??= detectEncoding(chunk)
    if (encoding && encoding !== 'utf-8') decoder ??= new TextDecoder(encoding)
    const hasBom = isFirst && chunk.subarray(0, UTF8_BOM.length).equals(UTF8_BOM)
    isFirst = false
    if (decoder) yield Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8')
    else yield hasBom ? chunk.subarray(UTF8_BOM.length) : chunk
  }
  const rest = decoder?.decode()
  if (rest) yield Buffer.from(rest, 'utf8')
}

/**
 * Joins the first chunks until `size` bytes are available for detection, or the source ends, and yields them as one;
 * later chunks are passed through. Yields nothing for an empty source.
 */
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

/** Returns a buffer that shares the memory of a chunk. */
function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

/** Decompresses a source that starts like gzip, independently of its name; one layer only. */
async function* gunzipIfNeeded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const chunks = withHead(source, 2)
  const first = await chunks.next()
  if (first.done) return
  const wholeSource = (async function* () {
    yield first.value
    yield* chunks
  })()
  // The two bytes with which every gzip file begins (RFC 1952).
  const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b
  yield* isGzip ? gunzip(wholeSource) : wholeSource
}

/** Decompresses gzip. @throws DamagedArchive after the last readable chunk when the source is truncated or damaged. */
async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: 256 * 1024 })
  // The iteration below receives the same error; the callback only prevents an unhandled one.
  pipeline(Readable.from(source), unpacked, () => undefined)
  try {
    for await (const chunk of unpacked) yield chunk
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('Z_')) throw new DamagedArchive(code)
    throw error
  }
}

/**
 * Returns the first `HEAD_BYTES` of a file's text, by which its format is recognized, and closes the source. The head
 * may be shorter and may end within a character; it is '' when the file is empty or damaged from the beginning.
 */
export async function readHead(source: AsyncIterable<Uint8Array>): Promise<string> {
  try {
    for await (const chunk of openText(source)) return chunk.toString('utf8', 0, HEAD_BYTES)
  } catch (error) {
    if (!(error instanceof DamagedArchive)) throw error
  }
  return ''
}

import type { Work } from '@scinav/contract'
import type { ImportFormat, ReadOptions, ReadResult } from '../format.ts'
import { recognizeFormat } from '../formats.ts'
import { readHead } from '../input/bytes.ts'

/** A small file in memory: pasted text, a preview or a test. */
export interface SmallFile {
  name: string
  bytes: Uint8Array | string
  /** The format; recognized when absent. */
  format?: ImportFormat
}

/** Yields the bytes in chunks of a given size, like a file on disk. */
async function* splitBytes(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Reads a whole file, at most `limit` records; an unrecognized format yields none. */
export async function readAll(
  file: SmallFile,
  options: ReadOptions & { limit?: number; pieceSize?: number } = {},
): Promise<ReadResult[]> {
  const bytes = typeof file.bytes === 'string' ? Buffer.from(file.bytes) : file.bytes
  const size = options.pieceSize ?? 64 * 1024
  const format = file.format ?? recognizeFormat(await readHead(splitBytes(bytes, size)), file.name)
  const reads: ReadResult[] = []
  if (!format) return reads
  for await (const batch of format.read(splitBytes(bytes, size), options)) {
    reads.push(...batch)
    if (options.limit !== undefined && reads.length >= options.limit) return reads.slice(0, options.limit)
  }
  return reads
}

/** Returns the works that were read. */
export function successfulWorks(reads: readonly ReadResult[]): Work[] {
  return reads.flatMap((read) => (read.ok ? [read.work] : []))
}

/** Returns line and reason of each record that could not be read. */
export function failureReasons(reads: readonly ReadResult[]): [number, string][] {
  return reads.flatMap((read) => (read.ok ? [] : [[read.line, read.reason] as [number, string]]))
}

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { createMemory } from '../kernels/kernels.ts'
import { compressFrames, decompressFrames, decompressInParallel } from './frames.ts'
import type { SegmentData, SegmentHead } from './layout.ts'
import { openPositionSource, type PositionsPlace, readAllPositions } from './position-source.ts'
import type { ValuesFile } from './values-file.ts'

/** The list of the files of an index on disk. It names only files that were synced before it was written. */
export interface Manifest {
  format: number
  /** Kind and version of the records, see `schemaVersion`. */
  schema: string
  /** Every change of the database up to this one is in the files. */
  change: number
  segments: {
    file: string
    head: SegmentHead
    /** Sizes of its frames, see frames.ts; the positions follow them. */
    frames: number[]
    /** Size of the file, and its checksum (CRC-32). */
    bytes: number
    crc: number
    /** Bits of deleted papers in Base64, since the file is not written again for them. */
    deleted: string
    /** Number of papers without deleted ones. */
    papers: number
  }[]
  values: ValuesFile
  /** Id of the next segment to be written. */
  next_id: number
}

/** Version of the file format; an index of another version is built anew. */
export const INDEX_FORMAT = 13
const MANIFEST_FILE = 'manifest.json'

/** Returns whether the folder contains an index, usable or not. */
export const hasManifest = (folder: string): boolean => existsSync(join(folder, MANIFEST_FILE))

/** Reads the manifest; returns null when there is none, when it is damaged, or when its format is another version. */
export function readManifest(folder: string): Manifest | null {
  const path = join(folder, MANIFEST_FILE)
  if (!existsSync(path)) return null
  try {
    const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
    return manifest.format === INDEX_FORMAT ? manifest : null
  } catch {
    // A damaged manifest counts as none: the index is built anew from the database.
    return null
  }
}

/** Replaces the manifest atomically. */
export function writeManifest(folder: string, manifest: Manifest): void {
  writeAtomically(folder, MANIFEST_FILE, [Buffer.from(JSON.stringify(manifest))])
}

/**
 * Writes a file atomically: under a temporary name, synced, then renamed, so that a reader sees either the old or the
 * new file.
 */
function writeAtomically(folder: string, name: string, parts: Uint8Array[]): void {
  const temporary = join(folder, `${name}.new`)
  const file = openSync(temporary, 'w')
  try {
    for (const part of parts) writeAll(file, part)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, join(folder, name))
}

/** Number of bytes that are read or written at once. */
const CHUNK_BYTES = 64 * 1024 * 1024

/** Writes bytes to an open file, in portions of `CHUNK_BYTES`. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; )
    at += writeSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at))
}

/** Writes a segment: its sections in frames, then the positions as they are. Returns the entry of its file. */
export function writeSegment(folder: string, { head, memory, positions_place }: SegmentData) {
  mkdirSync(folder, { recursive: true })
  const [size] = head.places.positions
  const frames = compressFrames(new Uint8Array(memory.buffer, 0, size))
  const parts = [...frames, readAllPositions(openPositionSource(positions_place))]
  const file = `segment-${head.id}.bin`
  writeAtomically(folder, file, parts)
  return {
    file,
    frames: frames.map(({ length }) => length),
    bytes: parts.reduce((sum, { length }) => sum + length, 0),
    crc: parts.reduce((crc, part) => crc32(part, crc), 0),
  }
}

type SegmentEntry = Manifest['segments'][number]

/**
 * Reads a segment, except for its positions, which stay in the file.
 *
 * @throws Error when the file is truncated or damaged.
 */
export function readSegment(folder: string, entry: SegmentEntry): SegmentData {
  const { data, frames, bytes } = beginSegment(folder, entry)
  decompressFrames(frames, bytes)
  return data
}

/** Number of bytes that are read at once only to be checked. */
const CHECK_BYTES = 1024 * 1024

/** Reads the frames of a segment, checks the whole file, and creates the memory of which `bytes` are to be filled. */
function beginSegment(folder: string, entry: SegmentEntry) {
  const path = join(folder, entry.file)
  const frames = entry.frames.map((length) => Buffer.allocUnsafe(length))
  const file = openSync(path, 'r')
  let at = 0
  try {
    let crc = 0
    for (const frame of frames) {
      crc = readAll(file, frame, at, crc)
      at += frame.length
    }
    const rest = new Uint8Array(Math.min(CHECK_BYTES, entry.bytes - at))
    for (let from = at; from < entry.bytes; from += rest.length)
      crc = readAll(file, rest.subarray(0, entry.bytes - from), from, crc)
    if (crc !== entry.crc) throw new Error(`${entry.file} is damaged`)
  } finally {
    closeSync(file)
  }
  const [size] = entry.head.places.positions
  const memory = createMemory(size)
  const positions_place = positionsInSegmentFile(folder, entry)
  const data: SegmentData = { head: entry.head, memory, positions_place }
  return { data, frames, bytes: new Uint8Array(memory.buffer, 0, size) }
}

/**
 * Fills an array with the bytes of a file from `from` on, and returns the checksum of all bytes up to there, given that
 * of the bytes before.
 *
 * @throws Error when the file is too short.
 */
function readAll(file: number, bytes: Uint8Array, from: number, crc: number): number {
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), from + at)
    if (read === 0) throw new Error('the file of a segment is too short')
    at += read
  }
  return crc32(bytes, crc)
}

/** Returns where the positions of a segment are in its file. */
export function positionsInSegmentFile(
  folder: string,
  { file, frames, bytes }: Pick<SegmentEntry, 'file' | 'frames' | 'bytes'>,
): PositionsPlace {
  const offset = frames.reduce((sum, length) => sum + length, 0)
  return { path: join(folder, file), offset, length: bytes - offset }
}

/** Does the same with all processors. */
export async function readSegmentInParallel(folder: string, entry: SegmentEntry): Promise<SegmentData> {
  const { data, frames, bytes } = beginSegment(folder, entry)
  await decompressInParallel(frames, bytes)
  return data
}

/** Matches the names of index files, also unfinished ones: `segment-12.bin`, `manifest.json.new`. */
const INDEX_FILE = /^(?:segment|values|manifest)\b.*\.(?:bin|jsonl|json|new)$/

/** Removes index files that the manifest does not name. */
export function removeStaleFiles(folder: string, manifest: Manifest): void {
  const named = new Set([MANIFEST_FILE, manifest.values.file, ...manifest.segments.map(({ file }) => file)])
  for (const name of readdirSync(folder))
    if (INDEX_FILE.test(name) && !named.has(name)) rmSync(join(folder, name), { force: true })
}

/** Removes all files of the index, which is then built anew. */
export function removeIndexFiles(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

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
import { type SegmentData, type SegmentHead, segmentBytes } from './layout.ts'
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
/** Number of bytes that are read at once only to be checked. */
const CHECK_BYTES = 1024 * 1024

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; )
    at += writeSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at))
}

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

/** Writes a segment and returns its file name, size and checksum. */
export function writeSegment(folder: string, { head, memory }: SegmentData) {
  mkdirSync(folder, { recursive: true })
  const bytes = new Uint8Array(memory.buffer, 0, segmentBytes(head))
  const file = `segment-${head.id}.bin`
  writeAtomically(folder, file, [bytes])
  return { file, bytes: bytes.length, crc: crc32(bytes) }
}

/**
 * Reads a segment, except for its positions, which stay in the file.
 *
 * @throws Error when the file is truncated or damaged.
 */
export function readSegment(folder: string, entry: Manifest['segments'][number]): SegmentData {
  const positions_path = join(folder, entry.file)
  // The positions are the last section.
  const [size] = entry.head.places.positions
  const memory = createMemory(size)
  const file = openSync(positions_path, 'r')
  try {
    let crc = readAll(file, new Uint8Array(memory.buffer, 0, size), 0, 0)
    const rest = new Uint8Array(Math.min(CHECK_BYTES, entry.bytes - size))
    for (let at = size; at < entry.bytes; at += rest.length)
      crc = readAll(file, rest.subarray(0, entry.bytes - at), at, crc)
    if (crc !== entry.crc) throw new Error(`${entry.file} is damaged`)
  } finally {
    closeSync(file)
  }
  return { head: entry.head, memory, positions_path }
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

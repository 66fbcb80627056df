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
import { bytesOf, type SegmentData, type SegmentHead } from './layout.ts'
import type { ValuesFile } from './values-file.ts'

/** What makes up the index on disk. It names only files that were synced before it was written. */
export interface Manifest {
  format: number
  /** What is in it, as `schemaVersion` says. */
  schema: string
  /** Everything up to this change of the database is in the files. */
  change: number
  segments: { file: string; head: SegmentHead; bytes: number; crc: number; deleted: string; papers: number }[]
  values: ValuesFile
  next_id: number
}

/** Grows when the meaning of the files changes: older ones are then built again. */
export const FORMAT = 11
const MANIFEST = 'manifest.json'

/** Writes under another name, syncs, renames: whoever reads sees the old file or the new one. */
function writeSafely(folder: string, name: string, parts: Uint8Array[]): void {
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

const CHUNK = 64 * 1024 * 1024

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, Math.min(CHUNK, bytes.length - at))
}

/** Whether an index was kept here, usable or not. */
export const hasManifest = (folder: string): boolean => existsSync(join(folder, MANIFEST))

export function readManifest(folder: string): Manifest | null {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) return null
  try {
    const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
    return manifest.format === FORMAT ? manifest : null
  } catch {
    // Half a manifest is as good as none: the index is built again from the database.
    return null
  }
}

export function writeManifest(folder: string, manifest: Manifest): void {
  writeSafely(folder, MANIFEST, [Buffer.from(JSON.stringify(manifest))])
}

/** Writes a segment; answers its file, size and checksum. */
export function writeSegment(folder: string, { head, memory }: SegmentData) {
  mkdirSync(folder, { recursive: true })
  const bytes = new Uint8Array(memory.buffer, 0, bytesOf(head))
  const file = `segment-${head.id}.bin`
  writeSafely(folder, file, [bytes])
  return { file, bytes: bytes.length, crc: crc32(bytes) }
}

/** @throws when the file is not what was written. */
export function readSegment(folder: string, entry: Manifest['segments'][number]): SegmentData {
  const memory = createMemory(entry.bytes)
  const bytes = new Uint8Array(memory.buffer, 0, entry.bytes)
  const file = openSync(join(folder, entry.file), 'r')
  try {
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(file, bytes, at, Math.min(CHUNK, bytes.length - at), at)
      if (read === 0) throw new Error(`${entry.file} is too short`)
      at += read
    }
  } finally {
    closeSync(file)
  }
  if (crc32(bytes) !== entry.crc) throw new Error(`${entry.file} is damaged`)
  return { head: entry.head, memory }
}

const OURS = /^(?:segment|values|manifest)\b.*\.(?:bin|jsonl|json|new)$/

/** Removes files of ours that the manifest does not name. */
export function sweep(folder: string, manifest: Manifest): void {
  const named = new Set([MANIFEST, manifest.values.file, ...manifest.segments.map(({ file }) => file)])
  for (const name of readdirSync(folder))
    if (OURS.test(name) && !named.has(name)) rmSync(join(folder, name), { force: true })
}

/** Removes everything: the index will be built again. */
export function clear(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

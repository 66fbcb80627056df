import { closeSync, existsSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { VALUE_TABLES, type ValueTable } from './layout.ts'
import { type AllMemory, addEntryBytes, entryBytes, entryEnd, reserveValues } from './values.ts'

/** The file to which facet values are appended, and how much of it is valid. */
export interface ValuesFile {
  file: string
  /** Length of the valid part. */
  bytes: number
  /** Checksum of the valid part (CRC-32). */
  crc: number
  /** Number of values of each table in it. */
  counts: Record<ValueTable, number>
}

/** Describes a file that does not exist yet, under a name of its own. */
export function newValuesFile(): ValuesFile {
  const counts = { source: 0, author: 0, keyword: 0, subject: 0, language: 0 }
  return { file: `values-${Date.now()}.bin`, bytes: 0, crc: 0, counts }
}

/** Appends new values to the valid part of the file and returns its new description. */
export function appendValues(folder: string, known: ValuesFile, memory: AllMemory): ValuesFile {
  const fresh = encodeNewEntries(known, memory)
  const path = join(folder, known.file)
  const file = openSync(path, existsSync(path) ? 'r+' : 'w')
  try {
    for (let at = 0; at < fresh.length; )
      at += writeSync(file, fresh, at, fresh.length - at, known.bytes + at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  const counts = { ...known.counts }
  for (const table of VALUE_TABLES) counts[table] = memory[table].count
  return { file: known.file, bytes: known.bytes + fresh.length, crc: crc32(fresh, known.crc), counts }
}

/** Encodes new values, each preceded by the index of its table. */
function encodeNewEntries({ counts }: ValuesFile, memory: AllMemory): Uint8Array {
  const parts: Uint8Array[] = []
  for (const [index, table] of VALUE_TABLES.entries())
    for (let number = counts[table] + 1; number <= memory[table].count; number += 1)
      parts.push(Uint8Array.of(index), entryBytes(memory[table], number))
  return Buffer.concat(parts)
}

/**
 * Reads the values of a file into memory.
 *
 * @throws Error when the file is truncated or damaged.
 */
export function readValues(
  folder: string,
  { file, bytes, crc, counts }: ValuesFile,
  memory: AllMemory,
): void {
  if (bytes === 0) return
  for (const table of VALUE_TABLES) reserveValues(memory[table], counts[table])
  if (readEntries(join(folder, file), bytes, memory) !== crc) throw new Error(`${file} is damaged`)
  for (const table of VALUE_TABLES)
    if (memory[table].count !== counts[table]) throw new Error(`${file} lacks values`)
}

/** Number of bytes read at a time; no entry is longer. */
const CHUNK_BYTES = 1 << 20

/** Adds the entries in the first `bytes` of a file, chunk by chunk, and returns their checksum. */
function readEntries(path: string, bytes: number, memory: AllMemory): number {
  const piece = new Uint8Array(CHUNK_BYTES)
  const file = openSync(path, 'r')
  let crc = 0
  /** Bytes at the start of `piece` that are the beginning of an entry. */
  let held = 0
  try {
    for (let from = 0; from < bytes; ) {
      const read = readSync(file, piece, held, Math.min(CHUNK_BYTES - held, bytes - from), from)
      if (read === 0) throw new Error('the file of values is too short')
      crc = crc32(piece.subarray(held, held + read), crc)
      from += read
      const filled = piece.subarray(0, held + read)
      const end = addEntries(filled, memory)
      held = filled.length - end
      piece.copyWithin(0, end, filled.length)
    }
  } finally {
    closeSync(file)
  }
  if (held > 0) throw new Error('the file of values ends within one')
  return crc
}

/** Adds the complete entries of a chunk and returns the end of the last one. */
function addEntries(bytes: Uint8Array, memory: AllMemory): number {
  let at = 0
  while (at < bytes.length) {
    const end = entryEnd(bytes, at + 1)
    if (end > bytes.length) break
    const table = VALUE_TABLES[bytes[at] ?? 0] ?? 'source'
    addEntryBytes(memory[table], bytes, at + 1)
    at = end
  }
  return at
}

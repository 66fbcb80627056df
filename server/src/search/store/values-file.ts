import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { VALUE_TABLES, type ValueTable } from '../segment/layout.ts'
import { type AllMemory, addEntryBytes, entryBytes } from '../segment/values.ts'

/** The file that the facets' values are appended to, and how much of it counts. */
export interface ValuesFile {
  file: string
  bytes: number
  crc: number
  counts: Record<ValueTable, number>
}

export function newValuesFile(): ValuesFile {
  const counts = { source: 0, author: 0, keyword: 0, subject: 0, language: 0 }
  return { file: `values-${Date.now()}.bin`, bytes: 0, crc: 0, counts }
}

/** Adds what is new behind what the file has; answers what is to be known of it now. */
export function appendValues(folder: string, known: ValuesFile, memory: AllMemory): ValuesFile {
  const fresh = freshEntries(known, memory)
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

/** Each entry behind the number of its table. */
function freshEntries({ counts }: ValuesFile, memory: AllMemory): Uint8Array {
  const parts: Uint8Array[] = []
  for (const [index, table] of VALUE_TABLES.entries())
    for (let number = counts[table] + 1; number <= memory[table].count; number += 1)
      parts.push(Uint8Array.of(index), entryBytes(memory[table], number))
  return Buffer.concat(parts)
}

/** @throws when the file is not what was written. */
export function readValues(
  folder: string,
  { file, bytes, crc, counts }: ValuesFile,
  memory: AllMemory,
): void {
  if (bytes === 0) return
  const read = readFileSync(join(folder, file)).subarray(0, bytes)
  if (read.length !== bytes || crc32(read) !== crc) throw new Error(`${file} is damaged`)
  for (let at = 0; at < bytes; ) {
    const table = VALUE_TABLES[read[at] ?? 0] ?? 'source'
    at = addEntryBytes(memory[table], read, at + 1)
  }
  for (const table of VALUE_TABLES)
    if (memory[table].count !== counts[table]) throw new Error(`${file} lacks values`)
}

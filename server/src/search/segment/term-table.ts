import { type Growing, growing8, growing32, push, reserve } from './growing.ts'
import { LONGEST_TERM, writeUtf8 } from './utf8.ts'

/** Terms as UTF-8 with numbers in the order they came: an open hash table over one array of bytes. */
export interface TermTable {
  bytes: Growing<Uint8Array>
  /** Where each term begins, and the end of the last. */
  starts: Growing<Uint32Array>
  hashes: Growing<Uint32Array>
  /** Number + 1 of the term in each slot, 0 for none. */
  slots: Int32Array
  count: number
}

const FIRST_SLOTS = 1 << 12

export function createTermTable(): TermTable {
  const starts = growing32()
  push(starts, 0)
  return { bytes: growing8(), starts, hashes: growing32(), slots: new Int32Array(FIRST_SLOTS), count: 0 }
}

/** The number of a term, which is a space's mark and a text; a new one where it is new. */
export function termNumber(table: TermTable, space: string, text: string): number {
  const { bytes } = table
  const start = bytes.length
  // What is looked for stands behind the known terms; if it is new it stays there.
  reserve(bytes, LONGEST_TERM + 4)
  const from = writeUtf8(space, bytes.array, start, start + LONGEST_TERM)
  const end = writeUtf8(text, bytes.array, from, start + LONGEST_TERM)
  const hash = hashOf(bytes.array, start, end)
  let slot = hash & (table.slots.length - 1)
  for (;;) {
    const number = (table.slots[slot] ?? 0) - 1
    if (number < 0) return add(table, slot, hash, end)
    if (table.hashes.array[number] === hash && isTerm(table, number, start, end)) return number
    slot = (slot + 1) & (table.slots.length - 1)
  }
}

function isTerm(
  { bytes: { array }, starts }: TermTable,
  number: number,
  start: number,
  end: number,
): boolean {
  let at = starts.array[number] ?? 0
  if ((starts.array[number + 1] ?? 0) - at !== end - start) return false
  for (let other = start; other < end; other += 1, at += 1) if (array[at] !== array[other]) return false
  return true
}

function add(table: TermTable, slot: number, hash: number, end: number): number {
  const number = table.count
  table.slots[slot] = number + 1
  table.bytes.length = end
  push(table.starts, end)
  push(table.hashes, hash)
  table.count = number + 1
  if (table.count * 2 > table.slots.length) enlarge(table)
  return number
}

function enlarge(table: TermTable): void {
  const slots = new Int32Array(table.slots.length * 4)
  const mask = slots.length - 1
  for (let number = 0; number < table.count; number += 1) {
    let slot = (table.hashes.array[number] ?? 0) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = number + 1
  }
  table.slots = slots
}

/** FNV-1a, mixed once more for its low bits. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

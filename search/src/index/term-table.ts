import { type GrowableArray, growable8, growable32, push, reserveRoom } from './growable-array.ts'
import { MAX_TERM_BYTES, TERM_BUFFER_BYTES, writeUtf8 } from './utf8.ts'

/** Terms in UTF-8, numbered from 0 in order of arrival: an open-addressing hash table over one byte array. */
export interface TermTable {
  /** The terms one after the other, without separators. */
  bytes: GrowableArray<Uint8Array>
  /** By number the start of each term in `bytes`, then the end of the last one. */
  starts: GrowableArray<Uint32Array>
  /** Two entries per slot: the number of its term plus 1, 0 for none, and the term's hash. */
  slots: Int32Array
  /** Number of terms. */
  count: number
}

/** Number of slots of a new table, a power of two. */
const FIRST_SLOTS = 1 << 12
/** Number of entries of `slots` per slot. */
const SLOT_ENTRIES = 2
/** Factor by which the slots grow when more than half of them are used. */
const GROWTH_FACTOR = 4

/** Creates an empty table. */
export function createTermTable(): TermTable {
  const starts = growable32()
  push(starts, 0)
  return { bytes: growable8(), starts, slots: new Int32Array(FIRST_SLOTS * SLOT_ENTRIES), count: 0 }
}

/** Returns an empty table that reuses the memory of another one, which must not be used any more. */
export function recycleTermTable({ bytes, starts, slots }: TermTable): TermTable {
  bytes.length = 0
  starts.length = 1
  slots.fill(0)
  return { bytes, starts, slots, count: 0 }
}

/** Returns the number of a term, given as a space of `SPACES` ('' for words) and a text; assigns one to a new term. */
export function termNumber(table: TermTable, space: string, text: string): number {
  const from = beginTerm(table, space)
  const limit = table.bytes.length + MAX_TERM_BYTES
  return endTerm(table, writeUtf8(text, table.bytes.array, from, limit))
}

/**
 * Begins to look up a term: writes the mark of its space behind the known terms and returns the offset in `table.bytes`
 * at which the caller writes its text, of at most 200 bytes. `endTerm` then returns its number; a new term stays there.
 */
export function beginTerm({ bytes }: TermTable, space: string): number {
  const start = bytes.length
  reserveRoom(bytes, TERM_BUFFER_BYTES)
  return space === '' ? start : writeUtf8(space, bytes.array, start, start + MAX_TERM_BYTES)
}

/** Returns the number of the term that was written behind the known ones, up to `end`. */
export function endTerm(table: TermTable, end: number): number {
  const { bytes, slots } = table
  const start = bytes.length
  const hash = hashTerm(bytes.array, start, end) | 0
  // The length of `slots` is a power of two, so this keeps an even index within it.
  const mask = slots.length - SLOT_ENTRIES
  for (let slot = (hash << 1) & mask; ; slot = (slot + SLOT_ENTRIES) & mask) {
    const number = (slots[slot] ?? 0) - 1
    if (number < 0) return addTerm(table, slot, hash, end)
    if (slots[slot + 1] === hash && isSameTerm(table, number, start, end)) return number
  }
}

/** Returns whether the term with a number has the bytes `start` to `end` (exclusive) of the table. */
function isSameTerm(
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

/** Assigns a free slot and the next number to the term that was written behind the known ones, up to `end`. */
function addTerm(table: TermTable, slot: number, hash: number, end: number): number {
  const number = table.count
  table.slots[slot] = number + 1
  table.slots[slot + 1] = hash
  table.bytes.length = end
  push(table.starts, end)
  table.count = number + 1
  if (table.count > table.slots.length / SLOT_ENTRIES / 2) enlargeTable(table)
  return number
}

/** Enlarges the slots and distributes the terms again. */
function enlargeTable(table: TermTable): void {
  const oldSlots = table.slots
  const slots = new Int32Array(oldSlots.length * GROWTH_FACTOR)
  const mask = slots.length - SLOT_ENTRIES
  for (let at = 0; at < oldSlots.length; at += SLOT_ENTRIES) {
    if (oldSlots[at] === 0) continue
    const hash = oldSlots[at + 1] ?? 0
    let slot = (hash << 1) & mask
    while (slots[slot] !== 0) slot = (slot + SLOT_ENTRIES) & mask
    slots[slot] = oldSlots[at] ?? 0
    slots[slot + 1] = hash
  }
  table.slots = slots
}

/** Returns the FNV-1a hash of a term, mixed once more for the low bits. */
export function hashTerm(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

import { VALUE_TABLES, type ValueTable } from './layout.ts'
import { hashTerm } from './term-table.ts'
import { readUtf8, writeUtf8 } from './utf8.ts'

/**
 * Values of one facet: a number from 1, a key that is equal for equal values, and a display label. Numbers are assigned
 * in order of appearance and never change, so that they remain valid in all segments.
 */
export interface FacetValues {
  /** The greatest number. */
  count: number
  /** Returns the key of a value, '' for an unknown number. */
  keyOf: (number: number) => string
  /** Returns the label of a value, '' for an unknown number. */
  labelOf: (number: number) => string
  /** Returns the number of the value with a key, undefined for an unknown key. */
  numberOf: (key: string) => number | undefined
  /** Returns up to `limit` numbers, ascending and at most `last`, of keys that begin with a text. */
  beginningWith: (text: string, last: number, limit: number) => number[]
}

/** The values of all facets. */
export type AllValues = Record<ValueTable, FacetValues>

/**
 * Memory of one facet's values, shared by all threads; only the writer changes it. An entry consists of the lengths of
 * the key and the label in bytes (0 for a label equal to the key), two bytes each, and both as UTF-8.
 */
export interface ValueMemory {
  /** The greatest number. */
  count: number
  /** Chunks of 1 MB; no entry spans two. */
  chunks: Uint8Array[]
  /** Offset of each value's entry across all chunks; 65,536 values per array. */
  offsets: Uint32Array[]
  /** Open-addressing hash table of the values' numbers by their keys; 0 marks a free slot. */
  slots: Int32Array
  /** Number of bytes used in the last chunk. */
  used: number
}

/** The memory of the values of all facets. */
export type AllMemory = Record<ValueTable, ValueMemory>

/** Creates empty tables. */
export function createValueMemory(): AllMemory {
  return Object.fromEntries(VALUE_TABLES.map((table) => [table, createTable()])) as AllMemory
}

/** Logarithm of the size of a chunk, so that a shift of an offset gives the index of its chunk. */
const CHUNK_BITS = 20
const CHUNK_BYTES = 1 << CHUNK_BITS
/** Logarithm of the length of an array of offsets. */
const OFFSETS_BITS = 16
const OFFSETS_PER_ARRAY = 1 << OFFSETS_BITS
/** Number of slots of an empty table; it is always a power of two. */
const FIRST_SLOTS = 1 << 6

/** Creates an empty table; `used` says that a chunk is full, so that the first value begins one. */
function createTable(): ValueMemory {
  const slots = new Int32Array(new SharedArrayBuffer(FIRST_SLOTS * 4))
  return { count: 0, chunks: [], offsets: [], slots, used: CHUNK_BYTES }
}

/** Opens the values in a memory for reading. */
export function openValues(memory: AllMemory): AllValues {
  return Object.fromEntries(VALUE_TABLES.map((table) => [table, openTable(memory[table])])) as AllValues
}

/** Length in bytes at which keys and labels are cut. */
const MAX_TEXT_BYTES = 2_000
/** Bytes for a last character that exceeds the limit, of a key and of a label. */
const SPARE_BYTES = 8
/** Buffer for a key, followed by a label where there is one. Each call that uses it fills it first. */
const scratch = new Uint8Array(2 * MAX_TEXT_BYTES + SPARE_BYTES)

/** Opens a table for reading. */
function openTable(memory: ValueMemory): FacetValues {
  return {
    count: memory.count,
    keyOf: (number) => entryText(memory, number, 'key'),
    labelOf: (number) => entryText(memory, number, 'label'),
    numberOf(key) {
      const length = writeUtf8(key, scratch, 0, MAX_TEXT_BYTES)
      const number = memory.slots[findSlot(memory, length)] ?? 0
      return number > 0 && number <= memory.count ? number : undefined
    },
    beginningWith: (text, last, limit) => findByPrefix(memory, text, last, limit),
  }
}

/** Size of an entry's two lengths. */
const ENTRY_HEAD_BYTES = 4

/** Returns the key or the label of a value, '' for an unknown number; without a stored label the key is the label. */
function entryText(memory: ValueMemory, number: number, kind: 'key' | 'label'): string {
  if (number < 1 || number > memory.count) return ''
  const [chunk, at] = locateEntry(memory, number)
  const [keyLength, labelLength] = [lengthAt(chunk, at), lengthAt(chunk, at + 2)]
  const start = at + ENTRY_HEAD_BYTES
  if (kind === 'key' || labelLength === 0) return readUtf8(chunk, start, start + keyLength)
  return readUtf8(chunk, start + keyLength, start + keyLength + labelLength)
}

const NO_BYTES = new Uint8Array()

/** Returns the chunk of a value's entry and its offset there; offsets across all chunks hold both. */
function locateEntry({ chunks, offsets }: ValueMemory, number: number): [chunk: Uint8Array, at: number] {
  const offset = offsets[(number - 1) >>> OFFSETS_BITS]?.[(number - 1) & (OFFSETS_PER_ARRAY - 1)] ?? 0
  return [chunks[offset >>> CHUNK_BITS] ?? NO_BYTES, offset & (CHUNK_BYTES - 1)]
}

/** Reads a length of two bytes, low byte first. */
const lengthAt = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)

/**
 * Returns the slot of the key in the first `length` bytes of `scratch`, or the free slot where it belongs. Slots are tried
 * from the hash of the key on, one after another (linear probing).
 */
function findSlot(memory: ValueMemory, length: number): number {
  const { slots, count } = memory
  const mask = slots.length - 1
  let slot = hashTerm(scratch, 0, length) & mask
  for (;;) {
    const number = slots[slot] ?? 0
    // A reading thread may find a number that it has not been informed of yet.
    if (number === 0 || number > count) return slot
    const [chunk, at] = locateEntry(memory, number)
    if (lengthAt(chunk, at) === length && keyBeginsWith(chunk, at, length)) return slot
    slot = (slot + 1) & mask
  }
}

/** Returns whether the key of an entry begins with the first `length` bytes of `scratch`. */
function keyBeginsWith(chunk: Uint8Array, at: number, length: number): boolean {
  for (let index = 0; index < length; index += 1)
    if (chunk[at + ENTRY_HEAD_BYTES + index] !== scratch[index]) return false
  return true
}

/** Returns the numbers, up to `last`, of the first `limit` values whose keys begin with a text. */
function findByPrefix(memory: ValueMemory, text: string, last: number, limit: number): number[] {
  const length = writeUtf8(text, scratch, 0, MAX_TEXT_BYTES)
  const found: number[] = []
  for (let number = 1; number <= Math.min(last, memory.count) && found.length < limit; number += 1) {
    const [chunk, at] = locateEntry(memory, number)
    if (lengthAt(chunk, at) >= length && keyBeginsWith(chunk, at, length)) found.push(number)
  }
  return found
}

/** Returns the number of a value and assigns one to a new value. Only the writer may call it. */
export function ensureValue(values: AllMemory, table: ValueTable, key: string, label: string): number {
  const memory = values[table]
  const keyLength = writeUtf8(key, scratch, 0, MAX_TEXT_BYTES)
  const slot = findSlot(memory, keyLength)
  const number = memory.slots[slot] ?? 0
  if (number > 0) return number
  const end = key === label ? keyLength : writeUtf8(label, scratch, keyLength, keyLength + MAX_TEXT_BYTES)
  return addEntry(memory, slot, keyLength, end - keyLength)
}

/** Adds the value whose key and label are in `scratch` to a free slot, and returns its number. */
function addEntry(memory: ValueMemory, slot: number, keyLength: number, labelLength: number): number {
  const size = ENTRY_HEAD_BYTES + keyLength + labelLength
  const [chunk, at] = allocateEntry(memory, size)
  chunk.set([keyLength & 255, keyLength >>> 8, labelLength & 255, labelLength >>> 8], at)
  chunk.set(scratch.subarray(0, keyLength + labelLength), at + ENTRY_HEAD_BYTES)
  const number = memory.count
  memory.slots[slot] = number
  if (needsMoreSlots(number, memory.slots.length)) enlargeSlots(memory, memory.slots.length * 2)
  return number
}

/** Allocates an entry of a size for the next number, in a new chunk where the last one has no room for it. */
function allocateEntry(memory: ValueMemory, size: number): [chunk: Uint8Array, at: number] {
  if (memory.used + size > CHUNK_BYTES) {
    memory.chunks.push(new Uint8Array(new SharedArrayBuffer(CHUNK_BYTES)))
    memory.used = 0
  }
  const index = memory.count & (OFFSETS_PER_ARRAY - 1)
  if (index === 0) memory.offsets.push(new Uint32Array(new SharedArrayBuffer(OFFSETS_PER_ARRAY * 4)))
  const [chunk, offsets] = [memory.chunks.at(-1), memory.offsets.at(-1)]
  if (!chunk || !offsets) throw new Error('no room for a value')
  const at = memory.used
  offsets[index] = (memory.chunks.length - 1) * CHUNK_BYTES + at
  memory.used += size
  memory.count += 1
  return [chunk, at]
}

/** Returns whether so many values need more slots: more than two thirds would be in use. */
const needsMoreSlots = (count: number, slots: number) => count * 3 > slots * 2

/** Builds the hash table of all values anew, with `length` slots. */
function enlargeSlots(memory: ValueMemory, length: number): void {
  memory.slots = new Int32Array(new SharedArrayBuffer(length * 4))
  const mask = memory.slots.length - 1
  for (let number = 1; number <= memory.count; number += 1) {
    const [chunk, at] = locateEntry(memory, number)
    const start = at + ENTRY_HEAD_BYTES
    let slot = hashTerm(chunk, start, start + lengthAt(chunk, at)) & mask
    while (memory.slots[slot] !== 0) slot = (slot + 1) & mask
    memory.slots[slot] = number
  }
}

/** Ensures capacity for a total number of values, to avoid repeated growth. */
export function reserveValues(memory: ValueMemory, count: number): void {
  let length = memory.slots.length
  while (needsMoreSlots(count, length)) length *= 2
  if (length > memory.slots.length) enlargeSlots(memory, length)
}

/** Returns the stored form of an entry, for the file. */
export function entryBytes(memory: ValueMemory, number: number): Uint8Array {
  const [chunk, at] = locateEntry(memory, number)
  return chunk.subarray(at, entryEnd(chunk, at))
}

/** Returns the end of the entry at `at`, which lies beyond the bytes when the entry is incomplete. */
export const entryEnd = (bytes: Uint8Array, at: number) =>
  at + ENTRY_HEAD_BYTES + lengthAt(bytes, at) + lengthAt(bytes, at + 2)

/** Adds the entry stored at `at`. */
export function addEntryBytes(memory: ValueMemory, bytes: Uint8Array, at: number): void {
  const [keyLength, labelLength] = [lengthAt(bytes, at), lengthAt(bytes, at + 2)]
  scratch.set(bytes.subarray(at + ENTRY_HEAD_BYTES, entryEnd(bytes, at)))
  addEntry(memory, findSlot(memory, keyLength), keyLength, labelLength)
}

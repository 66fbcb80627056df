import { type GrowableArray, writeVarint } from './growable-array.ts'
import { NO_POSITION, POSITION_BITS } from './inverter.ts'

/*
 * Encoding of the positions of a term. Each posting (the term in one paper) begins with a head byte:
 *
 * | head    | positions                      | bytes after the head                                    |
 * | ------- | ------------------------------ | ------------------------------------------------------- |
 * | 0       | none                           | none                                                    |
 * | 1–208   | one, 0–207: head − 1           | none                                                    |
 * | 209–232 | one, 208–6,351                 | 1: position = 208 + (head − 209) · 256 + byte           |
 * | 233     | one, 6,352–65,534              | 2: position, high byte first                            |
 * | 234–254 | 2–22 of them: head − 232       | one gap per position                                    |
 * | 255     | 23 or more                     | their number as LEB128, then one gap per position       |
 *
 * The first gap is the first position, each further gap the difference to the position before:
 *
 * | first byte | gap          | bytes after the first                        |
 * | ---------- | ------------ | -------------------------------------------- |
 * | 0–239      | 0–239: byte  | none                                         |
 * | 240–254    | 240–4,079    | 1: gap = 240 + (first byte − 240) · 256 + byte |
 * | 255        | 4,080–65,534 | 2: gap, high byte first                      |
 *
 * Example: the positions 3, 40, 300 are the bytes 235 (three positions), 3, 37, 240, 20 (260 = 240 + 0 · 256 + 20).
 */

/**
 * Maximum number of bytes per occurrence, for reserving capacity. A gap takes up to 3; the head and a LEB128 count of
 * at most 16 bits take up to 4, which the occurrences share: two positions take at most 1 + 2 · 3 = 7 of 12 bytes.
 */
export const MAX_OCCURRENCE_BYTES = 6

/**
 * Returns the position of an occurrence, `NO_POSITION` if it has none.
 *
 * @param locations occurrences as `Inverter` packs them: the paper, and in the lower 16 bits the position in it
 */
export const positionAt = (locations: Uint32Array, at: number) =>
  (locations[at] ?? 0) & ((1 << POSITION_BITS) - 1)

/** First head of each row of the first table, which ends before that of the next one. */
const NONE_HEAD = 0
const SINGLE_HEAD = 1
const SINGLE_2_HEAD = 209
const SINGLE_3_HEAD = 233
const SEVERAL_HEAD = 234
const MANY_HEAD = 255

/**
 * Writes the posting of one paper behind the used part of `target` and returns its end, to which the caller sets
 * `target.length`. The caller has reserved `MAX_OCCURRENCE_BYTES` per occurrence.
 *
 * @param locations see `positionAt`; the occurrences `from` (inclusive) to `to` (exclusive) belong to one paper and
 *   ascend
 */
export function writePositions(
  locations: Uint32Array,
  from: number,
  to: number,
  target: GrowableArray<Uint8Array>,
): number {
  const { array, length } = target
  // Occurrences without a position come last, because NO_POSITION is the greatest; they are not written.
  let end = to
  while (end > from && positionAt(locations, end - 1) === NO_POSITION) end -= 1
  const count = end - from
  if (count === 0) return writeByte(array, length, NONE_HEAD)
  if (count === 1) return writeSingle(array, length, positionAt(locations, from))
  let at = writeCount(array, length, count)
  at = writeGap(array, at, positionAt(locations, from))
  for (let next = from + 1; next < end; next += 1)
    at = writeGap(array, at, positionAt(locations, next) - positionAt(locations, next - 1))
  return at
}

/** Writes a byte at `at` and returns the offset after it, as all functions below that write. */
function writeByte(target: Uint8Array, at: number, byte: number): number {
  target[at] = byte
  return at + 1
}

/** First position that does not fit into the head alone, 208, and first that needs two bytes after it, 6,352. */
const SINGLE_2_START = SINGLE_2_HEAD - SINGLE_HEAD
const SINGLE_3_START = SINGLE_2_START + (SINGLE_3_HEAD - SINGLE_2_HEAD) * 256

/** Writes a posting of one position. */
function writeSingle(target: Uint8Array, at: number, position: number): number {
  if (position < SINGLE_2_START) return writeByte(target, at, SINGLE_HEAD + position)
  // The high byte of the sum is the head: 209 and the carry of the position.
  if (position < SINGLE_3_START)
    return writeUint16(target, at, SINGLE_2_HEAD * 256 + position - SINGLE_2_START)
  return writeUint16(target, writeByte(target, at, SINGLE_3_HEAD), position)
}

/** Writes a 16-bit number, high byte first. */
function writeUint16(target: Uint8Array, at: number, value: number): number {
  target[at] = value >>> 8
  target[at + 1] = value & 255
  return at + 2
}

/** Number of positions that `SEVERAL_HEAD` stands for, and first number that needs `MANY_HEAD`, 23. */
const SEVERAL_START = 2
const MANY_START = SEVERAL_START + MANY_HEAD - SEVERAL_HEAD

/** Writes the head of a posting of several positions with their number. */
function writeCount(target: Uint8Array, at: number, count: number): number {
  if (count < MANY_START) return writeByte(target, at, SEVERAL_HEAD + count - SEVERAL_START)
  return writeVarint(target, writeByte(target, at, MANY_HEAD), count)
}

/** First byte of a gap of two and of three bytes; a smaller byte is the gap itself. */
const GAP_2_BYTE = 240
const GAP_3_BYTE = 255
/** First gap that needs three bytes, 4,080. */
const GAP_3_START = GAP_2_BYTE + (GAP_3_BYTE - GAP_2_BYTE) * 256

/** Writes the gap between two positions, in one to three bytes, and returns the offset after it. */
function writeGap(target: Uint8Array, at: number, gap: number): number {
  if (gap < GAP_2_BYTE) return writeByte(target, at, gap)
  if (gap < GAP_3_START) return writeUint16(target, at, GAP_2_BYTE * 256 + gap - GAP_2_BYTE)
  return writeUint16(target, writeByte(target, at, GAP_3_BYTE), gap)
}

/**
 * Reads the positions of the posting whose head is at the offset `at`, ascending, into the beginning of `target` and
 * returns their number, 0 for none. `target` must have room for them, at most 65,535; the bytes are not validated.
 */
export function readPositionsAt(bytes: Uint8Array, at: number, target: Uint16Array): number {
  const head = bytes[at] ?? 0
  if (head >= SEVERAL_HEAD) return readSeveral(bytes, at, head, target)
  if (head === NONE_HEAD) return 0
  if (head < SINGLE_2_HEAD) target[0] = head - SINGLE_HEAD
  else
    target[0] =
      head < SINGLE_3_HEAD
        ? readUint16(bytes, at) - SINGLE_2_HEAD * 256 + SINGLE_2_START
        : readUint16(bytes, at + 1)
  return 1
}

/** Reads a posting with several positions, whose head is at `start`. */
function readSeveral(bytes: Uint8Array, start: number, head: number, target: Uint16Array): number {
  const count = head < MANY_HEAD ? head - SEVERAL_HEAD + SEVERAL_START : readVarint(bytes, start + 1)
  let at = head < MANY_HEAD ? start + 1 : varintEnd(bytes, start + 1)
  let position = 0
  for (let index = 0; index < count; index += 1) {
    const first = bytes[at] ?? 0
    if (first < GAP_2_BYTE) {
      position += first
      at += 1
    } else if (first < GAP_3_BYTE) {
      position += readUint16(bytes, at) - GAP_2_BYTE * 256 + GAP_2_BYTE
      at += 2
    } else {
      position += readUint16(bytes, at + 1)
      at += 3
    }
    target[index] = position
  }
  return count
}

/** Reads a LEB128 number: seven bits per byte, the lowest first; the top bit says that another byte follows. */
function readVarint(bytes: Uint8Array, start: number): number {
  let value = 0
  let shift = 0
  let at = start
  for (; (bytes[at] ?? 0) > 127; at += 1, shift += 7) value |= ((bytes[at] ?? 0) & 127) << shift
  return value | ((bytes[at] ?? 0) << shift)
}

/** Returns the offset after a LEB128 number. */
function varintEnd(bytes: Uint8Array, start: number): number {
  let at = start
  while ((bytes[at] ?? 0) > 127) at += 1
  return at + 1
}

const readUint16 = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

/** Returns the offset after the posting whose head is at `at`, which is the head of the next posting. */
export function positionsEnd(bytes: Uint8Array, at: number): number {
  const head = bytes[at] ?? 0
  if (head < SINGLE_2_HEAD) return at + 1
  if (head < SEVERAL_HEAD) return head < SINGLE_3_HEAD ? at + 2 : at + 3
  return head < MANY_HEAD
    ? gapsEnd(bytes, at + 1, head - SEVERAL_HEAD + SEVERAL_START)
    : gapsEnd(bytes, varintEnd(bytes, at + 1), readVarint(bytes, at + 1))
}

/** Returns the offset after `count` gaps. */
function gapsEnd(bytes: Uint8Array, start: number, count: number): number {
  let at = start
  for (let remaining = count; remaining > 0; remaining -= 1) {
    const first = bytes[at] ?? 0
    if (first < GAP_2_BYTE) at += 1
    else at += first < GAP_3_BYTE ? 2 : 3
  }
  return at
}

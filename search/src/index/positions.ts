import { type GrowableArray, writeVarint } from './growable-array.ts'
import { NO_POSITION, POSITION_BITS } from './inverter.ts'

/**
 * Encoding of the positions of a term, posting by posting. The first byte contains 0 for no position; a single position
 * up to 207 itself, up to 6,351 with one more byte, any other with two; or the number of positions, if it is 2 to 22.
 * The first of several positions and the gaps between them take one byte up to 239, two up to 4,079, three beyond. For
 * a million passages this takes four fifths of the size of LEB128.
 */
const SINGLE = 1
const SINGLE_2 = 209
const SINGLE_3 = 233
const SEVERAL = 234
const MANY = 255
const MAX_SINGLE = SINGLE_2 - SINGLE
const MAX_SINGLE_2 = MAX_SINGLE + (SINGLE_3 - SINGLE_2) * 256
const MIN_COUNT = 2

const GAP_2 = 240
const GAP_3 = 255
const MAX_GAP_2 = GAP_2 + (GAP_3 - GAP_2) * 256

/** Maximum number of bytes per occurrence, including its share of the posting's header. */
export const MAX_OCCURRENCE_BYTES = 6

export const positionAt = (place: Uint32Array, at: number) => (place[at] ?? 0) & ((1 << POSITION_BITS) - 1)

/** Appends the positions of one paper's occurrences and returns the end; the caller provides the capacity. */
export function writePositions(
  place: Uint32Array,
  from: number,
  to: number,
  into: GrowableArray<Uint8Array>,
): number {
  const { array, length } = into
  // Occurrences without a position come last.
  let end = to
  while (end > from && positionAt(place, end - 1) === NO_POSITION) end -= 1
  const count = end - from
  if (count === 0) return writeByte(array, length, 0)
  if (count === 1) return writeSingle(array, length, positionAt(place, from))
  let at = writeCount(array, length, count)
  at = writeGap(array, at, positionAt(place, from))
  for (let next = from + 1; next < end; next += 1)
    at = writeGap(array, at, positionAt(place, next) - positionAt(place, next - 1))
  return at
}

function writeByte(into: Uint8Array, at: number, byte: number): number {
  into[at] = byte
  return at + 1
}

function writeUint16(into: Uint8Array, at: number, number: number): number {
  into[at] = number >>> 8
  into[at + 1] = number & 255
  return at + 2
}

function writeSingle(into: Uint8Array, at: number, position: number): number {
  if (position < MAX_SINGLE) return writeByte(into, at, SINGLE + position)
  if (position < MAX_SINGLE_2) return writeUint16(into, at, SINGLE_2 * 256 + position - MAX_SINGLE)
  return writeUint16(into, writeByte(into, at, SINGLE_3), position)
}

function writeCount(into: Uint8Array, at: number, count: number): number {
  if (count < MANY - SEVERAL + MIN_COUNT) return writeByte(into, at, SEVERAL + count - MIN_COUNT)
  return writeVarint(into, writeByte(into, at, MANY), count)
}

function writeGap(into: Uint8Array, at: number, gap: number): number {
  if (gap < GAP_2) return writeByte(into, at, gap)
  if (gap < MAX_GAP_2) return writeUint16(into, at, GAP_2 * 256 + gap - GAP_2)
  return writeUint16(into, writeByte(into, at, GAP_3), gap)
}

const readUint16 = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

/** Reads the positions of the posting at `at`, ascending, into `into` and returns their number. */
export function readPositionsAt(bytes: Uint8Array, at: number, into: Uint16Array): number {
  const head = bytes[at] ?? 0
  if (head >= SEVERAL) return readSeveral(bytes, at, head, into)
  if (head === 0) return 0
  if (head < SINGLE_2) into[0] = head - SINGLE
  else
    into[0] =
      head < SINGLE_3 ? readUint16(bytes, at) - SINGLE_2 * 256 + MAX_SINGLE : readUint16(bytes, at + 1)
  return 1
}

function readSeveral(bytes: Uint8Array, start: number, head: number, into: Uint16Array): number {
  const count = head < MANY ? head - SEVERAL + MIN_COUNT : readVarint(bytes, start + 1)
  let byte = head < MANY ? start + 1 : varintEnd(bytes, start + 1)
  let position = 0
  for (let index = 0; index < count; index += 1) {
    const gap = bytes[byte] ?? 0
    if (gap < GAP_2) {
      position += gap
      byte += 1
    } else if (gap < GAP_3) {
      position += readUint16(bytes, byte) - GAP_2 * 256 + GAP_2
      byte += 2
    } else {
      position += readUint16(bytes, byte + 1)
      byte += 3
    }
    into[index] = position
  }
  return count
}

/** Reads a LEB128 number. */
function readVarint(bytes: Uint8Array, at: number): number {
  let value = 0
  let shift = 0
  let byte = at
  for (; (bytes[byte] ?? 0) > 127; byte += 1, shift += 7) value |= ((bytes[byte] ?? 0) & 127) << shift
  return value | ((bytes[byte] ?? 0) << shift)
}

function varintEnd(bytes: Uint8Array, at: number): number {
  let byte = at
  while ((bytes[byte] ?? 0) > 127) byte += 1
  return byte + 1
}

/** Returns the offset of the positions of the next posting. */
export function positionsEnd(bytes: Uint8Array, at: number): number {
  const head = bytes[at] ?? 0
  if (head < SINGLE_2) return at + 1
  if (head < SEVERAL) return head < SINGLE_3 ? at + 2 : at + 3
  return head < MANY
    ? gapsEnd(bytes, at + 1, head - SEVERAL + MIN_COUNT)
    : gapsEnd(bytes, varintEnd(bytes, at + 1), readVarint(bytes, at + 1))
}

function gapsEnd(bytes: Uint8Array, start: number, count: number): number {
  let byte = start
  for (let left = count; left > 0; left -= 1) {
    const gap = bytes[byte] ?? 0
    byte += gap < GAP_2 ? 1 : gap < GAP_3 ? 2 : 3
  }
  return byte
}

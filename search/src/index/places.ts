import { type Growing, writeVarint } from './growing.ts'
import { NO_POSITION, POSITION_BITS } from './inverter.ts'

/**
 * Where a term stands in a paper, posting after posting, in bytes. The first byte says most of it: nothing where there is
 * no place; a lone place up to 207 as itself, up to 6,351 with a byte more, any with two; how many there are, where they
 * are 2 to 22. The first of several and the gaps between them take a byte up to 239, two up to 4,079, three beyond. Of a
 * million passages this takes four fifths of what LEB128 does.
 */
const LONE = 1
const LONE_2 = 209
const LONE_3 = 233
const SEVERAL = 234
const MANY = 255
const MOST_LONE = LONE_2 - LONE
const MOST_LONE_2 = MOST_LONE + (LONE_3 - LONE_2) * 256
const FEWEST = 2

const GAP_2 = 240
const GAP_3 = 255
const MOST_GAP_2 = GAP_2 + (GAP_3 - GAP_2) * 256

/** Bytes that an occurrence takes at most, with its share of what is said of the posting. */
export const MOST_BYTES = 6

export const positionAt = (place: Uint32Array, at: number) => (place[at] ?? 0) & ((1 << POSITION_BITS) - 1)

/** Writes the places of occurrences of one paper behind what there is, where there is room; answers where it ends. */
export function writePlaces(place: Uint32Array, from: number, to: number, into: Growing<Uint8Array>): number {
  const { array, length } = into
  // Those without a place come last.
  let end = to
  while (end > from && positionAt(place, end - 1) === NO_POSITION) end -= 1
  const count = end - from
  if (count === 0) return writeByte(array, length, 0)
  if (count === 1) return writeLone(array, length, positionAt(place, from))
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

function writeTwo(into: Uint8Array, at: number, number: number): number {
  into[at] = number >>> 8
  into[at + 1] = number & 255
  return at + 2
}

function writeLone(into: Uint8Array, at: number, position: number): number {
  if (position < MOST_LONE) return writeByte(into, at, LONE + position)
  if (position < MOST_LONE_2) return writeTwo(into, at, LONE_2 * 256 + position - MOST_LONE)
  return writeTwo(into, writeByte(into, at, LONE_3), position)
}

function writeCount(into: Uint8Array, at: number, count: number): number {
  if (count < MANY - SEVERAL + FEWEST) return writeByte(into, at, SEVERAL + count - FEWEST)
  return writeVarint(into, writeByte(into, at, MANY), count)
}

function writeGap(into: Uint8Array, at: number, gap: number): number {
  if (gap < GAP_2) return writeByte(into, at, gap)
  if (gap < MOST_GAP_2) return writeTwo(into, at, GAP_2 * 256 + gap - GAP_2)
  return writeTwo(into, writeByte(into, at, GAP_3), gap)
}

const twoAt = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

/** Reads the places of the posting at `at`, ascending, into `into`; answers how many. */
export function readPlacesAt(bytes: Uint8Array, at: number, into: Uint16Array): number {
  const head = bytes[at] ?? 0
  if (head >= SEVERAL) return readSeveral(bytes, at, head, into)
  if (head === 0) return 0
  if (head < LONE_2) into[0] = head - LONE
  else into[0] = head < LONE_3 ? twoAt(bytes, at) - LONE_2 * 256 + MOST_LONE : twoAt(bytes, at + 1)
  return 1
}

function readSeveral(bytes: Uint8Array, start: number, head: number, into: Uint16Array): number {
  const count = head < MANY ? head - SEVERAL + FEWEST : manyAt(bytes, start + 1)
  let byte = head < MANY ? start + 1 : manyEnd(bytes, start + 1)
  let position = 0
  for (let index = 0; index < count; index += 1) {
    const gap = bytes[byte] ?? 0
    if (gap < GAP_2) {
      position += gap
      byte += 1
    } else if (gap < GAP_3) {
      position += twoAt(bytes, byte) - GAP_2 * 256 + GAP_2
      byte += 2
    } else {
      position += twoAt(bytes, byte + 1)
      byte += 3
    }
    into[index] = position
  }
  return count
}

/** A number of LEB128 and where it ends. */
function manyAt(bytes: Uint8Array, at: number): number {
  let value = 0
  let shift = 0
  let byte = at
  for (; (bytes[byte] ?? 0) > 127; byte += 1, shift += 7) value |= ((bytes[byte] ?? 0) & 127) << shift
  return value | ((bytes[byte] ?? 0) << shift)
}

function manyEnd(bytes: Uint8Array, at: number): number {
  let byte = at
  while ((bytes[byte] ?? 0) > 127) byte += 1
  return byte + 1
}

/** Where the places of the next posting begin. */
export function placesEnd(bytes: Uint8Array, at: number): number {
  const head = bytes[at] ?? 0
  if (head < LONE_2) return at + 1
  if (head < SEVERAL) return head < LONE_3 ? at + 2 : at + 3
  return head < MANY
    ? gapsEnd(bytes, at + 1, head - SEVERAL + FEWEST)
    : gapsEnd(bytes, manyEnd(bytes, at + 1), manyAt(bytes, at + 1))
}

function gapsEnd(bytes: Uint8Array, start: number, count: number): number {
  let byte = start
  for (let left = count; left > 0; left -= 1) {
    const gap = bytes[byte] ?? 0
    byte += gap < GAP_2 ? 1 : gap < GAP_3 ? 2 : 3
  }
  return byte
}

type NumberArray = Uint8Array | Uint16Array | Uint32Array

/** A typed array whose capacity doubles when it is full. */
export interface GrowableArray<A extends NumberArray> {
  array: A
  length: number
}

/** Initial capacity, in numbers. */
const FIRST_SIZE = 1 << 14

/** Creates an empty array of bytes with room for `size` of them. */
export const growable8 = (size = FIRST_SIZE): GrowableArray<Uint8Array> => ({
  array: new Uint8Array(size),
  length: 0,
})
/** Creates an empty array of 16-bit numbers with room for `size` of them. */
export const growable16 = (size = FIRST_SIZE): GrowableArray<Uint16Array> => ({
  array: new Uint16Array(size),
  length: 0,
})
/** Creates an empty array of 32-bit numbers with room for `size` of them. */
export const growable32 = (size = FIRST_SIZE): GrowableArray<Uint32Array> => ({
  array: new Uint32Array(size),
  length: 0,
})

/** Appends a number, which may replace `array`. */
export function push(list: GrowableArray<NumberArray>, value: number): void {
  if (list.length === list.array.length) reserveRoom(list, 1)
  list.array[list.length] = value
  list.length += 1
}

/** Ensures capacity for `more` numbers; this may replace `array`. */
export function reserveRoom(list: GrowableArray<NumberArray>, more: number): void {
  const { array, length } = list
  if (length + more <= array.length) return
  const Kind = array.constructor as new (buffer: ArrayBufferLike) => typeof array
  const bytes = Math.max(array.length * 2, length + more) * array.BYTES_PER_ELEMENT
  // `transfer` frees the old memory at once instead of waiting for the garbage collector; views of it become invalid.
  // The condition only narrows the type: no growable array is shared.
  if (array.buffer instanceof ArrayBuffer) list.array = new Kind(array.buffer.transfer(bytes))
}

/** Returns the filled part as a view, not a copy. */
export function filledPart<A extends NumberArray>(list: GrowableArray<A>): A {
  // A subarray has the class of its array.
  return list.array.subarray(0, list.length) as A
}

/** Writes an unsigned 32-bit number as LEB128 at `offset` and returns its end; the caller provides the capacity. */
export function writeVarint(bytes: Uint8Array, offset: number, value: number): number {
  let [at, rest] = [offset, value]
  for (; rest > 127; at += 1) {
    bytes[at] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[at] = rest
  return at + 1
}

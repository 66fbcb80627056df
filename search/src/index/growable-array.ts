type NumberArray = Uint8Array | Uint16Array | Uint32Array

/** A typed array that doubles when it is full. */
export interface GrowableArray<A extends NumberArray> {
  array: A
  length: number
}

const FIRST_SIZE = 1 << 14

export const growable8 = (size = FIRST_SIZE): GrowableArray<Uint8Array> => ({
  array: new Uint8Array(size),
  length: 0,
})
export const growable16 = (size = FIRST_SIZE): GrowableArray<Uint16Array> => ({
  array: new Uint16Array(size),
  length: 0,
})
export const growable32 = (size = FIRST_SIZE): GrowableArray<Uint32Array> => ({
  array: new Uint32Array(size),
  length: 0,
})

export function push(list: GrowableArray<NumberArray>, value: number): void {
  if (list.length === list.array.length) reserveRoom(list, 1)
  list.array[list.length] = value
  list.length += 1
}

/** Makes room for `more` numbers; `array` is another one then. */
export function reserveRoom(list: GrowableArray<NumberArray>, more: number): void {
  const { array, length } = list
  if (length + more <= array.length) return
  const Kind = array.constructor as new (buffer: ArrayBufferLike) => typeof array
  const bytes = Math.max(array.length * 2, length + more) * array.BYTES_PER_ELEMENT
  // The old memory is given back at once, not when the collector comes by; no view of it may be kept.
  if (array.buffer instanceof ArrayBuffer) list.array = new Kind(array.buffer.transfer(bytes))
}

/** The filled part; a view, not a copy. */
export function filledPart<A extends NumberArray>(list: GrowableArray<A>): A {
  // A part of an array is of its class.
  return list.array.subarray(0, list.length) as A
}

/** Writes an unsigned number as LEB128 where there is room; answers where it ends. */
export function writeVarint(into: Uint8Array, from: number, value: number): number {
  let [at, rest] = [from, value]
  for (; rest > 127; at += 1) {
    into[at] = (rest & 127) | 128
    rest >>>= 7
  }
  into[at] = rest
  return at + 1
}

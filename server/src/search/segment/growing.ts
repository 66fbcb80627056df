/** A typed array that doubles when it is full. */
export interface Growing<A extends Uint8Array | Uint16Array | Uint32Array> {
  array: A
  length: number
}

export const growing8 = (): Growing<Uint8Array> => ({ array: new Uint8Array(1 << 14), length: 0 })
export const growing16 = (): Growing<Uint16Array> => ({ array: new Uint16Array(1 << 14), length: 0 })
export const growing32 = (): Growing<Uint32Array> => ({ array: new Uint32Array(1 << 14), length: 0 })

export function push(list: Growing<Uint8Array | Uint16Array | Uint32Array>, value: number): void {
  if (list.length === list.array.length) grow(list)
  list.array[list.length] = value
  list.length += 1
}

function grow(list: Growing<Uint8Array | Uint16Array | Uint32Array>): void {
  const { array } = list
  const Kind = array.constructor as new (length: number) => typeof array
  const larger = new Kind(array.length * 2)
  larger.set(array)
  list.array = larger
}

/** The filled part; a view, not a copy. */
export function filled<A extends Uint8Array | Uint16Array | Uint32Array>(list: Growing<A>): A {
  return list.array.subarray(0, list.length) as A
}

/** Appends an unsigned number as LEB128. */
export function pushVarint(list: Growing<Uint8Array>, value: number): void {
  let rest = value
  while (rest > 127) {
    push(list, (rest & 127) | 128)
    rest >>>= 7
  }
  push(list, rest)
}

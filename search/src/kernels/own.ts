/** Size of a WebAssembly page in bytes. */
export const PAGE_BYTES = 65_536
const MAX_PAGES = 65_536
/** Minimum growth of the memory; the system allocates pages when they are first written to. */
const GROWTH_PAGES = 64
/** Kernels read sets 16 bytes at a time. */
const ALIGNMENT_BYTES = 16

/**
 * The memory of this thread in which kernels work. It is a shared memory although no other thread sees it, because a
 * shared memory does not move when it grows, so that arrays in it stay valid.
 */
export const ownMemory = new WebAssembly.Memory({ initial: GROWTH_PAGES, maximum: MAX_PAGES, shared: true })

declare const ownMemoryBrand: unique symbol
/** An array in this thread's memory, whose `byteOffset` can be passed to a kernel. */
export type OwnArray<Numbers> = Numbers & { readonly [ownMemoryBrand]: true }

/** A class of typed arrays. */
interface ArrayKind<Numbers> {
  new (buffer: ArrayBufferLike, offset: number, length: number): Numbers
  readonly BYTES_PER_ELEMENT: number
}

/** Number of bytes that are allocated. */
let allocatedEnd = 0

/**
 * Allocates an array of zeros that is never freed.
 *
 * @throws RangeError when 4 GB are allocated.
 */
export function allocateOwn<Numbers>(Kind: ArrayKind<Numbers>, length: number): OwnArray<Numbers> {
  const start = allocatedEnd
  const end = Math.ceil((start + length * Kind.BYTES_PER_ELEMENT) / ALIGNMENT_BYTES) * ALIGNMENT_BYTES
  const missing = end - ownMemory.buffer.byteLength
  if (missing > 0) ownMemory.grow(Math.max(GROWTH_PAGES, Math.ceil(missing / PAGE_BYTES)))
  // Assigned after growing, so that a failed allocation takes nothing.
  allocatedEnd = end
  // The array lies in this thread's memory, as the brand states.
  return new Kind(ownMemory.buffer, start, length) as OwnArray<Numbers>
}

/** Returns the byte offset of an array's entry in its memory, as passed to kernels. */
export function byteAddress(
  { byteOffset, BYTES_PER_ELEMENT }: { byteOffset: number; BYTES_PER_ELEMENT: number },
  at = 0,
): number {
  return byteOffset + at * BYTES_PER_ELEMENT
}

/** Returns a part of an array as a view, from the entry `from` up to, not including, `to`. */
export function subarrayOf(array: OwnArray<Uint32Array>, from: number, to: number): OwnArray<Uint32Array> {
  // A part lies in the memory of the whole.
  return array.subarray(from, to) as OwnArray<Uint32Array>
}

/** Returns a part of an array, from the entry `from` on, as a view of `length` numbers of another type. */
export function subarrayAs<Numbers>(
  Kind: ArrayKind<Numbers>,
  array: OwnArray<Uint32Array>,
  from: number,
  length: number,
): OwnArray<Numbers> {
  return new Kind(
    array.buffer,
    array.byteOffset + from * array.BYTES_PER_ELEMENT,
    length,
  ) as OwnArray<Numbers>
}

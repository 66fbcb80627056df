/** Bytes of a page of WebAssembly. */
export const PAGE_BYTES = 65_536
const MAX_PAGES = 65_536
/** The memory grows by so many pages at least: the system gives them when they are first written to. */
const GROWTH_PAGES = 64
/** Sets are read 16 bytes at a time. */
const ALIGNMENT_BYTES = 16

/**
 * The memory of this thread that kernels work in. It is shared memory although no other thread sees it, because that
 * does not move when it grows: arrays in it stay valid.
 */
export const ownMemory = new WebAssembly.Memory({ initial: GROWTH_PAGES, maximum: MAX_PAGES, shared: true })

declare const ownMemoryBrand: unique symbol
/** An array that lies in this thread's memory, so that a kernel can be given its `byteOffset`. */
export type OwnArray<Numbers> = Numbers & { readonly [ownMemoryBrand]: true }

interface ArrayKind<Numbers> {
  new (buffer: ArrayBufferLike, offset: number, length: number): Numbers
  readonly BYTES_PER_ELEMENT: number
}

let allocatedEnd = 0

/** A new array of zeros that is never given back. @throws RangeError when 4 GB are taken. */
export function allocateOwn<Numbers>(Kind: ArrayKind<Numbers>, length: number): OwnArray<Numbers> {
  const start = allocatedEnd
  const behind = Math.ceil((start + length * Kind.BYTES_PER_ELEMENT) / ALIGNMENT_BYTES) * ALIGNMENT_BYTES
  const missing = behind - ownMemory.buffer.byteLength
  if (missing > 0) ownMemory.grow(Math.max(GROWTH_PAGES, Math.ceil(missing / PAGE_BYTES)))
  // Not before it has grown: what is refused takes nothing.
  allocatedEnd = behind
  // It lies in this thread's memory, which is what the name says.
  return new Kind(ownMemory.buffer, start, length) as OwnArray<Numbers>
}

/** Where an entry of an array lies in its memory, in bytes: what kernels are given. */
export function byteAddress(
  { byteOffset, BYTES_PER_ELEMENT }: { byteOffset: number; BYTES_PER_ELEMENT: number },
  at = 0,
): number {
  return byteOffset + at * BYTES_PER_ELEMENT
}

/** A part of such an array, from one entry up to another. */
export function subarrayOf(of: OwnArray<Uint32Array>, from: number, to: number): OwnArray<Uint32Array> {
  // A part lies where the whole does.
  return of.subarray(from, to) as OwnArray<Uint32Array>
}

/** A part from one entry on as `length` numbers of another kind. */
export function subarrayAs<Numbers>(
  Kind: ArrayKind<Numbers>,
  of: OwnArray<Uint32Array>,
  from: number,
  length: number,
): OwnArray<Numbers> {
  return new Kind(of.buffer, of.byteOffset + from * of.BYTES_PER_ELEMENT, length) as OwnArray<Numbers>
}

import { clearNumbers } from '../kernels/kernels.ts'
import { allocateOwn, type OwnArray } from '../kernels/own.ts'

/** Memory for data that a thread computes on demand and can compute again, such as the sets of dense terms. */
export interface PooledBuffer {
  words: OwnArray<Uint32Array>
  /** False once the memory has been evicted: its data is then lost. */
  held: boolean
  /** Number of the last search that used it. */
  search: number
  /** Recorded uses, at most `MAX_USES`; each search counts once. */
  uses: number
}

/**
 * Maximum total size of a thread's buffers: so many bytes, and more for a large index. A term takes 20 KB in a full
 * segment, so the buffers hold at least 128 terms in all segments.
 */
const MIN_POOL_BYTES = 64e6
const POOL_BYTES_PER_PAPER = 40
/** Maximum number of recorded uses of a buffer, each of which delays its eviction. */
const MAX_USES = 3

/** See `fitPool`. */
let maxPoolBytes = MIN_POOL_BYTES
/** The buffers of the pool. */
const buffers: PooledBuffer[] = []
/** Total size of `buffers`. */
let pooledBytes = 0
/** Index of the buffer that was last considered for eviction. */
let clockHand = 0
/** Number of the current search. */
let searchNumber = 0

/** Fits the maximum size of all buffers to an index of so many papers; what exceeds it is evicted over time. */
export function fitPool(papers: number): void {
  maxPoolBytes = Math.max(MIN_POOL_BYTES, papers * POOL_BYTES_PER_PAPER)
}

/** Starts a search: buffers that it has not used may be evicted from now on. */
export function beginSearch(): void {
  searchNumber += 1
}

/** Returns whether the data in a buffer is still valid, and marks it as used by the current search. */
export function isStillHeld<Data extends { buffer: PooledBuffer }>(
  data: Data | null | undefined,
): data is Data {
  if (!data?.buffer.held) return false
  markUsed(data.buffer)
  return true
}

/** Counts the use of a buffer, once a search. */
function markUsed(buffer: PooledBuffer): void {
  if (buffer.search === searchNumber) return
  buffer.search = searchNumber
  if (buffer.uses < MAX_USES) buffer.uses += 1
}

/** Evicted memory by length in numbers; there are few lengths. It stays allocated, and `pooledBytes` excludes it. */
const spareBuffers = new Map<number, OwnArray<Uint32Array>[]>()

/** Returns a zeroed buffer of `length` 32-bit numbers; null when the current search uses all buffers. */
export function takeBuffer(length: number): PooledBuffer | null {
  while (pooledBytes + length * Uint32Array.BYTES_PER_ELEMENT > maxPoolBytes) {
    const evicted = evictBuffer()
    if (!evicted) return null
    const spares = spareBuffers.get(evicted.length)
    if (spares) spares.push(evicted)
    else spareBuffers.set(evicted.length, [evicted])
  }
  const spare = spareBuffers.get(length)?.pop()
  if (spare) clearNumbers(spare)
  const words = spare ?? allocateOwn(Uint32Array, length)
  const buffer = { words, held: true, search: searchNumber, uses: 1 }
  buffers.push(buffer)
  pooledBytes += words.byteLength
  return buffer
}

/**
 * Evicts a rarely used buffer by the clock algorithm: the hand goes round all buffers and removes one recorded use at
 * each pass; a buffer without any is evicted. Returns its memory, or null when the current search uses all buffers.
 */
function evictBuffer(): OwnArray<Uint32Array> | null {
  for (let left = buffers.length * (MAX_USES + 1); left > 0; left -= 1) {
    clockHand = clockHand + 1 < buffers.length ? clockHand + 1 : 0
    const buffer = buffers[clockHand]
    if (!buffer || buffer.search === searchNumber) continue
    buffer.uses -= 1
    if (buffer.uses >= 0) continue
    buffer.held = false
    pooledBytes -= buffer.words.byteLength
    const last = buffers.pop()
    if (last && last !== buffer) buffers[clockHand] = last
    return buffer.words
  }
  return null
}

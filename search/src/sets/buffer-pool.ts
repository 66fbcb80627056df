import { clearNumbers } from '../kernels/kernels.ts'
import { allocateOwn, type OwnArray } from '../kernels/own.ts'

/** Memory for what a thread makes when it is first wanted, and can make again: the sets of common terms. */
export interface PooledBuffer {
  words: OwnArray<Uint32Array>
  /** It was not given to anything else since. */
  held: boolean
  /** The search that used it last, and how often it was used of late. */
  search: number
  uses: number
}

/** All buffers of a thread together. With 20 KB for a term in a full segment these are 200 terms in 16 segments. */
const MAX_POOL_BYTES = 64e6
/** What is used this often in a while is not soon given away. */
const MAX_USES = 3

const buffers: PooledBuffer[] = []
let pooledBytes = 0
let clockHand = 0
let searchNumber = 0

/** What was used before may be given away from here on. */
export function beginSearch(): void {
  searchNumber += 1
}

/** Whether what was made in a buffer is still there; the search at hand uses it then. */
export function isStillHeld<Made extends { buffer: PooledBuffer }>(
  made: Made | null | undefined,
): made is Made {
  if (!made?.buffer.held) return false
  markUsed(made.buffer)
  return true
}

function markUsed(buffer: PooledBuffer): void {
  if (buffer.search === searchNumber) return
  buffer.search = searchNumber
  if (buffer.uses < MAX_USES) buffer.uses += 1
}

/** Memory that was given away, by its length: there are few lengths. */
const spareBuffers = new Map<number, OwnArray<Uint32Array>[]>()

/** PooledBuffer for so many numbers, all zero; null where the search at hand uses all there is. */
export function takeBuffer(length: number): PooledBuffer | null {
  while (pooledBytes + length * 4 > MAX_POOL_BYTES) {
    const given = evictBuffer()
    if (!given) return null
    const alike = spareBuffers.get(given.length)
    if (alike) alike.push(given)
    else spareBuffers.set(given.length, [given])
  }
  const known = spareBuffers.get(length)?.pop()
  if (known) clearNumbers(known)
  const words = known ?? allocateOwn(Uint32Array, length)
  const buffer = { words, held: true, search: searchNumber, uses: 1 }
  buffers.push(buffer)
  pooledBytes += words.byteLength
  return buffer
}

/** The memory of a buffer that was used little: each time the hand of the clock comes by, one use is forgotten. */
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

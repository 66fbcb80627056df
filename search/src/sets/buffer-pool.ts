import { clear } from '../kernels/kernels.ts'
import { type Own, own } from '../kernels/own.ts'

/** Memory for what a thread makes when it is first wanted, and can make again: the sets of common terms. */
export interface PooledBuffer {
  words: Own<Uint32Array>
  /** It was not given to anything else since. */
  held: boolean
  /** The search that used it last, and how often it was used of late. */
  search: number
  uses: number
}

/** All buffers of a thread together. With 20 KB for a term in a full segment these are 200 terms in 16 segments. */
const MOST_BYTES = 64e6
/** What is used this often in a while is not soon given away. */
const MOST_USES = 3

const buffers: PooledBuffer[] = []
let bytes = 0
let hand = 0
let search = 0

/** What was used before may be given away from here on. */
export function beginSearch(): void {
  search += 1
}

/** Whether what was made in a buffer is still there; the search at hand uses it then. */
export function isStillMade<Made extends { buffer: PooledBuffer }>(
  made: Made | null | undefined,
): made is Made {
  if (!made?.buffer.held) return false
  use(made.buffer)
  return true
}

function use(buffer: PooledBuffer): void {
  if (buffer.search === search) return
  buffer.search = search
  if (buffer.uses < MOST_USES) buffer.uses += 1
}

/** Memory that was given away, by its length: there are few lengths. */
const spare = new Map<number, Own<Uint32Array>[]>()

/** PooledBuffer for so many numbers, all zero; null where the search at hand uses all there is. */
export function takeBuffer(length: number): PooledBuffer | null {
  while (bytes + length * 4 > MOST_BYTES) {
    const given = giveAway()
    if (!given) return null
    const alike = spare.get(given.length)
    if (alike) alike.push(given)
    else spare.set(given.length, [given])
  }
  const known = spare.get(length)?.pop()
  if (known) clear(known)
  const words = known ?? own(Uint32Array, length)
  const buffer = { words, held: true, search, uses: 1 }
  buffers.push(buffer)
  bytes += words.byteLength
  return buffer
}

/** The memory of a buffer that was used little: each time the hand of the clock comes by, one use is forgotten. */
function giveAway(): Own<Uint32Array> | null {
  for (let left = buffers.length * (MOST_USES + 1); left > 0; left -= 1) {
    hand = hand + 1 < buffers.length ? hand + 1 : 0
    const buffer = buffers[hand]
    if (!buffer || buffer.search === search) continue
    buffer.uses -= 1
    if (buffer.uses >= 0) continue
    buffer.held = false
    bytes -= buffer.words.byteLength
    const last = buffers.pop()
    if (last && last !== buffer) buffers[hand] = last
    return buffer.words
  }
  return null
}

import { clear } from '../kernels/kernels.ts'
import { type Own, own } from '../kernels/own.ts'

/** Memory for what a thread makes when it is first wanted, and can make again: the sets of common terms. */
export interface Room {
  words: Own<Uint32Array>
  /** It was not given to anything else since. */
  kept: boolean
  /** The search that used it last, and how often it was used of late. */
  search: number
  uses: number
}

/** All rooms of a thread together. With 20 KB for a term in a full segment these are 200 terms in 16 segments. */
const MOST_BYTES = 64e6
/** What is used this often in a while is not soon given away. */
const MOST_USES = 3

const rooms: Room[] = []
let bytes = 0
let hand = 0
let search = 0

/** What was used before may be given away from here on. */
export function beginSearch(): void {
  search += 1
}

/** Whether what was made in a room is still there; the search at hand uses it then. */
export function isStillMade<Made extends { room: Room }>(made: Made | null | undefined): made is Made {
  if (!made?.room.kept) return false
  use(made.room)
  return true
}

function use(room: Room): void {
  if (room.search === search) return
  room.search = search
  if (room.uses < MOST_USES) room.uses += 1
}

/** Memory that was given away, by its length: there are few lengths. */
const spare = new Map<number, Own<Uint32Array>[]>()

/** Room for so many numbers, all zero; null where the search at hand uses all there is. */
export function takeRoom(length: number): Room | null {
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
  const room = { words, kept: true, search, uses: 1 }
  rooms.push(room)
  bytes += words.byteLength
  return room
}

/** The memory of a room that was used little: each time the hand of the clock comes by, one use is forgotten. */
function giveAway(): Own<Uint32Array> | null {
  for (let left = rooms.length * (MOST_USES + 1); left > 0; left -= 1) {
    hand = hand + 1 < rooms.length ? hand + 1 : 0
    const room = rooms[hand]
    if (!room || room.search === search) continue
    room.uses -= 1
    if (room.uses >= 0) continue
    room.kept = false
    bytes -= room.words.byteLength
    const last = rooms.pop()
    if (last && last !== room) rooms[hand] = last
    return room.words
  }
  return null
}

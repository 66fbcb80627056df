import { filled, type Growing, growing8, growing32, push, reserve, writeVarint } from './growing.ts'
import { POSITION_BLOCK, TERM_BLOCK } from './layout.ts'
import { DIFFERENT } from './masks.ts'
import { LONGEST_TERM } from './utf8.ts'

/**
 * Writes terms in the order of their bytes. Of each only what differs from the one before is kept: how many bytes are
 * the same, how many follow, those, and the number of papers times four, plus two for terms whose postings have one mask,
 * which follows, plus one for terms that have positions. Every 16 terms a block begins, with a whole term; `dict_blocks`
 * says where it, its postings, their position blocks and their masks begin.
 */
export interface DictionaryWriter {
  bytes: Growing<Uint8Array>
  blocks: Growing<Uint32Array>
  count: number
  last: Uint8Array
  last_length: number
  postings: number
  position_blocks: number
  masks: number
}

export function createDictionary(): DictionaryWriter {
  return {
    bytes: growing8(),
    blocks: growing32(),
    count: 0,
    last: new Uint8Array(LONGEST_TERM),
    last_length: 0,
    postings: 0,
    position_blocks: 0,
    masks: 0,
  }
}

/** Bytes that a term takes at most: two lengths, itself, the number of papers, their mask. */
const MOST_BYTES = LONGEST_TERM + 12

/** What is said of a term's postings. */
interface Said {
  papers: number
  placed: boolean
  /** That of them all, or DIFFERENT. */
  mask: number
}

/** Adds the term that stands at start..end of `from`, behind all before it. */
export function addTerm(
  to: DictionaryWriter,
  from: Uint8Array,
  start: number,
  end: number,
  said: Said,
): void {
  const shared = to.count % TERM_BLOCK === 0 ? beginBlock(to) : sharedWith(to, from, start, end)
  reserve(to.bytes, MOST_BYTES)
  const { array, length } = to.bytes
  array[length] = shared
  array[length + 1] = end - start - shared
  let into = length + 2
  for (let at = start + shared; at < end; at += 1, into += 1) {
    const byte = from[at] ?? 0
    array[into] = byte
    to.last[at - start] = byte
  }
  to.last_length = end - start
  to.bytes.length = writeSaid(array, into, said)
  to.count += 1
  to.postings += said.papers
  if (said.placed) to.position_blocks += Math.ceil(said.papers / POSITION_BLOCK)
  if (said.mask === DIFFERENT) to.masks += said.papers
}

function writeSaid(into: Uint8Array, from: number, { papers, placed, mask }: Said): number {
  const at = writeVarint(into, from, papers * 4 + (mask === DIFFERENT ? 0 : 2) + (placed ? 1 : 0))
  if (mask === DIFFERENT) return at
  into[at] = mask
  return at + 1
}

function beginBlock({ blocks, bytes, postings, position_blocks, masks }: DictionaryWriter): number {
  push(blocks, bytes.length)
  push(blocks, postings)
  push(blocks, position_blocks)
  push(blocks, masks)
  return 0
}

function sharedWith(
  { last, last_length }: DictionaryWriter,
  from: Uint8Array,
  start: number,
  end: number,
): number {
  const most = Math.min(last_length, end - start)
  let shared = 0
  while (shared < most && last[shared] === from[start + shared]) shared += 1
  return shared
}

export function finishDictionary({ bytes, blocks }: DictionaryWriter) {
  return { dict_bytes: filled(bytes), dict_blocks: filled(blocks) }
}

import { filled, type Growing, growing8, growing32, push, reserve, writeVarint } from './growing.ts'
import { POSITION_BLOCK, TERM_BLOCK } from './layout.ts'
import { LONGEST_TERM } from './utf8.ts'

/**
 * Writes terms in the order of their bytes. Of each only what differs from the one before is kept: how many bytes are
 * the same, how many follow, those, and the number of papers, doubled, plus one for terms that have positions. Every 16
 * terms a block begins, with a whole term; `dict_blocks` says where it, its postings and their position blocks begin.
 */
export interface DictionaryWriter {
  bytes: Growing<Uint8Array>
  blocks: Growing<Uint32Array>
  count: number
  last: Uint8Array
  last_length: number
  postings: number
  position_blocks: number
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
  }
}

/** Bytes that a term takes at most: two lengths, itself, the number of papers. */
const MOST_BYTES = LONGEST_TERM + 12

/** Adds the term that stands at start..end of `from`, behind all before it. */
export function addTerm(
  to: DictionaryWriter,
  from: Uint8Array,
  start: number,
  end: number,
  papers: number,
  placed: boolean,
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
  to.bytes.length = writeVarint(array, into, papers * 2 + (placed ? 1 : 0))
  to.count += 1
  to.postings += papers
  if (placed) to.position_blocks += Math.ceil(papers / POSITION_BLOCK)
}

function beginBlock({ blocks, bytes, postings, position_blocks }: DictionaryWriter): number {
  push(blocks, bytes.length)
  push(blocks, postings)
  push(blocks, position_blocks)
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

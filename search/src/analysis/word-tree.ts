/** 2²⁰ slots for the ≈ 500,000 beginnings of words; a slot holds a beginning, the next character, the longer one. */
const SLOTS = 1 << 20
/** Bytes of a slot and of the node that has its number, and of the numbers in front. */
const SLOT_BYTES = 15
const HEAD_BYTES = 16
export const ROOT = 0

/**
 * Words as a tree, for finding every one of them in a text at all its places: one reading alone would hide words from
 * those who search for them. All of it lies in one piece of memory, which threads can share.
 */
export interface WordTree {
  memory: SharedArrayBuffer
  /** The beginning that a slot goes on from, more by one: 0 is an empty slot. */
  from: Int32Array
  next: Uint16Array
  to: Int32Array
  /** 1 where a node ends a word that is found wherever it stands. */
  ends: Uint8Array
  /** How often the word that ends at a node is met; 0 where none does. */
  counts: Int32Array
  /** See `NODES`, `ALL`, `STATE`. */
  head: Int32Array
}

/** Places in `head`: how many nodes there are beside the root, how often all words together are met, who may read it. */
const HEAD_NODES = 0
const HEAD_COUNT = 1
const HEAD_STATE = 2
const STATE_OPEN = 0
const STATE_CLAIMED = 1
const STATE_COMPLETE = 2

export const createTree = (): WordTree => openTree(new SharedArrayBuffer(HEAD_BYTES + SLOTS * SLOT_BYTES))

/** The tree that lies in this memory. */
export function openTree(memory: SharedArrayBuffer): WordTree {
  let at = HEAD_BYTES
  const place = (bytes: number) => {
    at += SLOTS * bytes
    return at - SLOTS * bytes
  }
  return {
    memory,
    head: new Int32Array(memory, 0, HEAD_BYTES / Int32Array.BYTES_PER_ELEMENT),
    from: new Int32Array(memory, place(4), SLOTS),
    to: new Int32Array(memory, place(4), SLOTS),
    counts: new Int32Array(memory, place(4), SLOTS),
    next: new Uint16Array(memory, place(2), SLOTS),
    ends: new Uint8Array(memory, place(1), SLOTS),
  }
}

/** How often all words together are met. */
export const totalCount = ({ head }: WordTree): number => head[HEAD_COUNT] ?? 0

/** Says of a node that a word ends there which is met so often. */
export function setCount(tree: WordTree, node: number, count: number): void {
  tree.counts[node] = count
  tree.head[HEAD_COUNT] = totalCount(tree) + count
}

/** Whether all words are in it, and nobody changes it any more. */
export const isComplete = ({ head }: WordTree): boolean => Atomics.load(head, HEAD_STATE) === STATE_COMPLETE

/** Takes an empty tree that others can see for filling it; false where another thread has done so. */
export const claimTree = ({ head }: WordTree): boolean =>
  Atomics.compareExchange(head, HEAD_STATE, STATE_OPEN, STATE_CLAIMED) === STATE_OPEN

/** Says that all words are in it. */
export const completeTree = ({ head }: WordTree): void => void Atomics.store(head, HEAD_STATE, STATE_COMPLETE)

function findSlot({ from, next }: WordTree, node: number, code: number): number {
  let slot = (Math.imul(node ^ (code << 13), 0x9e3779b1) >>> 12) & (SLOTS - 1)
  while (from[slot] !== 0 && (from[slot] !== node + 1 || next[slot] !== code)) slot = (slot + 1) & (SLOTS - 1)
  return slot
}

/** The node one character further; -1 where no word goes on so. */
export function findChild(tree: WordTree, node: number, code: number): number {
  const slot = findSlot(tree, node, code)
  return tree.from[slot] === 0 ? -1 : (tree.to[slot] ?? -1)
}

/** The node one character further, made where it is missing. */
export function ensureChild(tree: WordTree, node: number, code: number): number {
  const slot = findSlot(tree, node, code)
  if (tree.from[slot] !== 0) return tree.to[slot] ?? ROOT
  const made = (tree.head[HEAD_NODES] ?? 0) + 1
  tree.head[HEAD_NODES] = made
  tree.from[slot] = node + 1
  tree.next[slot] = code
  tree.to[slot] = made
  return made
}

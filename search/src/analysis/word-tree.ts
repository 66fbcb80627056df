/** The node of the empty prefix. */
export const ROOT = 0

/**
 * Words as a trie, for finding every word at every position of a text: a single segmentation would hide words from
 * searches. A node is the number of a prefix. The edges are a hash table with open addressing: a slot leads from a node
 * by one UTF-16 unit to a longer prefix. Everything lies in one shared memory.
 */
export interface WordTree {
  memory: SharedArrayBuffer
  /** For each slot the node it leads from, plus 1; 0 marks an empty slot. */
  from: Int32Array
  /** For each slot its unit. */
  next: Uint16Array
  /** For each slot the node it leads to. */
  to: Int32Array
  /** For each node 1 when it ends a word that is found anywhere in a text, else 0. */
  ends: Uint8Array
  /** Frequency of the word that ends at a node; 0 when none does. */
  counts: Int32Array
  /** See `HEAD_NODES`, `HEAD_COUNT`, `HEAD_STATE`. */
  head: Int32Array
}

/** Number of slots, for the ≈ 500,000 prefixes of words; a power of two, about half of which are used. */
const SLOTS = 1 << 20
/** Bytes per slot in the five arrays of `WordTree`, and bytes of the header. */
const SLOT_BYTES = 4 + 4 + 4 + 2 + 1
const HEAD_BYTES = 16

/** Returns an empty tree in shared memory. */
export const createTree = (): WordTree => openTree(new SharedArrayBuffer(HEAD_BYTES + SLOTS * SLOT_BYTES))

/** Opens the tree in a memory; the arrays with the largest elements come first, so that each of them is aligned. */
export function openTree(memory: SharedArrayBuffer): WordTree {
  let end = HEAD_BYTES
  /** Returns the offset of the next array, whose elements have so many bytes. */
  const nextOffset = (bytes: number) => {
    const offset = end
    end += SLOTS * bytes
    return offset
  }
  return {
    memory,
    head: new Int32Array(memory, 0, HEAD_BYTES / Int32Array.BYTES_PER_ELEMENT),
    from: new Int32Array(memory, nextOffset(4), SLOTS),
    to: new Int32Array(memory, nextOffset(4), SLOTS),
    counts: new Int32Array(memory, nextOffset(4), SLOTS),
    next: new Uint16Array(memory, nextOffset(2), SLOTS),
    ends: new Uint8Array(memory, nextOffset(1), SLOTS),
  }
}

/** Indexes in `head`: number of nodes besides the root, sum of all frequencies, and whether the tree may be read. */
const HEAD_NODES = 0
const HEAD_COUNT = 1
const HEAD_STATE = 2

/** Returns the sum of the frequencies of all words. */
export const totalCount = ({ head }: WordTree): number => head[HEAD_COUNT] ?? 0

/** Sets the frequency of the word that ends at a node and adds it to the sum; call it once for each word. */
export function setCount(tree: WordTree, node: number, count: number): void {
  tree.counts[node] = count
  tree.head[HEAD_COUNT] = totalCount(tree) + count
}

/** Values of `HEAD_STATE`: empty, being filled by one thread, and complete. */
const STATE_OPEN = 0
const STATE_CLAIMED = 1
const STATE_COMPLETE = 2

/** Returns whether the tree contains all words and does not change any more. */
export const isComplete = ({ head }: WordTree): boolean => Atomics.load(head, HEAD_STATE) === STATE_COMPLETE

/** Claims an empty shared tree for filling; returns false when another thread has done so. */
export const claimTree = ({ head }: WordTree): boolean =>
  Atomics.compareExchange(head, HEAD_STATE, STATE_OPEN, STATE_CLAIMED) === STATE_OPEN

/** Marks the tree as complete. */
export const completeTree = ({ head }: WordTree): void => void Atomics.store(head, HEAD_STATE, STATE_COMPLETE)

/** Returns the node one UTF-16 unit further; -1 when no word continues so. */
export function findChild(tree: WordTree, node: number, code: number): number {
  const slot = findSlot(tree, node, code)
  return tree.from[slot] === 0 ? -1 : (tree.to[slot] ?? -1)
}

/** Multiplier of the hash, and number of bits by which it is shifted to the size of the table. */
const HASH_FACTOR = 0x9e3779b1
const HASH_SHIFT = 12

/** Returns the slot that leads from a node by a unit, or the empty slot where it would be. */
function findSlot({ from, next }: WordTree, node: number, code: number): number {
  let slot = (Math.imul(node ^ (code << 13), HASH_FACTOR) >>> HASH_SHIFT) & (SLOTS - 1)
  while (from[slot] !== 0 && (from[slot] !== node + 1 || next[slot] !== code)) slot = (slot + 1) & (SLOTS - 1)
  return slot
}

/**
 * Returns the node one UTF-16 unit further, creating it if necessary. Only for the thread that fills the tree, and for
 * fewer than `SLOTS` prefixes in all, which is not checked.
 */
export function ensureChild(tree: WordTree, node: number, code: number): number {
  const slot = findSlot(tree, node, code)
  if (tree.from[slot] !== 0) return tree.to[slot] ?? ROOT
  const child = (tree.head[HEAD_NODES] ?? 0) + 1
  tree.head[HEAD_NODES] = child
  tree.from[slot] = node + 1
  tree.next[slot] = code
  tree.to[slot] = child
  return child
}

/** 2²⁰ slots for the ≈ 500,000 beginnings of words; a slot holds a beginning, the next character, the longer one. */
const SLOTS = 1 << 20
export const ROOT = 0

/**
 * Words as a tree, for finding every one of them in a text at all its places: one reading alone would hide words from
 * those who search for them.
 */
export interface WordTree {
  from: Int32Array
  next: Uint16Array
  to: Int32Array
  /** 1 where a node ends a word that is found wherever it stands. */
  ends: Uint8Array
  /** How often the word that ends at a node is met; 0 where none does. */
  counts: Int32Array
  nodes: number
}

export const emptyTree = (): WordTree => ({
  from: new Int32Array(SLOTS).fill(-1),
  next: new Uint16Array(SLOTS),
  to: new Int32Array(SLOTS),
  ends: new Uint8Array(SLOTS),
  counts: new Int32Array(SLOTS),
  nodes: 1,
})

function slotOf({ from, next }: WordTree, node: number, code: number): number {
  let slot = (Math.imul(node ^ (code << 13), 0x9e3779b1) >>> 12) & (SLOTS - 1)
  while (from[slot] !== -1 && (from[slot] !== node || next[slot] !== code)) slot = (slot + 1) & (SLOTS - 1)
  return slot
}

/** The node one character further; -1 where no word goes on so. */
export function step(tree: WordTree, node: number, code: number): number {
  const slot = slotOf(tree, node, code)
  return tree.from[slot] === -1 ? -1 : (tree.to[slot] ?? -1)
}

/** The node of a word, made where it is missing. */
export function nodeOf(tree: WordTree, word: string): number {
  let node = ROOT
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    const slot = slotOf(tree, node, code)
    if (tree.from[slot] === -1) {
      tree.from[slot] = node
      tree.next[slot] = code
      tree.to[slot] = tree.nodes++
    }
    node = tree.to[slot] ?? ROOT
  }
  return node
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Jieba } from '@node-rs/jieba'
import { fold } from './fold.ts'
import { standingOf } from './standing.ts'
import type { Walk } from './walk.ts'

const load = createRequire(import.meta.url)

/** 2²⁰ slots for the ≈ 500,000 beginnings of words; a slot holds a beginning, the next character, the longer one. */
const slots = 1 << 20
const root = 0

/**
 * The words of three characters and more in jieba's dictionary as a tree, for finding every one of them in a
 * text at all its places: segmentation would pick one reading and hide words from those who search for them.
 */
interface WordTree {
  from: Int32Array
  next: Uint16Array
  to: Int32Array
  /** 1 where a node ends a word. */
  ends: Uint8Array
  nodes: number
}

let tree: WordTree | undefined
let segmenter: Jieba | undefined

/**
 * Emits each dictionary word (three characters and more) that begins at `start` and ends by `limit`; answers the end of
 * the longest, `start` if there is none.
 */
export function emitWordsFrom(walk: Walk, start: number, limit: number): number {
  tree ??= buildTree()
  const { text } = walk
  let node = root
  let longest = start
  for (let at = start; at < limit; at++) {
    node = step(tree, node, text.charCodeAt(at))
    if (node < 0) return longest
    if (tree.ends[node] !== 1) continue
    longest = at + 1
    walk.emit(text.slice(start, longest), walk.position, start, longest, standingOf(text, start, longest))
  }
  return longest
}

/** Splits a run of folded Chinese into the words a reader would see. */
export function segment(run: string): string[] {
  segmenter ??= createSegmenter()
  return segmenter.cut(run, false)
}

function slotOf({ from, next }: WordTree, node: number, code: number): number {
  let slot = (Math.imul(node ^ (code << 13), 0x9e3779b1) >>> 12) & (slots - 1)
  while (from[slot] !== -1 && (from[slot] !== node || next[slot] !== code)) slot = (slot + 1) & (slots - 1)
  return slot
}

function step(words: WordTree, node: number, code: number): number {
  const slot = slotOf(words, node, code)
  return words.from[slot] === -1 ? -1 : (words.to[slot] ?? -1)
}

function buildTree(): WordTree {
  const words: WordTree = {
    from: new Int32Array(slots).fill(-1),
    next: new Uint16Array(slots),
    to: new Int32Array(slots),
    ends: new Uint8Array(slots),
    nodes: 1,
  }
  const { text } = fold(readFileSync(load.resolve('@node-rs/jieba/dict.txt'), 'utf8'), false)
  for (const [word] of text.matchAll(/^[^\n\u2028\u2029\0-\x7f]{3,}(?= )/gm)) addWord(words, word)
  return words
}

function addWord(words: WordTree, word: string): void {
  let node = root
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    const slot = slotOf(words, node, code)
    if (words.from[slot] === -1) {
      words.from[slot] = node
      words.next[slot] = code
      words.to[slot] = words.nodes++
    }
    node = words.to[slot] ?? root
  }
  words.ends[node] = 1
}

function createSegmenter(): Jieba {
  // require() cannot be typed by the module's own declaration.
  const jieba = load('@node-rs/jieba') as typeof import('@node-rs/jieba')
  return jieba.Jieba.withDict(readFileSync(load.resolve('@node-rs/jieba/dict.txt')))
}

import { createRequire } from 'node:module'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { cutWords } from './cut-words.ts'
import { loadReadings } from './pinyin.ts'
import type { ScanCursor } from './scan-cursor.ts'
import { termBoundary } from './term-boundary.ts'
import { readWords } from './word-list.ts'
import {
  claimTree,
  completeTree,
  createTree,
  findChild,
  isComplete,
  openTree,
  ROOT,
  totalCount,
  type WordTree,
} from './word-tree.ts'

const nodeRequire = createRequire(import.meta.url)

/**
 * Key of the environment data by which a thread finds the memory that all threads of its process share for the
 * dictionary.
 */
export const SHARED_TREE_KEY = 'scinav:dictionary'

/** The memory is passed on to every thread started from now on. The system allocates no pages for an empty one. */
const sharedDictionary = openSharedTree()

function openSharedTree(): WordTree {
  const given = getEnvironmentData(SHARED_TREE_KEY)
  if (given instanceof SharedArrayBuffer) return openTree(given)
  const tree = createTree()
  setEnvironmentData(SHARED_TREE_KEY, tree.memory)
  return tree
}

/** Words of jieba's dictionary. Those of three or more characters are also found anywhere in a text. */
let dictionary: WordTree | undefined
let treeBuild: Generator<void, WordTree> | undefined

/** Returns the dictionary, reading the rest of it first unless another thread has completed it. */
function requireDictionary(): WordTree {
  while (!dictionary) readNextPiece()
  return dictionary
}

/** Reads the next part of the dictionary, or adopts the one that another thread has completed. */
function readNextPiece(): void {
  treeBuild ??= buildInPieces()
  const { done, value } = isComplete(sharedDictionary) ? treeBuild.return(sharedDictionary) : treeBuild.next()
  if (done) dictionary = value
  if (done) treeBuild = undefined
}

/**
 * Reads the dictionary in parts and returns to the event loop between them: reading it at once takes a tenth of a
 * second, for which the first Chinese text would block its thread. The readings of names, which cannot be split, come
 * last.
 */
export async function loadDictionary(): Promise<void> {
  while (!dictionary) {
    readNextPiece()
    await new Promise((others) => setImmediate(others))
  }
  loadReadings()
}

/**
 * Reads the words, in shared memory if no other thread does so already, otherwise in memory of its own: a thread never
 * waits for another one, which may end at any time.
 */
function* buildInPieces(): Generator<void, WordTree> {
  const tree = claimTree(sharedDictionary) ? sharedDictionary : createTree()
  yield* readWords(tree, nodeRequire.resolve('@node-rs/jieba/dict.txt'))
  completeTree(tree)
  return tree
}

/**
 * Emits each dictionary word of three or more characters that begins at `start` and ends by `limit`. Returns the end of
 * the longest one, or `start` if there is none.
 */
export function emitDictionaryWords(walk: ScanCursor, start: number, limit: number): number {
  const tree = dictionary ?? requireDictionary()
  const { text } = walk
  let node = ROOT
  let longest = start
  for (let at = start; at < limit; at++) {
    node = findChild(tree, node, text.charCodeAt(at))
    if (node < 0) return longest
    if (tree.ends[node] !== 1) continue
    longest = at + 1
    walk.emit(text.slice(start, longest), walk.position, start, longest, termBoundary(text, start, longest))
  }
  return longest
}

/** Segments a run of folded Chinese into words. */
export function segmentChinese(run: string): string[] {
  const tree = dictionary ?? requireDictionary()
  return cutWords(tree, totalCount(tree), run)
}

import { createRequire } from 'node:module'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { cutWords } from './cut-words.ts'
import { loadReadings } from './pinyin-name.ts'
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

/** By this name a thread finds the memory in which all threads of its process keep the dictionary. */
export const SHARED_TREE_KEY = 'scinav:dictionary'

/** Given on to every thread that is started from now on. Of an empty one the system keeps nothing. */
const sharedDictionary = openSharedTree()

function openSharedTree(): WordTree {
  const given = getEnvironmentData(SHARED_TREE_KEY)
  if (given instanceof SharedArrayBuffer) return openTree(given)
  const tree = createTree()
  setEnvironmentData(SHARED_TREE_KEY, tree.memory)
  return tree
}

/** The words of jieba's dictionary. Found wherever they stand are those of three characters and more. */
let dictionary: WordTree | undefined
let treeBuild: Generator<void, WordTree> | undefined

/** The dictionary; what is missing of it is read now, unless another thread has all of it. */
function requireDictionary(): WordTree {
  while (!dictionary) readNextPiece()
  return dictionary
}

/** Reads the next piece; what another thread has read whole is taken as it is. */
function readNextPiece(): void {
  treeBuild ??= buildInPieces()
  const { done, value } = isComplete(sharedDictionary) ? treeBuild.return(sharedDictionary) : treeBuild.next()
  if (done) dictionary = value
  if (done) treeBuild = undefined
}

/**
 * Reads the dictionary in pieces, between which others have their turn: the whole takes a tenth of a second, for which
 * the first Chinese text would hold its thread. The readings of names, one piece that cannot be divided, come last.
 */
export async function loadDictionary(): Promise<void> {
  while (!dictionary) {
    readNextPiece()
    await new Promise((others) => setImmediate(others))
  }
  loadReadings()
}

/**
 * Whoever comes first reads the words for all; who needs them meanwhile reads them alone: nobody waits for another thread,
 * which may end any time.
 */
function* buildInPieces(): Generator<void, WordTree> {
  const tree = claimTree(sharedDictionary) ? sharedDictionary : createTree()
  yield* readWords(tree, nodeRequire.resolve('@node-rs/jieba/dict.txt'))
  completeTree(tree)
  return tree
}

/**
 * Emits each dictionary word (three characters and more) that begins at `start` and ends by `limit`; answers the end of
 * the longest, `start` if there is none.
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

/** Splits a run of folded Chinese into the words a reader would see. */
export function segmentChinese(run: string): string[] {
  const tree = dictionary ?? requireDictionary()
  return cutWords(tree, totalCount(tree), run)
}

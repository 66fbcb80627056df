import { createRequire } from 'node:module'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { cutWords } from './cut-words.ts'
import { loadReadings } from './pinyin-name.ts'
import { standingOf } from './standing.ts'
import type { Walk } from './walk.ts'
import { readWords } from './word-list.ts'
import {
  allCounts,
  claim,
  emptyTree,
  finish,
  isWhole,
  ROOT,
  step,
  treeIn,
  type WordTree,
} from './word-tree.ts'

const load = createRequire(import.meta.url)

/** By this name a thread finds the memory in which all threads of its process keep the dictionary. */
export const SHARED = 'scinav:dictionary'

/** Given on to every thread that is started from now on. Of an empty one the system keeps nothing. */
const shared = sharedTree()

function sharedTree(): WordTree {
  const given = getEnvironmentData(SHARED)
  if (given instanceof SharedArrayBuffer) return treeIn(given)
  const tree = emptyTree()
  setEnvironmentData(SHARED, tree.memory)
  return tree
}

/** The words of jieba's dictionary. Found wherever they stand are those of three characters and more. */
let dictionary: WordTree | undefined
let building: Generator<void, WordTree> | undefined

/** The dictionary; what is missing of it is read now, unless another thread has all of it. */
function known(): WordTree {
  while (!dictionary) readOn()
  return dictionary
}

/** Reads the next piece; what another thread has read whole is taken as it is. */
function readOn(): void {
  building ??= buildInPieces()
  const { done, value } = isWhole(shared) ? building.return(shared) : building.next()
  if (done) dictionary = value
  if (done) building = undefined
}

/**
 * Reads the dictionary in pieces, between which others have their turn: the whole takes a tenth of a second, for which
 * the first Chinese text would hold its thread. The readings of names, one piece that cannot be divided, come last.
 */
export async function loadDictionary(): Promise<void> {
  while (!dictionary) {
    readOn()
    await new Promise((others) => setImmediate(others))
  }
  loadReadings()
}

/**
 * Whoever comes first reads the words for all; who needs them meanwhile reads them alone: nobody waits for another thread,
 * which may end any time.
 */
function* buildInPieces(): Generator<void, WordTree> {
  const tree = claim(shared) ? shared : emptyTree()
  yield* readWords(tree, load.resolve('@node-rs/jieba/dict.txt'))
  finish(tree)
  return tree
}

/**
 * Emits each dictionary word (three characters and more) that begins at `start` and ends by `limit`; answers the end of
 * the longest, `start` if there is none.
 */
export function emitWordsFrom(walk: Walk, start: number, limit: number): number {
  const tree = dictionary ?? known()
  const { text } = walk
  let node = ROOT
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
  const tree = dictionary ?? known()
  return cutWords(tree, allCounts(tree), run)
}

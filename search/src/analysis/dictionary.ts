import { createRequire } from 'node:module'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
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

/**
 * Key of the environment data by which a thread finds the memory that all threads of its process share for the
 * dictionary.
 */
export const SHARED_TREE_KEY = 'scinav:dictionary'
/** Jieba's dictionary, once it is complete: `sharedDictionary` or one of this thread. */
let dictionary: WordTree | undefined

/**
 * Reads the dictionary in parts and returns to the event loop between them: reading it at once takes a tenth of a
 * second, for which the first Chinese text would block its thread. The readings of names, which cannot be split, come
 * last.
 */
export async function loadDictionary(): Promise<void> {
  while (!dictionary) {
    readNextPiece()
    await new Promise((resolve) => setImmediate(resolve))
  }
  loadReadings()
}

/** Returns the tree of words that all threads share; the first one to ask creates it. */
function openSharedTree(): WordTree {
  const memory = getEnvironmentData(SHARED_TREE_KEY)
  if (memory instanceof SharedArrayBuffer) return openTree(memory)
  const tree = createTree()
  setEnvironmentData(SHARED_TREE_KEY, tree.memory)
  return tree
}

/**
 * The dictionary in memory that is passed on to every thread started from now on. As long as it is empty, the system
 * allocates no pages for it.
 */
const sharedDictionary = openSharedTree()
/** The reading of the dictionary in progress. */
let treeBuild: Generator<void, WordTree> | undefined

/** Reads the next part of the dictionary, or adopts the one that another thread has completed. */
function readNextPiece(): void {
  treeBuild ??= buildInPieces()
  const { done, value } = isComplete(sharedDictionary) ? treeBuild.return(sharedDictionary) : treeBuild.next()
  if (!done) return
  dictionary = value
  treeBuild = undefined
}

/** Finds files of installed packages. */
const nodeRequire = createRequire(import.meta.url)

/**
 * Reads the words, into shared memory if no other thread does so already, otherwise into memory of its own: a thread
 * never waits for another one, which may end at any time. Yields after each part.
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
export function emitDictionaryWords(cursor: ScanCursor, start: number, limit: number): number {
  const tree = dictionary ?? requireDictionary()
  const { text } = cursor
  let node = ROOT
  let longest = start
  for (let at = start; at < limit; at++) {
    node = findChild(tree, node, text.charCodeAt(at))
    if (node < 0) return longest
    if (tree.ends[node] !== 1) continue
    longest = at + 1
    cursor.emit(
      text.slice(start, longest),
      cursor.position,
      start,
      longest,
      termBoundary(text, start, longest),
    )
  }
  return longest
}

/** Returns the dictionary, reading the rest of it first unless another thread has completed it. */
function requireDictionary(): WordTree {
  while (!dictionary) readNextPiece()
  return dictionary
}

/**
 * Segments a run of folded Chinese into words, see `cutWords`. Until the dictionary is loaded (`loadDictionary`), the
 * first call reads it, which takes a tenth of a second.
 */
export function segmentChinese(run: string): string[] {
  const tree = dictionary ?? requireDictionary()
  return cutWords(tree, totalCount(tree), run)
}

/** Matches the runs that are segmented; each character between them is a word by itself. */
const WORD_RUN =
  /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{2A6DF}\u{2A700}-\u{2EBEF}\u{2F800}-\u{2FA1F}a-zA-Z0-9+#&._%-]+/gu
/** Matches one character, or a line break. */
const ANY_CHARACTER = /\r\n|./gsu

/**
 * Segments a text into its most probable words: of all segmentations into dictionary words the one with the greatest
 * product of relative frequencies. Together the words are the text. This is jieba's segmentation without its detection
 * of new words.
 *
 * @param totalFrequency sum of the frequencies of all words
 */
export function cutWords(tree: WordTree, totalFrequency: number, text: string): string[] {
  const words: string[] = []
  let at = 0
  for (const { 0: run, index } of text.matchAll(WORD_RUN)) {
    words.push(...(text.slice(at, index).match(ANY_CHARACTER) ?? []))
    cutRun(tree, totalFrequency, run, words)
    at = index + run.length
  }
  words.push(...(text.slice(at).match(ANY_CHARACTER) ?? []))
  return words
}

/** Matches a single ASCII letter or digit. */
const LETTER_OR_DIGIT = /^[a-zA-Z0-9]$/

/** Appends the words of a run to `words`; letters and digits that belong to no dictionary word stay together. */
function cutRun(tree: WordTree, totalFrequency: number, run: string, words: string[]): void {
  const ends = findBestEnds(tree, Math.log(totalFrequency), run)
  let letters = ''
  for (let at = 0; at < run.length; ) {
    const end = ends[at] ?? run.length
    const word = run.slice(at, end)
    at = end
    if (LETTER_OR_DIGIT.test(word)) {
      letters += word
      continue
    }
    if (letters !== '') words.push(letters)
    letters = ''
    words.push(word)
  }
  if (letters !== '') words.push(letters)
}

/** Returns, for each index, the end of the word that begins there in the best segmentation of the rest. */
function findBestEnds(tree: WordTree, logOfTotal: number, run: string): Int32Array {
  const ends = new Int32Array(run.length + 1)
  const scores = new Float64Array(run.length + 1)
  for (let at = run.length - 1; at >= 0; at -= 1) {
    // A low surrogate begins no word.
    if (isLowSurrogate(run.charCodeAt(at))) continue
    let best = Number.NEGATIVE_INFINITY
    for (const { end, count } of wordsFrom(tree, run, at)) {
      const score = Math.log(Math.max(1, count)) - logOfTotal + (scores[end] ?? 0)
      // Among equal scores the longer word wins.
      if (score < best) continue
      best = score
      ends[at] = end
    }
    scores[at] = best
  }
  return ends
}

/** Returns whether a UTF-16 unit is the second half of a character. */
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** Yields the dictionary words that begin at an index, shortest first; a single character always counts as a word. */
function* wordsFrom(tree: WordTree, run: string, at: number): Generator<{ end: number; count: number }> {
  const single = at + (isLowSurrogate(run.charCodeAt(at + 1)) ? 2 : 1)
  let node = ROOT
  let end = at
  while (end < run.length && (node >= 0 || end < single)) {
    node = node < 0 ? node : findChild(tree, node, run.charCodeAt(end))
    end += 1
    const count = node < 0 ? 0 : (tree.counts[node] ?? 0)
    if (count > 0 || end === single) yield { end, count }
  }
}

import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cutWords } from './cut-words.ts'
import { fold } from './fold.ts'
import { loadReadings } from './pinyin-name.ts'
import { standingOf } from './standing.ts'
import type { Walk } from './walk.ts'
import { emptyTree, nodeOf, ROOT, step, type WordTree } from './word-tree.ts'

const load = createRequire(import.meta.url)

/** The words of jieba's dictionary. */
interface Dictionary {
  /** Found wherever they stand are those of three characters and more. */
  tree: WordTree
  /** How often all words together are met. */
  all: number
}

/** So many bytes of the list are read at once: a few milliseconds. */
const PIECE = 1 << 16

let dictionary: Dictionary | undefined
let building: Generator<void, Dictionary> | undefined

/** The dictionary; what is missing of it is read now. */
function known(): Dictionary {
  if (dictionary) return dictionary
  building ??= buildInPieces()
  for (;;) {
    const { done, value } = building.next()
    if (done) {
      building = undefined
      dictionary = value
      return value
    }
  }
}

/**
 * Reads the dictionary in pieces, between which others have their turn: the whole takes some tenths of a second, for
 * which the first Chinese text would hold its thread. The readings of names, one piece that cannot be divided, come last.
 */
export async function loadDictionary(): Promise<void> {
  building ??= dictionary ? undefined : buildInPieces()
  while (building) {
    const { done, value } = building.next()
    if (done) {
      building = undefined
      dictionary = value
    }
    await new Promise((others) => setImmediate(others))
  }
  loadReadings()
}

/**
 * Emits each dictionary word (three characters and more) that begins at `start` and ends by `limit`; answers the end of
 * the longest, `start` if there is none.
 */
export function emitWordsFrom(walk: Walk, start: number, limit: number): number {
  const { tree } = dictionary ?? known()
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
  const { tree, all } = dictionary ?? known()
  return cutWords(tree, all, run)
}

function* buildInPieces(): Generator<void, Dictionary> {
  const built = { tree: emptyTree(), all: 0 }
  for (const lines of wholeLines(load.resolve('@node-rs/jieba/dict.txt'))) {
    addLines(built, lines)
    yield
  }
  return built
}

/** A file by pieces that end with a line: at once it would take three times its length of memory. */
function* wholeLines(path: string): Generator<string> {
  const file = openSync(path, 'r')
  const [bytes, decoder] = [Buffer.alloc(PIECE), new TextDecoder()]
  let rest = ''
  try {
    for (let count = readSync(file, bytes); count > 0; count = readSync(file, bytes)) {
      const text = rest + decoder.decode(bytes.subarray(0, count), { stream: true })
      const end = text.lastIndexOf('\n') + 1
      if (end > 0) yield text.slice(0, end)
      rest = text.slice(end)
    }
    if (rest !== '') yield rest
  } finally {
    closeSync(file)
  }
}

/** Lines of a word, how often it is met, and what it is. */
function addLines(built: Dictionary, lines: string): void {
  const { tree } = built
  for (const [, word = '', count] of lines.matchAll(/^(\S+) (\d+)/gm)) {
    tree.counts[nodeOf(tree, word)] = Number(count)
    built.all += Number(count)
  }
  for (const [word] of fold(lines, false).text.matchAll(/^[^\n\u2028\u2029\0-\x7f]{3,}(?= )/gm))
    tree.ends[nodeOf(tree, word)] = 1
}

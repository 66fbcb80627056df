import { closeSync, openSync, readSync } from 'node:fs'
import { fold, foldsToItself } from './fold.ts'
import { ensureChild, ROOT, setCount, type WordTree } from './word-tree.ts'

/** Number of bytes of the list that are read and processed between two yields. */
const CHUNK_BYTES = 1 << 16
/** Bytes of a line break, a space and the digits 0 and 9. */
const [NEWLINE, SPACE, ZERO, NINE] = [10, 32, 48, 57]
/** Minimum length of words that are found anywhere in a text. */
const MIN_FOUND_CHARS = 3

/**
 * The word read last: its first `length` units, and the node of the tree that each leads to. The list is sorted, so
 * that the next word shares most of this path.
 */
interface WordLine {
  codes: Uint16Array
  nodes: Int32Array
  length: number
}

/**
 * Adds the words of a list to a tree, yielding after each chunk. A line of the list is a word, a space and its
 * frequency, in UTF-8, and is shorter than a chunk. The list is read as bytes, because strings would take four times as
 * long. The file is closed at the end, also when the generator is returned early.
 *
 * @throws Error when the file cannot be read.
 */
export function* readWords(tree: WordTree, path: string): Generator<void> {
  const file = openSync(path, 'r')
  const bytes = Buffer.alloc(2 * CHUNK_BYTES)
  const line: WordLine = {
    codes: new Uint16Array(CHUNK_BYTES),
    nodes: new Int32Array(CHUNK_BYTES),
    length: 0,
  }
  /** Number of bytes at the start of `bytes` that are the beginning of a line. */
  let remaining = 0
  try {
    for (;;) {
      const count = readSync(file, bytes, remaining, CHUNK_BYTES, null)
      const length = remaining + count
      const end = count === 0 ? length : bytes.lastIndexOf(NEWLINE, length - 1) + 1
      readLines(tree, bytes.subarray(0, end), line)
      if (count === 0) return
      remaining = length - end
      bytes.copyWithin(0, end, length)
      yield
    }
  } finally {
    closeSync(file)
  }
}

/** Adds the words of whole lines: for each the word, a space and the frequency in decimal digits. */
function readLines(tree: WordTree, bytes: Uint8Array, line: WordLine): void {
  for (let at = 0; at < bytes.length; ) {
    at = readWord(tree, bytes, at, line)
    let count = 0
    for (at += 1; isDigitByte(bytes[at]); at += 1) count = count * 10 + (bytes[at] ?? 0) - ZERO
    if (line.length > 0) addWordLine(tree, line, count)
    while (at < bytes.length && bytes[at] !== NEWLINE) at += 1
    at += 1
  }
}

/** Returns whether a byte is an ASCII digit. */
const isDigitByte = (byte = 0): boolean => byte >= ZERO && byte <= NINE

/** Adds the word at `at` to the tree, records it in `line` and returns its end. */
function readWord(tree: WordTree, bytes: Uint8Array, at: number, line: WordLine): number {
  /** Whether the word has had the units of the previous one so far. */
  let isSame = true
  let length = 0
  let node = ROOT
  const add = (code: number) => {
    isSame &&= length < line.length && line.codes[length] === code
    node = isSame ? (line.nodes[length] ?? ROOT) : ensureChild(tree, node, code)
    line.codes[length] = code
    line.nodes[length] = node
    length += 1
  }
  while (at < bytes.length && (bytes[at] ?? 0) > SPACE) {
    const size = characterBytes(bytes[at] ?? 0)
    const code = characterAt(bytes, at, size)
    // A code point beyond U+FFFF is added as its surrogate pair.
    if (code > 0xffff) add(0xd7c0 + (code >>> 10))
    add(code > 0xffff ? 0xdc00 | (code & 0x3ff) : code)
    at += size
  }
  line.length = length
  return at
}

/** Returns the number of bytes of a character, given its first byte. */
function characterBytes(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

/** Returns the code point that the `size` bytes at `at` encode in UTF-8. */
function characterAt(bytes: Uint8Array, at: number, size: number): number {
  const first = bytes[at] ?? 0
  if (size === 1) return first
  let code = first & (0xff >>> (size + 1))
  for (let next = 1; next < size; next += 1) code = (code << 6) | ((bytes[at + next] ?? 0) & 0x3f)
  return code
}

/**
 * Stores the frequency of a word. If the word has at least `MIN_FOUND_CHARS` characters, none of them ASCII, also marks
 * its search form as one that is found anywhere in a text.
 */
function addWordLine(tree: WordTree, { codes, nodes, length }: WordLine, count: number): void {
  const node = nodes[length - 1] ?? ROOT
  setCount(tree, node, count)
  let isFolded = true
  for (let at = 0; at < length; at += 1) {
    const code = codes[at] ?? 0
    if (code < 0x80) return
    isFolded &&= foldsToItself(code)
  }
  if (isFolded) {
    if (length >= MIN_FOUND_CHARS) tree.ends[node] = 1
    return
  }
  const { text } = fold(String.fromCharCode(...codes.subarray(0, length)), false)
  if (/^[^\0-\x7f]{3,}$/.test(text)) tree.ends[ensureWordNode(tree, text)] = 1
}

/** Returns the node of a word, creating missing ones. */
function ensureWordNode(tree: WordTree, word: string): number {
  let node = ROOT
  for (let at = 0; at < word.length; at += 1) node = ensureChild(tree, node, word.charCodeAt(at))
  return node
}

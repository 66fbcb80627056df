import { findChild, ROOT, type WordTree } from './word-tree.ts'

/** Runs that are segmented; each sign or space between them is a word by itself. */
const WORD_RUN =
  /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{2A6DF}\u{2A700}-\u{2EBEF}\u{2F800}-\u{2FA1F}a-zA-Z0-9+#&._%-]+/gu
const ANY_CHARACTER = /\r\n|./gsu
const LETTER_OR_DIGIT = /^[a-zA-Z0-9]$/

/**
 * Segments a text into its most probable words: of all segmentations into dictionary words the one with the greatest
 * product of relative frequencies. This is jieba's segmentation without its detection of new words.
 *
 * @param all sum of the frequencies of all words.
 */
export function cutWords(tree: WordTree, all: number, text: string): string[] {
  const words: string[] = []
  let at = 0
  for (const { 0: run, index } of text.matchAll(WORD_RUN)) {
    words.push(...(text.slice(at, index).match(ANY_CHARACTER) ?? []))
    cutRun(tree, all, run, words)
    at = index + run.length
  }
  words.push(...(text.slice(at).match(ANY_CHARACTER) ?? []))
  return words
}

/** Segments a run; letters and digits that belong to no dictionary word stay together. */
function cutRun(tree: WordTree, all: number, run: string, words: string[]): void {
  const ends = findBestEnds(tree, Math.log(all), run)
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
function findBestEnds(tree: WordTree, logOfAll: number, run: string): Int32Array {
  const ends = new Int32Array(run.length + 1)
  const scores = new Float64Array(run.length + 1)
  for (let at = run.length - 1; at >= 0; at -= 1) {
    // A low surrogate begins no word.
    if (isLowSurrogate(run.charCodeAt(at))) continue
    let best = Number.NEGATIVE_INFINITY
    for (const { end, count } of wordsFrom(tree, run, at)) {
      const score = Math.log(Math.max(1, count)) - logOfAll + (scores[end] ?? 0)
      // Among equal scores the longer word wins.
      if (score < best) continue
      best = score
      ends[at] = end
    }
    scores[at] = best
  }
  return ends
}

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

import { type FoldedText, fold } from './fold.ts'
import { stripMarkup } from './markup.ts'
import { scan } from './scan.ts'
import type { Emit } from './scan-cursor.ts'
import { TERM_BOUNDARY } from './term-boundary.ts'

/**
 * A term at a position of a text. Several tokens may share a position: the stem and the exact form of a word, a
 * compound and its first word, a pair of Chinese characters and the longer words that begin with it. Kinds of terms:
 *
 * - `network`, `h2o`, `c++`: the stem of a word; Greek letters in words are spelled out (`tnfalpha`).
 * - `=networks`: the exact form, where it differs from the stem. A word that is its own stem has only that.
 * - `covid19`: a joined compound, at the position of its first word; the words follow (`covid`, `19`).
 * - 深度: a pair of characters; a single character is the last of its run; longer terms are dictionary words.
 *
 * `start` and `end` are UTF-16 offsets in the original text.
 */
export interface Token {
  term: string
  position: number
  start: number
  end: number
}

/** Returns the terms of a text with their offsets, ordered by position, for highlighting and queries. */
export function analyze(text: string): Token[] {
  const plain = stripMarkup(text, true)
  const folded = fold(plain.text, true)
  const tokens: Token[] = []
  scan(folded.text, (term, position, start, end) => {
    tokens.push({
      term,
      position,
      start: sourceStart(folded, plain.sources, start),
      end: sourceEnd(folded, plain.sources, end),
    })
  })
  return tokens
}

/**
 * Emits the terms and positions that `analyze` returns, without offsets, for indexing. Returns the number of positions,
 * which is the length of the field.
 */
export function forEachTerm(text: string, emit: (term: string, position: number) => void): number {
  return scan(foldedText(text), emit)
}

/** Returns a text without mark-up in its search form. */
export const foldedText = (text: string): string => fold(stripMarkup(text, false).text, false).text

/**
 * Emits the terms of a text for an index that caches the term numbers of words: words are emitted as entries of
 * `word-table.ts`, all other terms with their `TERM_BOUNDARY`.
 *
 * @param folded result of `foldedText`.
 * @returns the number of positions.
 */
export function forEachWord(
  folded: string,
  emitWord: (entry: number, position: number) => void,
  emit: (term: string, position: number, boundary: number) => void,
): number {
  const emitWithBoundary: Emit = (term, position, _start, _end, boundary = TERM_BOUNDARY.plain) =>
    emit(term, position, boundary)
  return scan(folded, emitWithBoundary, emitWord)
}

/** Returns the offset in the original text of the folded unit `at`. */
function sourceStart(folded: FoldedText, sources: Int32Array | null, at: number): number {
  const plain = folded.starts?.[at] ?? at
  return sources?.[plain] ?? plain
}

/** Returns the offset in the original text that corresponds to the exclusive folded offset `end`. */
function sourceEnd(folded: FoldedText, sources: Int32Array | null, end: number): number {
  const plain = folded.ends?.[end - 1] ?? end
  const last = sources?.[plain - 1]
  return last === undefined ? plain : last + 1
}

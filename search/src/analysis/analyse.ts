import { type FoldedText, fold } from './fold.ts'
import { stripMarkup } from './markup.ts'
import { scan } from './scan.ts'
import type { Emit } from './scan-cursor.ts'
import { TERM_BOUNDARY } from './term-boundary.ts'

/**
 * One term at one place. Several tokens may share a position: a word's stem and its exact form, a compound and its
 * first word, a pair of Chinese characters and the longer words that begin with it. What a term says of itself:
 *
 * - `network`, `h2o`, `c++`: the stem of a word; Greek letters in words are spelled out (`tnfalpha`).
 * - `=networks`: the exact form, where it differs from the stem. A word that is its own stem has that alone.
 * - `covid19`: a compound joined, at the position of its first word; the words follow (`covid`, `19`).
 * - 深度: two characters side by side; a single character is the last of its run; longer terms are dictionary words.
 *
 * `start` and `end` are UTF-16 offsets in the original text.
 */
export interface Token {
  term: string
  position: number
  start: number
  end: number
}

/** The terms of a text with their places, for highlights and queries; ordered by position. */
export function analyse(text: string): Token[] {
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
 * The same terms and positions without offsets, for indexing. Answers the number of positions, which is the
 * field's length.
 */
export function forEachTerm(text: string, emit: (term: string, position: number) => void): number {
  return scan(foldedText(text), emit)
}

/** A text without mark-up in its search form. */
export const foldedText = (text: string): string => fold(stripMarkup(text, false).text, false).text

/**
 * The same for an index that keeps numbers on known words: words come as their entries in the table of words, all else
 * as terms with what STANDING says of them.
 *
 * @param folded what `foldedText` makes of a text.
 */
export function forEachWord(
  folded: string,
  emitWord: (entry: number, position: number) => void,
  emit: (term: string, position: number, standing: number) => void,
): number {
  const emitStanding: Emit = (term, position, _start, _end, standing = TERM_BOUNDARY.plain) =>
    emit(term, position, standing)
  return scan(folded, emitStanding, emitWord)
}

function sourceStart(folded: FoldedText, sources: Int32Array | null, at: number): number {
  const plain = folded.starts?.[at] ?? at
  return sources?.[plain] ?? plain
}

function sourceEnd(folded: FoldedText, sources: Int32Array | null, end: number): number {
  const plain = folded.ends?.[end - 1] ?? end
  const last = sources?.[plain - 1]
  return last === undefined ? plain : last + 1
}

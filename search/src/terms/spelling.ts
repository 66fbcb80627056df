import { isWithinDistance } from '../analysis/edit-distance.ts'
import type { Segment } from '../index/layout.ts'
import { cursorText, type TermCursor } from '../index/term-cursor.ts'
import { termsWithPrefix } from '../index/terms.ts'

/** Mark of exact forms; written words are these, and stems that are words themselves. */
const EXACT_MARK = '='

interface CountedWord {
  word: string
  papers: number
}

/** Lists words that begin with a text, most frequent first. */
export function findWordsWith(segments: Segment[], prefix: string, most: number): CountedWord[] {
  const counts = new Map<string, number>()
  for (const segment of segments)
    for (const mark of ['', EXACT_MARK])
      for (const cursor of termsWithPrefix(segment, mark + prefix)) countWord(counts, cursor)
  return mostFrequentWords(counts, most)
}

/**
 * Lists words with the same first letter within two edits of a word (one edit below five letters), most frequent first.
 */
export function findWordsLike(segments: Segment[], word: string, most: number): CountedWord[] {
  const allowed = word.length < 5 ? 1 : 2
  const letters = Buffer.from(word)
  // Letters of other scripts take several bytes, and such terms are not meant.
  if (letters.length !== word.length) return []
  const counts = new Map<string, number>()
  for (const segment of largestSegments(segments))
    for (const mark of ['', EXACT_MARK])
      for (const cursor of termsWithPrefix(segment, mark + word.slice(0, 1)))
        if (isWithinDistance(letters, cursor.bytes, mark.length, cursor.length, allowed))
          countWord(counts, cursor)
  counts.delete(word)
  return mostFrequentWords(counts, most)
}

/** Returns the largest segments, which suffice to know the words; the small ones contain the same. */
function largestSegments(segments: Segment[]): Segment[] {
  return segments.toSorted((a, b) => b.head.doc_count - a.head.doc_count).slice(0, 4)
}

function cursorWord(cursor: TermCursor): string {
  const text = cursorText(cursor)
  return text.startsWith(EXACT_MARK) ? text.slice(1) : text
}

function countWord(counts: Map<string, number>, cursor: TermCursor): void {
  const word = cursorWord(cursor)
  counts.set(word, (counts.get(word) ?? 0) + cursor.to - cursor.from)
}

function mostFrequentWords(counts: Map<string, number>, most: number): CountedWord[] {
  return [...counts]
    .map(([word, papers]) => ({ word, papers }))
    .sort((a, b) => b.papers - a.papers || (a.word < b.word ? -1 : 1))
    .slice(0, most)
}

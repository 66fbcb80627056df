import { isWithinDistance } from '../analysis/edit-distance.ts'
import { EXACT_MARK, isExactForm } from '../analysis/word-forms.ts'
import type { Segment } from '../index/layout.ts'
import { cursorText, type TermCursor } from '../index/term-cursor.ts'
import { termsWithPrefix } from '../index/terms.ts'

/** Maximum number of segments that are searched for similar words. */
const MAX_SEGMENTS = 4

/** A word with the number of papers that contain it, summed over the segments that were searched. */
interface CountedWord {
  word: string
  papers: number
}

/**
 * Lists up to `limit` words that begin with a text, most frequent first. Both kinds of terms are read: stems, some of
 * which are words too, and exact forms. Papers count in the stem and in the form of a word where these differ.
 */
export function findWordsWith(segments: Segment[], prefix: string, limit: number): CountedWord[] {
  const counts = new Map<string, number>()
  for (const segment of segments)
    for (const mark of ['', EXACT_MARK])
      for (const cursor of termsWithPrefix(segment, mark + prefix)) countWord(counts, cursor)
  return mostFrequentWords(counts, limit)
}

/** Words of fewer letters are searched within one edit instead of two. */
const MIN_TWO_EDIT_LETTERS = 5

/**
 * Lists up to `limit` other words with the same first letter within two edits of a word (one edit for short words),
 * most frequent first. None are found for words that are not ASCII. The counts are those of the largest segments.
 */
export function findWordsLike(segments: Segment[], word: string, limit: number): CountedWord[] {
  const maxEdits = word.length < MIN_TWO_EDIT_LETTERS ? 1 : 2
  const letters = Buffer.from(word)
  // Words are compared byte by byte, and letters beyond ASCII take several bytes.
  if (letters.length !== word.length) return []
  const counts = new Map<string, number>()
  for (const segment of largestSegments(segments))
    for (const mark of ['', EXACT_MARK])
      for (const cursor of termsWithPrefix(segment, mark + word.slice(0, 1)))
        if (isWithinDistance(letters, cursor.bytes, mark.length, cursor.length, maxEdits))
          countWord(counts, cursor)
  counts.delete(word)
  return mostFrequentWords(counts, limit)
}

/** Returns the largest segments: the words of the small ones occur in these too. */
function largestSegments(segments: Segment[]): Segment[] {
  return segments.toSorted((a, b) => b.head.doc_count - a.head.doc_count).slice(0, MAX_SEGMENTS)
}

/** Returns the word of a term, without the mark of exact forms. */
function cursorWord(cursor: TermCursor): string {
  const text = cursorText(cursor)
  return isExactForm(text) ? text.slice(EXACT_MARK.length) : text
}

/** Adds the papers of the term at the cursor to the count of its word. */
function countWord(counts: Map<string, number>, cursor: TermCursor): void {
  const word = cursorWord(cursor)
  counts.set(word, (counts.get(word) ?? 0) + cursor.to - cursor.from)
}

/** Returns the words with the most papers, at most `limit`; equal ones in the order of their letters. */
function mostFrequentWords(counts: Map<string, number>, limit: number): CountedWord[] {
  return [...counts]
    .map(([word, papers]) => ({ word, papers }))
    .sort((a, b) => b.papers - a.papers || (a.word < b.word ? -1 : 1))
    .slice(0, limit)
}

import { isNear } from '../analysis/edit-distance.ts'
import type { Segment } from '../index/layout.ts'
import { type TermCursor, textOf } from '../index/term-cursor.ts'
import { termsWithPrefix } from '../index/terms.ts'

/** Exact forms carry this mark; the words people write are those, and stems that are words themselves. */
const MARK = '='

interface Counted {
  word: string
  papers: number
}

/** Words that begin with a text, most frequent first. */
export function wordsWith(segments: Segment[], prefix: string, most: number): Counted[] {
  const counts = new Map<string, number>()
  for (const segment of segments)
    for (const mark of ['', MARK])
      for (const cursor of termsWithPrefix(segment, mark + prefix)) count(counts, cursor)
  return mostFrequent(counts, most)
}

/** Words one or two letters away, with the same first letter. */
export function wordsLike(segments: Segment[], word: string, most: number): Counted[] {
  const allowed = word.length < 5 ? 1 : 2
  const letters = Buffer.from(word)
  // Terms of other writing have several bytes a letter, and none of them is meant.
  if (letters.length !== word.length) return []
  const counts = new Map<string, number>()
  for (const segment of largest(segments))
    for (const mark of ['', MARK])
      for (const cursor of termsWithPrefix(segment, mark + word.slice(0, 1)))
        if (isNear(letters, cursor.bytes, mark.length, cursor.length, allowed)) count(counts, cursor)
  counts.delete(word)
  return mostFrequent(counts, most)
}

/** Enough to know the words; the small ones hold the same. */
function largest(segments: Segment[]): Segment[] {
  return segments.toSorted((a, b) => b.head.doc_count - a.head.doc_count).slice(0, 4)
}

function wordOf(cursor: TermCursor): string {
  const text = textOf(cursor)
  return text.startsWith(MARK) ? text.slice(1) : text
}

function count(counts: Map<string, number>, cursor: TermCursor): void {
  const word = wordOf(cursor)
  counts.set(word, (counts.get(word) ?? 0) + cursor.to - cursor.from)
}

function mostFrequent(counts: Map<string, number>, most: number): Counted[] {
  return [...counts]
    .map(([word, papers]) => ({ word, papers }))
    .sort((a, b) => b.papers - a.papers || (a.word < b.word ? -1 : 1))
    .slice(0, most)
}

import type { Segment } from '../segment/layout.ts'
import { type TermCursor, textOf } from '../segment/term-cursor.ts'
import { termsWithPrefix } from '../segment/terms.ts'

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
  const counts = new Map<string, number>()
  for (const segment of largest(segments))
    for (const mark of ['', MARK])
      for (const cursor of termsWithPrefix(segment, mark + word.slice(0, 1)))
        if (isLike(word, cursor, allowed)) count(counts, cursor)
  counts.delete(word)
  return mostFrequent(counts, most)
}

function isLike(word: string, cursor: TermCursor, allowed: number): boolean {
  // A character has at most three bytes more than letters; longer terms are far from the word in any case.
  if (cursor.length - 1 > (word.length + allowed) * 4) return false
  return editDistance(word, wordOf(cursor), allowed) <= allowed
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

/** Insertions, deletions, replacements and swaps of neighbours (Damerau); more than `most` is `most + 1`. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let at = 1; at <= a.length; at += 1) {
    const next = nextRow(a, b, at, before, row)
    if (Math.min(...next) > most) return most + 1
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** Distances of the first `at` letters of `a` from every beginning of `b`. */
function nextRow(a: string, b: string, at: number, before: number[], row: number[]): number[] {
  const next = [at]
  for (let to = 1; to <= b.length; to += 1) {
    const change = a[at - 1] === b[to - 1] ? 0 : 1
    const swapped = at > 1 && to > 1 && a[at - 1] === b[to - 2] && a[at - 2] === b[to - 1]
    const swap = swapped ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
    next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + change, swap))
  }
  return next
}

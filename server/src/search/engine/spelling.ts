import type { Segment } from '../segment/layout.ts'
import { documentFrequency, prefixRange, termAt } from '../segment/terms.ts'

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
    for (const start of [prefix, MARK + prefix]) {
      const [from, to] = prefixRange(segment, start)
      for (let term = from; term < to; term += 1) count(counts, segment, term)
    }
  return mostFrequent(counts, most)
}

/** Words one or two letters away, with the same first letter. */
export function wordsLike(segments: Segment[], word: string, most: number): Counted[] {
  const allowed = word.length < 5 ? 1 : 2
  const counts = new Map<string, number>()
  for (const segment of largest(segments))
    for (const start of [word.slice(0, 1), MARK + word.slice(0, 1)]) {
      const [from, to] = prefixRange(segment, start)
      for (let term = from; term < to; term += 1) {
        const marked = start.startsWith(MARK) ? 1 : 0
        const length = (segment.term_starts[term + 1] ?? 0) - (segment.term_starts[term] ?? 0) - marked
        if (Math.abs(length - word.length) > allowed) continue
        if (editDistance(word, termAt(segment, term).slice(marked), allowed) <= allowed)
          count(counts, segment, term)
      }
    }
  counts.delete(word)
  return mostFrequent(counts, most)
}

/** Enough to know the words; the small ones hold the same. */
function largest(segments: Segment[]): Segment[] {
  return segments.toSorted((a, b) => b.head.doc_count - a.head.doc_count).slice(0, 4)
}

function count(counts: Map<string, number>, segment: Segment, term: number): void {
  const text = termAt(segment, term)
  const word = text.startsWith(MARK) ? text.slice(1) : text
  counts.set(word, (counts.get(word) ?? 0) + documentFrequency(segment, term))
}

function mostFrequent(counts: Map<string, number>, most: number): Counted[] {
  return [...counts]
    .map(([word, papers]) => ({ word, papers }))
    .sort((a, b) => b.papers - a.papers || (a.word < b.word ? -1 : 1))
    .slice(0, most)
}

/** Insertions, deletions, replacements and swaps of neighbours (Damerau); more than `most` is `most + 1`. */
export function editDistance(a: string, b: string, most: number): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change]
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        steps.push((before[j - 2] ?? 0) + 1)
      next.push(Math.min(...steps))
    }
    if (Math.min(...next) > most) return most + 1
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

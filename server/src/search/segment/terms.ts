import type { Segment } from './layout.ts'

/** Begins a term that is no word of a text, so that no prefix of a word reaches it. */
const MARK = '\u0001'

/** Namespaces of terms that are not words of a text. */
export const SPACES = {
  author: `${MARK}a:`,
  affiliation: `${MARK}o:`,
  source: `${MARK}j:`,
  /** The whole folded title of the source. */
  source_whole: `${MARK}J:`,
  fund: `${MARK}u:`,
  clc: `${MARK}c:`,
  /** `doi:…`, `issn:…`, `isbn:…`, `arxiv:…`, `pmid:…`. */
  identifier: `${MARK}i:`,
} as const

/** In the author's space a posting's mask says which author it is. */
export const AUTHOR_MASKS = { any: 1, first: 2, corresponding: 4 } as const

/** The term's number in a segment, or -1. */
export function findTerm(segment: Segment, term: string): number {
  const at = lowerBound(segment, term)
  return at < segment.head.term_count && compareTerm(segment, at, term) === 0 ? at : -1
}

/** Numbers of the terms that begin with `prefix`: from the first to before the last. */
export function prefixRange(segment: Segment, prefix: string): [from: number, to: number] {
  return [lowerBound(segment, prefix), lowerBound(segment, `${prefix}\uffff`)]
}

export function termAt(segment: Segment, at: number): string {
  const from = segment.term_starts[at] ?? 0
  const to = segment.term_starts[at + 1] ?? from
  return String.fromCharCode(...segment.term_chars.subarray(from, to))
}

export function documentFrequency(segment: Segment, at: number): number {
  return at < 0 ? 0 : (segment.posting_starts[at + 1] ?? 0) - (segment.posting_starts[at] ?? 0)
}

/** The first term that is not before `term`. */
function lowerBound(segment: Segment, term: string): number {
  let low = 0
  let high = segment.head.term_count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareTerm(segment, middle, term) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function compareTerm({ term_chars, term_starts }: Segment, at: number, term: string): number {
  const from = term_starts[at] ?? 0
  const length = (term_starts[at + 1] ?? from) - from
  const shared = Math.min(length, term.length)
  for (let index = 0; index < shared; index += 1) {
    const difference = (term_chars[from + index] ?? 0) - term.charCodeAt(index)
    if (difference !== 0) return difference
  }
  return length - term.length
}

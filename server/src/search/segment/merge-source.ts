import { isDeleted, type Segment } from './layout.ts'

/** Stands where a paper gets no place. */
export const GONE = -1

/** One of the segments that become one, with the place each of its papers gets. */
export interface Source {
  segment: Segment
  moved: Int32Array
  /** The term at hand. */
  term: number
}

/** Numbers the papers that are kept, segment after segment. */
export function openSources(segments: Segment[]): { sources: Source[]; count: number } {
  let count = 0
  const sources = segments.map((segment): Source => {
    const moved = new Int32Array(segment.head.doc_count).fill(GONE)
    for (let doc = 0; doc < moved.length; doc += 1) {
      if (isDeleted(segment, doc)) continue
      moved[doc] = count
      count += 1
    }
    return { segment, moved, term: 0 }
  })
  return { sources, count }
}

/** Puts the sources whose term at hand is the first of all into `least`. */
export function findLeast(sources: Source[], least: Source[]): void {
  least.length = 0
  for (const source of sources) {
    if (source.term === source.segment.head.term_count) continue
    const order = least[0] ? compareTerms(source, least[0]) : 0
    if (order > 0) continue
    if (order < 0) least.length = 0
    least.push(source)
  }
}

/** The terms at hand in UTF-16 order. */
function compareTerms(a: Source, b: Source): number {
  const [charsA, charsB] = [a.segment.term_chars, b.segment.term_chars]
  const [fromA, fromB] = [startOf(a, 0), startOf(b, 0)]
  const [lengthA, lengthB] = [startOf(a, 1) - fromA, startOf(b, 1) - fromB]
  const shared = Math.min(lengthA, lengthB)
  for (let at = 0; at < shared; at += 1) {
    const difference = (charsA[fromA + at] ?? 0) - (charsB[fromB + at] ?? 0)
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}

const startOf = ({ segment, term }: Source, next: number) => segment.term_starts[term + next] ?? 0

/** The characters of the term at hand. */
export function charsOf(source: Source): Uint16Array {
  return source.segment.term_chars.subarray(startOf(source, 0), startOf(source, 1))
}

import { isDeleted, type Segment } from './layout.ts'
import { advanceCursor, cursorAt, type TermCursor } from './term-cursor.ts'

/** Stands where a paper gets no place. */
export const NO_DOC = -1

/** One of the segments that become one, with the place each of its papers gets. */
export interface MergeSource {
  segment: Segment
  moved: Int32Array
  /** Stands at the term at hand. */
  cursor: TermCursor
}

/** Numbers the papers that are kept, segment after segment. */
export function openSources(segments: Segment[]): { sources: MergeSource[]; count: number } {
  let count = 0
  const sources = segments.map((segment): MergeSource => {
    const moved = new Int32Array(segment.head.doc_count).fill(NO_DOC)
    for (let doc = 0; doc < moved.length; doc += 1) {
      if (isDeleted(segment, doc)) continue
      moved[doc] = count
      count += 1
    }
    const cursor = cursorAt(segment, 0)
    advanceCursor(cursor)
    return { segment, moved, cursor }
  })
  return { sources, count }
}

/** Puts the sources whose term at hand is the first of all into `least`. */
export function findLeastTerm(sources: MergeSource[], least: MergeSource[]): void {
  least.length = 0
  for (const source of sources) {
    if (source.cursor.term >= source.segment.head.term_count) continue
    const order = least[0] ? compareTerms(source.cursor, least[0].cursor) : 0
    if (order > 0) continue
    if (order < 0) least.length = 0
    least.push(source)
  }
}

function compareTerms(a: TermCursor, b: TermCursor): number {
  const shared = Math.min(a.length, b.length)
  const [bytesA, bytesB] = [a.bytes, b.bytes]
  for (let at = 0; at < shared; at += 1) {
    const difference = (bytesA[at] ?? 0) - (bytesB[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

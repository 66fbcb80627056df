import { isDeleted, type Segment } from './layout.ts'
import { advanceCursor, cursorAt, type TermCursor } from './term-cursor.ts'

/** Stands for the new number of a paper that is not copied. */
export const NO_DOC = -1

/** One of the segments of a merge. */
export interface MergeSource {
  segment: Segment
  /** The number of each of its papers in the merged segment, `NO_DOC` for a deleted one. */
  newDocs: Int32Array
  /** Points to the current term. */
  cursor: TermCursor
}

/** Opens the segments of a merge and numbers the papers that are kept, segment by segment. */
export function openSources(segments: Segment[]): { sources: MergeSource[]; count: number } {
  let count = 0
  const sources = segments.map((segment): MergeSource => {
    const newDocs = new Int32Array(segment.head.doc_count).fill(NO_DOC)
    for (let doc = 0; doc < newDocs.length; doc += 1) {
      if (isDeleted(segment, doc)) continue
      newDocs[doc] = count
      count += 1
    }
    const cursor = cursorAt(segment, 0)
    advanceCursor(cursor)
    return { segment, newDocs, cursor }
  })
  return { sources, count }
}

/** Sets `least` to the sources whose current term is the first of all in byte order, [] when none has a term left. */
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

/** Compares the current terms of two cursors by their bytes; a prefix comes first. */
function compareTerms(a: TermCursor, b: TermCursor): number {
  const shared = Math.min(a.length, b.length)
  const [bytesA, bytesB] = [a.bytes, b.bytes]
  for (let at = 0; at < shared; at += 1) {
    const difference = (bytesA[at] ?? 0) - (bytesB[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

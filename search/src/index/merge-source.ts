import { isDeleted, type Segment } from './layout.ts'
import { readAllPositions } from './position-source.ts'
import { advanceCursor, compareBytes, cursorAt, type TermCursor } from './term-cursor.ts'

/** Stands for the new number of a paper that is not copied. */
export const NO_DOC = -1

/** One of the segments of a merge. */
export interface MergeSource {
  segment: Segment
  /** The number of each of its papers in the merged segment, `NO_DOC` for a deleted one. */
  newDocs: Int32Array
  /** All of its positions. */
  positions: Uint8Array
  /** Points to the current term. */
  cursor: TermCursor
}

/**
 * Opens the segments of a merge, with cursors at their first terms, and numbers the papers that are copied, segment by
 * segment. `count` is their number.
 */
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
    return { segment, newDocs, positions: readAllPositions(segment.positions), cursor }
  })
  return { sources, count }
}

/**
 * Replaces the contents of `least` by the sources whose current term is the first of all in byte order; none when no
 * source has a term left.
 */
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
const compareTerms = (a: TermCursor, b: TermCursor): number =>
  compareBytes(a.bytes, 0, a.length, b.bytes, b.length)

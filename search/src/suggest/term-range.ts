import type { Segment } from '../index/layout.ts'
import { beginsWith, seekTerm } from '../index/term-cursor.ts'
import { MAX_TERM_BYTES, writeUtf8 } from '../index/utf8.ts'

/** Range of term numbers of a segment: the first, and the one behind the last. */
export type TermRange = [from: number, to: number]

const keyBuffer = new Uint8Array(MAX_TERM_BYTES + 4)
/** Greater than any byte of a term. */
const BYTE_AFTER_ALL = 0xff

/** Returns the range of the terms with a prefix. */
export function prefixRange(segment: Segment, prefix: string): TermRange {
  if (segment.head.term_count === 0) return [0, 0]
  const length = writeUtf8(prefix, keyBuffer, 0, MAX_TERM_BYTES - 1)
  const from = seekTerm(segment, keyBuffer, length)
  if (from.term >= segment.head.term_count || !beginsWith(from, keyBuffer, length)) return [0, 0]
  keyBuffer[length] = BYTE_AFTER_ALL
  return [from.term, seekTerm(segment, keyBuffer, length + 1).term]
}

/** Returns the range of a single term, empty if the segment does not contain it. */
export function singleTermRange(segment: Segment, term: string): TermRange {
  if (segment.head.term_count === 0) return [0, 0]
  const length = writeUtf8(term, keyBuffer, 0, MAX_TERM_BYTES)
  const found = seekTerm(segment, keyBuffer, length)
  const isIt =
    found.term < segment.head.term_count && found.length === length && beginsWith(found, keyBuffer, length)
  return isIt ? [found.term, found.term + 1] : [0, 0]
}

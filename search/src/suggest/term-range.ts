import type { Segment } from '../index/layout.ts'
import { beginsWith, seekTerm } from '../index/term-cursor.ts'
import { LONGEST_TERM, writeUtf8 } from '../index/utf8.ts'

/** Numbers of terms of a segment: the first, and the one behind the last. */
export type TermRange = [from: number, to: number]

const bytes = new Uint8Array(LONGEST_TERM + 4)
/** No byte of a term is as great. */
const BEHIND_ALL = 0xff

/** The terms that begin so. */
export function termsBeginning(segment: Segment, prefix: string): TermRange {
  if (segment.head.term_count === 0) return [0, 0]
  const length = writeUtf8(prefix, bytes, 0, LONGEST_TERM - 1)
  const from = seekTerm(segment, bytes, length)
  if (from.term >= segment.head.term_count || !beginsWith(from, bytes, length)) return [0, 0]
  bytes[length] = BEHIND_ALL
  return [from.term, seekTerm(segment, bytes, length + 1).term]
}

/** The term itself. */
export function termItself(segment: Segment, term: string): TermRange {
  if (segment.head.term_count === 0) return [0, 0]
  const length = writeUtf8(term, bytes, 0, LONGEST_TERM)
  const found = seekTerm(segment, bytes, length)
  const isIt =
    found.term < segment.head.term_count && found.length === length && beginsWith(found, bytes, length)
  return isIt ? [found.term, found.term + 1] : [0, 0]
}

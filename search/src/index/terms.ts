import type { Segment } from './layout.ts'
import { advanceCursor, beginsWith, seekTerm, type TermCursor } from './term-cursor.ts'
import { MAX_TERM_BYTES, writeUtf8 } from './utf8.ts'

/** Begins a term that is no word of a text, so that no prefix of a word reaches it. */
const SPACE_MARK = '\u0001'

/** Namespaces of terms that are not words of a text. */
export const SPACES = {
  author: `${SPACE_MARK}a:`,
  affiliation: `${SPACE_MARK}o:`,
  source: `${SPACE_MARK}j:`,
  /** The whole folded title of the source. */
  source_whole: `${SPACE_MARK}J:`,
  /** `titleKey` of a title. */
  title: `${SPACE_MARK}t:`,
  /** `titleKey` of the part of a title that names the work. */
  name: `${SPACE_MARK}n:`,
  /** `titleKey` of a short name that a title gives in brackets. */
  short_name: `${SPACE_MARK}s:`,
  /** `titleKey` of a name, the family name of who is cited for it in the text, and the year. */
  cited_name: `${SPACE_MARK}r:`,
  fund: `${SPACE_MARK}u:`,
  clc: `${SPACE_MARK}c:`,
  /** `doi:…`, `issn:…`, `isbn:…`, `arxiv:…`, `pmid:…`. */
  identifier: `${SPACE_MARK}i:`,
} as const

/** In the author's space a posting's mask says which author it is. */
export const AUTHOR_MASKS = { any: 1, first: 2, corresponding: 4 } as const

/** The postings of a term in a segment: from the first to before the last. */
export interface TermPostings {
  from: number
  to: number
  /** Its first entry in `position_blocks`; -1 where it has no positions. */
  blocks: number
  /** Where the mask of its first posting is in `masks`. */
  masks: number
}

/** Room for a term, and for a character that reaches over its end. */
const keyBuffer = new Uint8Array(MAX_TERM_BYTES + 4)

/** The term's postings in a segment; null where no paper has it. */
export function findTerm(segment: Segment, term: string): TermPostings | null {
  const length = writeUtf8(term, keyBuffer, 0, MAX_TERM_BYTES)
  const cursor = seekTerm(segment, keyBuffer, length)
  if (cursor.term >= segment.head.term_count || cursor.length !== length) return null
  return beginsWith(cursor, keyBuffer, length) ? postingsAt(cursor) : null
}

/** The fields of one of a term's postings. */
export const maskAt = ({ masks }: Segment, { from, masks: first }: TermPostings, at: number): number =>
  masks[first + at - from] ?? 0

/** The postings at a cursor, which goes on. */
export const postingsAt = ({ from, to, blocks, masks }: TermCursor): TermPostings => ({
  from,
  to,
  blocks,
  masks,
})

/** Every term that begins with `prefix`, in order; the cursor is the same each time. */
export function* termsWithPrefix(segment: Segment, prefix: string): Generator<TermCursor> {
  const own = new Uint8Array(MAX_TERM_BYTES + 4)
  const length = writeUtf8(prefix, own, 0, MAX_TERM_BYTES)
  const cursor = seekTerm(segment, own, length)
  while (cursor.term < segment.head.term_count && beginsWith(cursor, own, length)) {
    yield cursor
    advanceCursor(cursor)
  }
}

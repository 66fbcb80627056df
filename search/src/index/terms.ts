import type { Segment } from './layout.ts'
import { advanceCursor, beginsWith, seekTerm, type TermCursor } from './term-cursor.ts'
import { MAX_TERM_BYTES, TERM_BUFFER_BYTES, writeUtf8 } from './utf8.ts'

/** First character of terms that are not words of a text, so that no prefix of a word matches them. */
const SPACE_MARK = '\u0001'

/** Returns whether a term, or a prefix of terms, belongs to one of `SPACES` and is no word of a text. */
export const isSpaceTerm = (term: string): boolean => term.startsWith(SPACE_MARK)

/** Namespaces of terms that are not words of a text. */
export const SPACES = {
  author: `${SPACE_MARK}a:`,
  affiliation: `${SPACE_MARK}o:`,
  source: `${SPACE_MARK}j:`,
  /** The complete folded title of the source. */
  source_whole: `${SPACE_MARK}J:`,
  /** `titleKey` of a title. */
  title: `${SPACE_MARK}t:`,
  /** `titleKey` of the part of a title that names the work. */
  name: `${SPACE_MARK}n:`,
  /** `titleKey` of a short name that a title gives in brackets. */
  short_name: `${SPACE_MARK}s:`,
  /** `titleKey` of a name, the family name of the author cited for it in the text, and the year. */
  cited_name: `${SPACE_MARK}r:`,
  fund: `${SPACE_MARK}u:`,
  clc: `${SPACE_MARK}c:`,
  /** `doi:…`, `issn:…`, `isbn:…`, `arxiv:…`, `pmid:…`. */
  identifier: `${SPACE_MARK}i:`,
} as const

/** Mask that matches every posting of a term space. */
export const ANY_SPACE_MASK = 0xff

/** Masks of postings in the author space, which distinguish the authors of a paper. */
export const AUTHOR_MASKS = { any: 1, first: 2, corresponding: 4 } as const

/** The postings of a term in a segment. */
export type TermPostings = Pick<
  TermCursor,
  'from' | 'to' | 'first_doc' | 'first_block' | 'common_mask' | 'first_mask'
>

/** Holds the term that is looked up. */
const keyBuffer = new Uint8Array(TERM_BUFFER_BYTES)

/** Returns the postings of a term in a segment; null when no paper contains it. */
export function findTerm(segment: Segment, term: string): TermPostings | null {
  const length = writeUtf8(term, keyBuffer, 0, MAX_TERM_BYTES)
  const cursor = seekTerm(segment, keyBuffer, length)
  if (cursor.term >= segment.head.term_count || cursor.length !== length) return null
  return beginsWith(cursor, keyBuffer, length) ? postingsAt(cursor) : null
}

/** Copies the postings at a cursor, which may then advance. */
export const postingsAt = (cursor: TermCursor): TermPostings => {
  const { from, to, first_doc, first_block, common_mask, first_mask } = cursor
  return { from, to, first_doc, first_block, common_mask, first_mask }
}

/** Yields every term that begins with `prefix`, in order; the same cursor is yielded each time. */
export function* termsWithPrefix(segment: Segment, prefix: string): Generator<TermCursor> {
  // Not `keyBuffer`, which other searches overwrite between two yields.
  const key = new Uint8Array(TERM_BUFFER_BYTES)
  const length = writeUtf8(prefix, key, 0, MAX_TERM_BYTES)
  const cursor = seekTerm(segment, key, length)
  while (cursor.term < segment.head.term_count && beginsWith(cursor, key, length)) {
    yield cursor
    advanceCursor(cursor)
  }
}

/** Range of term numbers of a segment: the first, and the one behind the last. */
export type TermRange = [from: number, to: number]

/** Greater than any byte of a term in UTF-8. */
const BYTE_AFTER_ALL = 0xff

/** Returns the range of the terms with a prefix, empty if there are none. */
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
  const cursor = seekTerm(segment, keyBuffer, length)
  const isFound =
    cursor.term < segment.head.term_count && cursor.length === length && beginsWith(cursor, keyBuffer, length)
  return isFound ? [cursor.term, cursor.term + 1] : [0, 0]
}

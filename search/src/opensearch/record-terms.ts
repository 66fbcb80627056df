// Gathers the terms of records from a segment, term by term.
import { readDocs } from '../index/docs.ts'
import { ANY_MASK, MASKS } from '../index/layout.ts'
import { maskAt } from '../index/masks.ts'
import { cursorText, type TermCursor } from '../index/term-cursor.ts'
import { AUTHOR_MASKS, isSpaceTerm, SPACES } from '../index/terms.ts'
import { openPositions, type PositionCursor, readPositions, seekDoc } from '../ranking/position-cursor.ts'
import { IMPACT_SEPARATOR, impactFrequency, VARIANT_SEPARATOR } from './mapping.ts'
import { encodeTerm } from './term-text.ts'

/** Terms of one record, collected from the segment. */
export interface RecordTerms {
  /** All terms, each with its impact. */
  terms: string[]
  /** Words of authors and of the source. */
  names: string[]
  /** Names of the first author. */
  firstAuthor: string[]
  /** Names of corresponding authors. */
  corresponding: string[]
  /** Words and cited names that are listed for completion and spelling. */
  words: Set<string>
  /** Terms by position; several terms at one position are joined by `VARIANT_SEPARATOR`. */
  termsByPosition: Map<number, string>
}

/** Adds one term of the segment to the records that contain it. */
export function gatherTerm(cursor: TermCursor, records: RecordTerms[]): void {
  const { segment, from, to, first_block } = cursor
  const term = encodeTerm(cursorText(cursor))
  const isInSpace = isSpaceTerm(term)
  const positions = first_block < 0 ? null : openPositions(segment, cursor, null)
  const docs = readDocs(segment, cursor)
  for (let posting = from; posting < to; posting += 1) {
    const doc = docs[posting - from] ?? 0
    const record = records[doc]
    if (!record) continue
    const mask = maskAt(segment, cursor, posting)
    record.terms.push(`${term}${IMPACT_SEPARATOR}${impactFrequency(segment.impacts[posting] ?? 0)}`)
    if (isInSpace) gatherSpaceTerm(record, term, mask)
    else gatherWord(record, term, mask)
    if (positions && seekDoc(positions, doc)) gatherPositions(record, term, positions)
  }
}

/** Adds a term of a space of `SPACES`. */
function gatherSpaceTerm(
  { firstAuthor, corresponding, words }: RecordTerms,
  term: string,
  mask: number,
): void {
  if (term.startsWith(SPACES.cited_name)) words.add(term)
  if (!term.startsWith(SPACES.author)) return
  if ((mask & AUTHOR_MASKS.first) !== 0) firstAuthor.push(term)
  if ((mask & AUTHOR_MASKS.corresponding) !== 0) corresponding.push(term)
}

/** Matches the words that are listed for completion and spelling, as stem or as exact form. */
const LATIN_WORD = /^=?[a-z]{2,30}$/

/** Adds a word of a text. */
function gatherWord({ names, words }: RecordTerms, term: string, mask: number): void {
  if ((mask & (MASKS.author | MASKS.source)) !== 0) names.push(term)
  if ((mask & ANY_MASK) !== 0 && LATIN_WORD.test(term)) words.add(term.replace(/^=/, ''))
}

/** Holds the positions of a term in one record, which are 16-bit numbers. */
const positionBuffer = new Uint16Array(65_536)

/** Adds a term at each of its positions in a record. */
function gatherPositions({ termsByPosition }: RecordTerms, term: string, cursor: PositionCursor): void {
  const count = readPositions(cursor, positionBuffer)
  for (let at = 0; at < count; at += 1) {
    const position = positionBuffer[at] ?? 0
    const others = termsByPosition.get(position)
    termsByPosition.set(position, others === undefined ? term : others + VARIANT_SEPARATOR + term)
  }
}

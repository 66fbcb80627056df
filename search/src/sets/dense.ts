import { MOST_DOCS, type Segment } from '../index/layout.ts'
import type { TermPostings } from '../index/terms.ts'
import { addressOf, type Own, part, partAs } from '../kernels/own.ts'
import { type Bits, ones } from './bits.ts'
import { isStillMade, type PooledBuffer, takeBuffer } from './buffer-pool.ts'

/** A term that many papers of a segment have, as sets: joined word by word, and looked up without a search. */
export interface Dense {
  /** The papers that have it, in whatever field. */
  bits: Bits
  /** By word of `bits`: how many of the term's postings are before it. */
  ranks: Own<Uint16Array>
  /** The papers where its impact is above `cut`. */
  high: Bits
  cut: number
  /** The greatest impact. */
  most: number
}

/** Postings of a term; as sets too where they are many, made when a search first wants them. */
export interface Term extends TermPostings {
  made: { dense: Dense; buffer: PooledBuffer } | null
}

/** A term is dense where at least one paper in so many has it. */
const SPARSE = 16
/** About one paper of a term in so many has a high impact. */
const FEW_HIGH = 8

/** The sets of a term; null where too few papers have it, or where one search wants more sets than there is room for. */
export function denseOf(segment: Segment, term: Term): Dense | null {
  const { doc_count } = segment.head
  const size = term.to - term.from
  if (size === 0 || size * SPARSE < doc_count) return null
  const { made } = term
  if (isStillMade(made)) return made.dense
  const words = setWords(doc_count)
  const buffer = takeBuffer(2 * words + words / 2)
  term.made = buffer && { dense: makeDense(segment, term, buffer.words, words), buffer }
  return term.made?.dense ?? null
}

/** Papers that the sets of a segment have room for: a few sizes, so that a buffer fits many segments. */
const SIZES = [1024, 8192]

/** Words of a set that has room for a segment of so many papers. */
export const setWords = (papers: number) => (SIZES.find((size) => papers <= size) ?? MOST_DOCS) / 32

function makeDense(segment: Segment, postings: TermPostings, buffer: Bits, words: number): Dense {
  const { cut, most } = levelsOf(segment, postings)
  const bits = part(buffer, 0, words)
  const high = part(buffer, words, 2 * words)
  const { kernels, docs, impacts } = segment
  const [start, end] = [addressOf(docs, postings.from), addressOf(docs, postings.to)]
  kernels.set_docs(start, end, addressOf(bits))
  kernels.set_above(start, end, addressOf(impacts, postings.from), cut, addressOf(high))
  const ranks = partAs(Uint16Array, buffer, 2 * words, words)
  fillRanks(bits, ranks)
  return { bits, ranks, high, cut, most }
}

const histogram = new Uint32Array(256)

/** The greatest impact of a term, and the least that so few are above. */
function levelsOf({ impacts }: Segment, { from, to }: TermPostings): { cut: number; most: number } {
  histogram.fill(0)
  for (let at = from; at < to; at += 1) {
    const impact = impacts[at] ?? 0
    histogram[impact] = (histogram[impact] ?? 0) + 1
  }
  let most = 255
  while (most > 0 && histogram[most] === 0) most -= 1
  let cut = most
  for (let above = 0; cut > 0; cut -= 1) {
    above += histogram[cut] ?? 0
    if (above * FEW_HIGH > to - from) break
  }
  return { cut, most }
}

function fillRanks(bits: Bits, ranks: Own<Uint16Array>): void {
  let before = 0
  for (let at = 0; at < bits.length; at += 1) {
    ranks[at] = before
    before += ones(bits[at] ?? 0)
  }
}

/** Where the posting of a paper that has the term is, counted from the term's first one. */
export function rankOf({ bits, ranks }: Dense, doc: number): number {
  const word = doc >>> 5
  return (ranks[word] ?? 0) + ones((bits[word] ?? 0) & ((1 << (doc & 31)) - 1))
}

import { MAX_DOCS, type Segment } from '../index/layout.ts'
import type { TermPostings } from '../index/terms.ts'
import { byteAddress, type OwnArray, subarrayAs, subarrayOf } from '../kernels/own.ts'
import { type Bits, popCount } from './bits.ts'
import { isStillHeld, type PooledBuffer, takeBuffer } from './buffer-pool.ts'

/**
 * A term with many papers in a segment, as bit sets: they are combined word by word, and looked up without a search.
 */
export interface DenseTerm {
  /** The papers that contain it, in any field. */
  bits: Bits
  /** For each word of `bits`: the number of the term's postings before it. */
  ranks: OwnArray<Uint16Array>
  /** The papers where its impact exceeds `cut`. */
  high: Bits
  cut: number
  /** The greatest impact. */
  most: number
}

/** Postings of a term, with bit sets if there are many; these are computed when a search first needs them. */
export interface IndexedTerm extends TermPostings {
  made: { dense: DenseTerm; buffer: PooledBuffer } | null
}

/** A term is dense when at least one in this many papers contains it. */
const SPARSE_DIVISOR = 16
/** At most one in this many papers of a term has a high impact. */
const HIGH_IMPACT_DIVISOR = 8

/**
 * Returns the sets of a term; null when too few papers contain it, or when one search needs more sets than there is
 * room for.
 */
export function denseTerm(segment: Segment, term: IndexedTerm): DenseTerm | null {
  const { doc_count } = segment.head
  const size = term.to - term.from
  if (size === 0 || size * SPARSE_DIVISOR < doc_count) return null
  const { made } = term
  if (isStillHeld(made)) return made.dense
  const words = setWordCount(doc_count)
  const buffer = takeBuffer(2 * words + words / 2)
  term.made = buffer && { dense: buildDense(segment, term, buffer.words, words), buffer }
  return term.made?.dense ?? null
}

/** Set sizes in papers. There are only a few, so that a buffer fits many segments. */
const SET_SIZES = [1024, 8192]

/** Returns the number of words of a set for a segment of this many papers. */
export const setWordCount = (papers: number) => (SET_SIZES.find((size) => papers <= size) ?? MAX_DOCS) / 32

function buildDense(segment: Segment, postings: TermPostings, buffer: Bits, words: number): DenseTerm {
  const { cut, most } = impactLevels(segment, postings)
  const bits = subarrayOf(buffer, 0, words)
  const high = subarrayOf(buffer, words, 2 * words)
  const { kernels, docs, impacts } = segment
  const [start, end] = [byteAddress(docs, postings.from), byteAddress(docs, postings.to)]
  kernels.set_docs(start, end, byteAddress(bits))
  kernels.set_above(start, end, byteAddress(impacts, postings.from), cut, byteAddress(high))
  const ranks = subarrayAs(Uint16Array, buffer, 2 * words, words)
  fillRanks(bits, ranks)
  return { bits, ranks, high, cut, most }
}

const histogram = new Uint32Array(256)

/** Returns the greatest impact of a term, and the least `cut` that few enough impacts exceed. */
function impactLevels({ impacts }: Segment, { from, to }: TermPostings): { cut: number; most: number } {
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
    if (above * HIGH_IMPACT_DIVISOR > to - from) break
  }
  return { cut, most }
}

function fillRanks(bits: Bits, ranks: OwnArray<Uint16Array>): void {
  let before = 0
  for (let at = 0; at < bits.length; at += 1) {
    ranks[at] = before
    before += popCount(bits[at] ?? 0)
  }
}

/** Returns the index of a paper's posting, relative to the term's first one; the paper must contain the term. */
export function postingRank({ bits, ranks }: DenseTerm, doc: number): number {
  const word = doc >>> 5
  return (ranks[word] ?? 0) + popCount((bits[word] ?? 0) & ((1 << (doc & 31)) - 1))
}

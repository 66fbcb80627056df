import { copySet, readDocs } from '../index/docs.ts'
import { MAX_DOCS, MAX_IMPACT, type Segment } from '../index/layout.ts'
import { popCount } from '../index/pop-count.ts'
import type { TermPostings } from '../index/terms.ts'
import { byteAddress, type OwnArray, subarrayAs, subarrayOf } from '../kernels/own.ts'
import type { Bits } from './bits.ts'
import { isStillHeld, type PooledBuffer, takeBuffer } from './buffer-pool.ts'

/**
 * A term that many papers of a segment contain, as bit sets: these are combined word by word, and a paper is looked up
 * without a search.
 */
export interface DenseTerm {
  /** The papers that contain it, in any field; this set and `high` have `setWordCount` words. */
  bits: Bits
  /** For each word of `bits`: the number of the term's postings before it. */
  ranks: OwnArray<Uint16Array>
  /** The papers where its impact exceeds `high_impact`. */
  high: Bits
  /** Impacts, 1–255, above this one are high. */
  high_impact: number
  /** The greatest impact, 1–255. */
  max_impact: number
}

/** Postings of a term, with bit sets if there are many. */
export interface IndexedTerm extends TermPostings {
  /** Computed when a search first needs them, and again after their buffer has been evicted. */
  sets: { dense: DenseTerm; buffer: PooledBuffer } | null
}

/** A term is dense when it is in at least this share of the papers of the segment. */
const MIN_DENSE_SHARE = 1 / 16
/** Maximum share of the papers of a term that have a high impact. */
const MAX_HIGH_SHARE = 1 / 8

/**
 * Returns the sets of a term, valid during the current search; null when too few papers contain it, or when one search
 * needs more sets than there is room for. Keeps them in `term.sets` for later searches.
 */
export function denseTerm(segment: Segment, term: IndexedTerm): DenseTerm | null {
  const { doc_count } = segment.head
  const size = term.to - term.from
  if (size === 0 || size < doc_count * MIN_DENSE_SHARE) return null
  if (isStillHeld(term.sets)) return term.sets.dense
  const words = setWordCount(doc_count)
  // Two sets, and a 16-bit rank for each word of one.
  const buffer = takeBuffer(2 * words + words / 2)
  term.sets = buffer && { dense: buildDense(segment, term, buffer.words, words), buffer }
  return term.sets?.dense ?? null
}

/**
 * Sizes of sets in papers, ascending, besides `MAX_DOCS`. They are few, so that the buffer of an evicted set fits the
 * sets of many segments.
 */
const SET_SIZES = [1024, 8192]

/** Returns the number of words of a set for a segment of this many papers. */
export const setWordCount = (papers: number) => (SET_SIZES.find((size) => papers <= size) ?? MAX_DOCS) / 32

/** Computes the sets of a term in a zeroed buffer; `words` is the length of a set. */
function buildDense(segment: Segment, postings: TermPostings, buffer: Bits, words: number): DenseTerm {
  const { high_impact, max_impact } = impactLevels(segment, postings)
  const bits = subarrayOf(buffer, 0, words)
  const high = subarrayOf(buffer, words, 2 * words)
  const { kernels, impacts } = segment
  const docs = readDocs(segment, postings)
  const [start, end] = [byteAddress(docs), byteAddress(docs, postings.to - postings.from)]
  if (!copySet(segment, postings, bits)) kernels.set_docs(start, end, byteAddress(bits))
  kernels.set_above(start, end, byteAddress(impacts, postings.from), high_impact, byteAddress(high))
  const ranks = subarrayAs(Uint16Array, buffer, 2 * words, words)
  fillRanks(bits, ranks)
  return { bits, ranks, high, high_impact, max_impact }
}

/** Number of a term's postings by impact. */
const histogram = new Uint32Array(MAX_IMPACT + 1)

/** Returns the greatest impact of a term, and the least impact that few enough of its postings exceed. */
function impactLevels(
  { impacts }: Segment,
  { from, to }: TermPostings,
): Pick<DenseTerm, 'high_impact' | 'max_impact'> {
  histogram.fill(0)
  for (let posting = from; posting < to; posting += 1) {
    const impact = impacts[posting] ?? 0
    histogram[impact] = (histogram[impact] ?? 0) + 1
  }
  let max_impact = MAX_IMPACT
  while (max_impact > 0 && histogram[max_impact] === 0) max_impact -= 1
  let high_impact = max_impact
  for (let above = 0; high_impact > 0; high_impact -= 1) {
    above += histogram[high_impact] ?? 0
    if (above > (to - from) * MAX_HIGH_SHARE) break
  }
  return { high_impact, max_impact }
}

/** Writes for each word of a set the number of bits before it. */
function fillRanks(bits: Bits, ranks: OwnArray<Uint16Array>): void {
  let count = 0
  for (let word = 0; word < bits.length; word += 1) {
    ranks[word] = count
    count += popCount(bits[word] ?? 0)
  }
}

/** Returns the index of a paper's posting, relative to the term's first one; the paper must contain the term. */
export function postingRank({ bits, ranks }: DenseTerm, doc: number): number {
  const word = doc >>> 5
  return (ranks[word] ?? 0) + popCount((bits[word] ?? 0) & ((1 << (doc & 31)) - 1))
}

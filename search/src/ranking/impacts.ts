// Adds the scores of terms to hits.
import { findPosting, readDocs } from '../index/docs.ts'
import type { Segment } from '../index/layout.ts'
import { maskAt, maskCodes } from '../index/masks.ts'
import type { TermPostings } from '../index/terms.ts'
import { byteAddress, type OwnArray } from '../kernels/own.ts'
import { type Bits, type Docs, hasBit } from '../sets/bits.ts'
import { type DenseTerm, denseTerm, type IndexedTerm } from '../sets/dense.ts'
import { isFewer, isInFields, requiredMask } from './postings.ts'

/** A score for each paper of a segment. */
export type Scores = OwnArray<Float32Array>

/** Papers of a segment to be scored, both as a set and as a list. */
export interface HitList {
  bits: Bits
  /** The same papers in ascending order, in the first `count` entries. */
  docs: Docs
  count: number
}

/** The corresponding factor for a dense term, in whose bit set a paper is found without a search. */
const DENSE_LOOKUP_FACTOR = 3

/**
 * Contribution of a term to a score per unit of impact: `always`, and additionally `within` when it occurs in one of
 * the fields of `mask`. What counts in any field is in `always`, so that the mask needs no `requiredMask`; it is 0
 * where `within` is.
 */
interface ImpactFactors {
  always: number
  within: number
  mask: number
}

/** Adds a term's impacts times their factors to the scores of the hits that contain it. */
export function addImpacts(
  segment: Segment,
  term: IndexedTerm,
  factors: ImpactFactors,
  hits: HitList,
  scores: Scores,
): void {
  const dense = hits.count * DENSE_LOOKUP_FACTOR < term.to - term.from ? denseTerm(segment, term) : null
  if (dense) addDenseImpacts(segment, term, dense, factors, hits, scores)
  else if (isFewer(hits.count, term)) addLookedUpImpacts(segment, term, factors, hits, scores)
  else addAllImpacts(segment, term, factors, hits, scores)
}

/** Looks each hit up by its rank in the bit set of a dense term. */
function addDenseImpacts(
  segment: Segment,
  postings: TermPostings,
  { bits, ranks }: DenseTerm,
  { always, within, mask }: ImpactFactors,
  { docs, count }: HitList,
  scores: Scores,
): void {
  const { kernels, impacts } = segment
  const { codes, width, wanted } = maskCodes(segment, postings, mask)
  kernels.add_ranked(
    byteAddress(docs),
    byteAddress(docs, count),
    byteAddress(bits),
    byteAddress(ranks),
    byteAddress(impacts, postings.from),
    codes,
    width,
    wanted,
    always,
    always + within,
    byteAddress(scores),
  )
}

/** Looks each hit up in the posting list. */
function addLookedUpImpacts(
  segment: Segment,
  postings: TermPostings,
  { always, within, mask }: ImpactFactors,
  hits: HitList,
  scores: Scores,
): void {
  const { impacts } = segment
  for (let index = 0; index < hits.count; index += 1) {
    const doc = hits.docs[index] ?? 0
    const posting = findPosting(segment, postings, doc)
    if (posting < 0) continue
    const factor = (maskAt(segment, postings, posting) & mask) === 0 ? always : always + within
    scores[doc] = (scores[doc] ?? 0) + factor * (impacts[posting] ?? 0)
  }
}

/** Reads all postings of the term. */
function addAllImpacts(
  segment: Segment,
  postings: TermPostings,
  { always, within, mask }: ImpactFactors,
  { bits }: HitList,
  scores: Scores,
): void {
  const { kernels, impacts } = segment
  const { from, to } = postings
  const docs = readDocs(segment, postings)
  const { codes, width, wanted } = maskCodes(segment, postings, mask)
  kernels.add_postings(
    byteAddress(docs),
    byteAddress(docs, to - from),
    byteAddress(impacts, from),
    codes,
    width,
    wanted,
    always,
    always + within,
    byteAddress(bits),
    byteAddress(scores),
  )
}

/** Adds a constant score to every hit that contains a term in one of the fields of `mask`. */
export function addConstant(
  segment: Segment,
  postings: TermPostings,
  mask: number,
  score: number,
  { bits }: HitList,
  scores: Scores,
): void {
  const testedMask = requiredMask(mask)
  const docs = readDocs(segment, postings)
  for (let posting = postings.from; posting < postings.to; posting += 1) {
    const doc = docs[posting - postings.from] ?? 0
    if (hasBit(bits, doc) && isInFields(segment, postings, posting, testedMask))
      scores[doc] = (scores[doc] ?? 0) + score
  }
}

import { findPosting, readDocs } from '../index/docs.ts'
import { ANY_MASK, type Segment } from '../index/layout.ts'
import { maskAt, maskCodes } from '../index/masks.ts'
import type { TermPostings } from '../index/terms.ts'
import { byteAddress, type OwnArray } from '../kernels/own.ts'
import {
  andWith,
  type Bits,
  createDocs,
  type Docs,
  hasBit,
  listBits,
  orWith,
  releaseBits,
  setBit,
  takeBits,
} from '../sets/bits.ts'
import { type DenseTerm, denseTerm, type IndexedTerm } from '../sets/dense.ts'

// A posting is an entry of a term's posting list: a paper of the segment (called `doc`, by its number there) that
// contains the term, in the order of these numbers. Dense terms, which many papers contain, also have a bit set of
// their papers. The functions of this file have the same result by whichever way they read postings, and choose the
// fastest.

/** Adds the papers that have a term in one of the fields of `mask` to a set. */
export function addTermPapers(segment: Segment, term: IndexedTerm, mask: number, bits: Bits): void {
  const dense = requiredMask(mask) === 0 ? denseTerm(segment, term) : null
  if (dense) orWith(bits, dense.bits)
  else addPostings(segment, term, mask, bits)
}

/** Returns the bits of which a posting's mask must have one; 0 when any mask will do. */
const requiredMask = (mask: number) => ((mask & ANY_MASK) === ANY_MASK ? 0 : mask)

/** Does the same as `addTermPapers` from the posting list, without the bit set of a dense term. */
export function addPostings(segment: Segment, postings: TermPostings, mask: number, bits: Bits): void {
  const { kernels } = segment
  const testedMask = requiredMask(mask)
  const docs = readDocs(segment, postings)
  const [start, end] = [byteAddress(docs), byteAddress(docs, postings.to - postings.from)]
  if (testedMask === 0) {
    kernels.set_docs(start, end, byteAddress(bits))
    return
  }
  const { codes, width, wanted } = maskCodes(segment, postings, testedMask)
  kernels.set_docs_in(start, end, codes, width, wanted, byteAddress(bits))
}

/**
 * Removes from a set those papers that do not have a term in one of the fields of `mask`.
 *
 * @param papers number of papers in the set, or an upper bound of it, by which the fastest way is chosen
 */
export function keepTermPapers(
  segment: Segment,
  term: IndexedTerm,
  mask: number,
  bits: Bits,
  papers: number,
): void {
  const dense = requiredMask(mask) === 0 ? denseTerm(segment, term) : null
  if (dense) {
    andWith(bits, dense.bits)
    return
  }
  if (isFewer(papers, term)) {
    keepPostings(segment, term, mask, bits)
    return
  }
  const found = takeBits()
  addPostings(segment, term, mask, found)
  andWith(bits, found)
  releaseBits(found)
}

/** When the requested papers are fewer than a term's postings by this factor, each is looked up in the posting list. */
const LOOKUP_FACTOR = 16

/** Returns whether papers are so few that looking each up is faster than reading all postings of a term. */
const isFewer = (papers: number, { from, to }: TermPostings) => papers * LOOKUP_FACTOR < to - from

/** Buffer for the papers that `keepPostings` looks up in a posting list. */
const docBuffer = createDocs()

/** Does the same as `keepTermPapers` by looking each paper of the set up in the posting list. */
function keepPostings(segment: Segment, postings: TermPostings, mask: number, bits: Bits): void {
  const remaining = takeBits()
  const count = listBits(bits, docBuffer)
  const testedMask = requiredMask(mask)
  for (let index = 0; index < count; index += 1) {
    const doc = docBuffer[index] ?? 0
    const posting = findPosting(segment, postings, doc)
    if (posting >= 0 && isInFields(segment, postings, posting, testedMask)) setBit(remaining, doc)
  }
  bits.set(remaining)
  releaseBits(remaining)
}

/** Returns whether a posting lies in one of the fields of a mask from `requiredMask`. */
function isInFields(segment: Segment, postings: TermPostings, posting: number, testedMask: number): boolean {
  return testedMask === 0 || (maskAt(segment, postings, posting) & testedMask) !== 0
}

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

import { findPosting, readDocs } from '../index/docs.ts'
import { ANY_MASK, type Segment } from '../index/layout.ts'
import { maskAt, maskCodes } from '../index/masks.ts'
import type { TermPostings } from '../index/terms.ts'
import { byteAddress } from '../kernels/own.ts'
import {
  andWith,
  type Bits,
  createDocs,
  listBits,
  orWith,
  releaseBits,
  setBit,
  takeBits,
} from '../sets/bits.ts'
import { denseTerm, type IndexedTerm } from '../sets/dense.ts'

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
export const requiredMask = (mask: number) => ((mask & ANY_MASK) === ANY_MASK ? 0 : mask)

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
export const isFewer = (papers: number, { from, to }: TermPostings) => papers * LOOKUP_FACTOR < to - from

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
export function isInFields(
  segment: Segment,
  postings: TermPostings,
  posting: number,
  testedMask: number,
): boolean {
  return testedMask === 0 || (maskAt(segment, postings, posting) & testedMask) !== 0
}
